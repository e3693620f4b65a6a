// The suffix array in ranges of its order, as GPUs sort them, step by step on the host: the same array as any other.
#include "agree/overlap_ways.hpp"
#include "problems/overlap/gpu/suffix_ranges.hpp"
#include "support/serial_machine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <utility>

namespace concord::overlap::suffix_ranges_test {
namespace {

/// Has no end of memory, which is asked for.
class wide_machine : public test::serial_machine {
  public:
    wide_machine() : test::serial_machine(std::uint64_t{1} << 40U) {}
};

TEST(difference_cover, has_every_difference) {
    for (unsigned log_period = 0; log_period <= difference_cover::most_log_period; ++log_period) {
        const difference_cover cover(log_period);
        const cover_view view = cover.view();
        std::set<std::uint64_t> sampled;
        for (std::uint32_t index = 0; index < 5 * view.size; ++index) {
            const std::uint64_t position = view.position_of(index);
            EXPECT_EQ(view.index_of(position), index);
            sampled.insert(position);
        }
        EXPECT_EQ(sampled.size(), 5 * view.size);
        EXPECT_EQ(
            view.index_of(3 * view.period() + 1),
            static_cast<std::uint64_t>(std::distance(sampled.begin(), sampled.lower_bound(3 * view.period() + 1))));
        for (std::uint64_t a = 0; a < 2 * view.period(); ++a)
            for (std::uint64_t b = 0; b < 2 * view.period(); ++b) {
                const std::uint64_t shift = view.shift(a, b);
                ASSERT_LT(shift, view.period());
                ASSERT_TRUE(sampled.contains(a + shift) && sampled.contains(b + shift))
                    << a << " and " << b << " of " << view.period();
            }
    }
}

struct whole_array {
    std::vector<std::uint64_t> suffixes;
    std::vector<std::uint64_t> prefixes;
};

template <class Position>
whole_array in_ranges(const text_view& text, unsigned log_period, std::uint64_t capacity, std::uint64_t oversampled) {
    wide_machine machine;
    const range_sorter<wide_machine, Position> sorter(machine, text, log_period);
    const range_plan plan = sorter.plan(capacity, oversampled);
    whole_array found;
    for (std::uint64_t range = 0; range < plan.ranges(); ++range)
        sorter.sort_range(plan, range, [&](const Position* suffixes, const Position* prefixes, std::uint64_t count) {
            EXPECT_LE(count, capacity);
            EXPECT_EQ(prefixes[0], 0U);
            const std::size_t before = found.suffixes.size();
            found.suffixes.insert(found.suffixes.end(), suffixes, suffixes + count);
            found.prefixes.insert(found.prefixes.end(), prefixes, prefixes + count);
            if (before > 0)
                found.prefixes[before] = common_prefix(text, found.suffixes[before - 1], found.suffixes[before], 0);
        });
    return found;
}

void expect_array(const index_tables& right, const std::string& shown) {
    const auto& arrays = std::get<overlap::arrays<std::uint32_t>>(right.arrays());
    const std::vector<std::uint64_t> suffixes(arrays.suffixes.begin(), arrays.suffixes.end());
    const std::vector<std::uint64_t> prefixes(arrays.prefixes.begin(), arrays.prefixes.end());
    const std::uint64_t size = suffixes.size();
    for (const unsigned log_period : {0U, 2U, 3U, 5U, 8U})
        for (const std::uint64_t capacity : {size + size / 2 + 2, size / 3 + 2, std::uint64_t{7}, std::uint64_t{1}}) {
            if (size > 3000 && capacity < 10) continue;
            for (const std::uint64_t oversampled : {1U, 5U}) {
                const std::string way = "period " + std::to_string(1U << log_period) + ", " + std::to_string(capacity) +
                                        " at once, " + std::to_string(oversampled) + " splitters\n" + shown;
                if (oversampled == 1 && capacity * 20 < size) continue; // uneven: too many between two splitters
                const whole_array found = oversampled == 5
                                              ? in_ranges<std::uint32_t>(right.text, log_period, capacity, oversampled)
                                              : in_ranges<std::uint64_t>(right.text, log_period, size, oversampled);
                ASSERT_EQ(found.suffixes, suffixes) << way;
                ASSERT_EQ(found.prefixes, prefixes) << way;
            }
        }
}

std::shared_ptr<const index_tables> of_both_strands(const sequence_set& set) {
    build_options options;
    options.strands = index_strands::both;
    return build_tables(set, {}, options);
}

TEST(suffix_ranges, as_the_suffix_array) {
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        const test::overlap_case tried = test::make_overlap_case(seed, 5 + seed * 5 % 300);
        const sequence_set set = tried.set();
        if (set.letters() == 0) continue;
        expect_array(*build_tables(set, {}, {}), tried.to_paste());
        if (tried.kind == alphabet::dna) expect_array(*of_both_strands(set), tried.to_paste() + ", both strands");
        if (HasFailure()) return;
    }
}

/// Suffixes that share far more letters than the period of the cover has.
TEST(suffix_ranges, texts_that_repeat_themselves) {
    std::string periodic;
    while (periodic.size() < 3000)
        periodic += "ACGTTGC";
    std::string before = "A";
    std::string fibonacci = "AC";
    while (fibonacci.size() < 3000) {
        std::string next = fibonacci + before;
        before = std::exchange(fibonacci, std::move(next));
    }
    std::mt19937_64 chance(1);
    std::string random(1200, ' ');
    for (char& letter : random)
        letter = "ACGT"[chance() % 4];
    std::string edited = random;
    for (std::size_t at = 100; at < edited.size(); at += 300)
        edited[at] = edited[at] == 'A' ? 'C' : 'A';
    const std::vector<std::vector<std::string>> texts{{std::string(4000, 'T')},
                                                      {periodic, periodic.substr(3)},
                                                      {fibonacci},
                                                      {random, random, random},
                                                      {random, edited, edited + "N"}};
    for (const std::vector<std::string>& sequences : texts) {
        const sequence_set set = test::overlap_case{0, alphabet::dna, sequences}.set();
        expect_array(*build_tables(set, {}, {}), sequences.front().substr(0, 20));
        if (HasFailure()) return;
    }
}

/// As GPUs do it by default: periods of 64 and 256, 64 splitters a range, no range refused.
TEST(suffix_ranges, copies_as_on_a_gpu) {
    std::mt19937_64 chance(2);
    std::vector<std::string> copies(4, std::string(9000, ' '));
    for (char& letter : copies.front())
        letter = "ACGT"[chance() % 4];
    for (std::size_t copy = 1; copy < copies.size(); ++copy) {
        copies[copy] = copies.front();
        for (char& letter : copies[copy])
            if (chance() % 500 == 0) letter = "ACGTN"[chance() % 5];
    }
    const sequence_set set = test::overlap_case{0, alphabet::dna, copies}.set();
    const auto right = build_tables(set, {}, {});
    const auto& arrays = std::get<overlap::arrays<std::uint32_t>>(right->arrays());
    for (const unsigned log_period : {6U, 8U}) {
        const whole_array found = in_ranges<std::uint64_t>(right->text, log_period, 5000, tuning::splitters_of_range);
        EXPECT_TRUE(std::ranges::equal(found.suffixes, arrays.suffixes)) << log_period;
        EXPECT_TRUE(std::ranges::equal(found.prefixes, arrays.prefixes)) << log_period;
    }
}

/// A gap that is larger than the memory is no reason to go beyond it.
TEST(suffix_ranges, refuses_what_does_not_fit) {
    const sequence_set set = test::overlap_case{0, alphabet::dna, {std::string(100, 'A')}}.set();
    const auto right = build_tables(set, {}, {});
    wide_machine machine;
    const range_sorter<wide_machine, std::uint32_t> sorter(machine, right->text, 3);
    range_plan plan;
    plan.splitters = {40};
    plan.capacity = 10;
    try {
        sorter.sort_range(plan, 0, [](const std::uint32_t*, const std::uint32_t*, std::uint64_t) { FAIL(); });
        FAIL() << "no error";
    } catch (const error& trouble) {
        EXPECT_EQ(trouble.code(), error_code::resource);
    }
}

} // namespace
} // namespace concord::overlap::suffix_ranges_test
