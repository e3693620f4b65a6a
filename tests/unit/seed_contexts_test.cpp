// Which pairs the letters around seeds rule out, and how members of a class are found by them.
#include "problems/overlap/cpu/context_join.hpp"
#include "problems/overlap/cpu/context_screen.hpp"
#include "runtime/thread_pool.hpp"
#include "suffixes/text.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace concord::seed_contexts_test {
namespace {

using overlap::context_filter;
using overlap::seed_context;

/// Two sequences, one behind the other, and positions of both from which on they share letters.
struct two_reads {
    two_reads(const std::string& a, const std::string& b, alphabet kind = alphabet::dna)
        : set(test::make_set({a, b}, kind)), workers(options), text(sequence::packed(set), workers),
          length_of_a(a.size()) {}

    [[nodiscard]] bool admits(std::uint64_t of_a, std::uint64_t of_b, std::uint64_t length, std::uint64_t mismatches,
                              std::uint64_t seed) const {
        const context_filter filter(text.view(), length, mismatches, seed);
        EXPECT_TRUE(filter.is_of_use());
        if (!filter.has_windows(of_a, length_of_a - of_a)) return false;
        const auto bounds = filter.bounds_of(of_a, of_a, length_of_a - of_a);
        return filter.admits(bounds, filter.differences(bounds.context, filter.context_of(length_of_a + of_b)));
    }

    sequence_set set;
    run_options options;
    runtime::thread_pool workers;
    suffixes::text text;
    std::uint64_t length_of_a;
};

TEST(seed_contexts, windows_reach_over_mismatches_on_both_sides) {
    // The seed GGG is at 6 in both; they differ at 1, 5, 9 and 12.
    const two_reads both("ACACACGGGTACTCA", "ATACATGGGAACGCA");
    EXPECT_TRUE(both.admits(6, 6, 6, 1, 3)); // from 6 to 12, over 9
    EXPECT_TRUE(both.admits(6, 6, 7, 1, 3)); // from 2 to 9, over 5
    EXPECT_FALSE(both.admits(6, 6, 8, 1, 3));
    EXPECT_TRUE(both.admits(6, 6, 10, 2, 3)); // from 2 to 12, over 5 and 9
    EXPECT_FALSE(both.admits(6, 6, 11, 2, 3));
    EXPECT_TRUE(both.admits(6, 6, 13, 3, 3)); // from 2 to 15
    EXPECT_FALSE(both.admits(6, 6, 14, 3, 3));
    EXPECT_TRUE(both.admits(6, 6, 15, 4, 3)); // all
    EXPECT_FALSE(both.admits(6, 6, 16, 4, 3));
}

TEST(seed_contexts, windows_end_where_the_sequence_does) {
    // What stands beyond the ends is equal, too, but of other sequences.
    const two_reads both("CAGGGTT", "CTGGGTT");
    EXPECT_TRUE(both.admits(2, 2, 5, 1, 3));
    EXPECT_TRUE(both.admits(2, 2, 7, 1, 3));
    EXPECT_FALSE(both.admits(2, 2, 8, 1, 3));
    const context_filter filter(both.text.view(), 7, 1, 3);
    EXPECT_FALSE(filter.has_windows(2, 4));
    EXPECT_FALSE(filter.has_windows(5, 2));
}

TEST(seed_contexts, an_alphabet_whose_letters_do_not_fill_a_word) {
    const two_reads both("MKVLLWGGGAKPQ", "MKIVLWGGGSKPE", alphabet::protein); // differ at 2, 3, 9 and 12
    EXPECT_TRUE(both.admits(6, 6, 8, 1, 3));                                   // from 4 to 12, over 9
    EXPECT_FALSE(both.admits(6, 6, 9, 1, 3));
    EXPECT_TRUE(both.admits(6, 6, 9, 2, 3)); // to 13, over 9 and 12
    EXPECT_FALSE(both.admits(6, 6, 10, 2, 3));
    EXPECT_TRUE(both.admits(6, 6, 10, 3, 3)); // from 3
    EXPECT_TRUE(both.admits(6, 6, 13, 4, 3));
}

/// Reads of unrelated letters that end in the same ones: the join finds those members that the filter admits.
TEST(seed_contexts, a_join_finds_what_the_filter_admits) {
    std::mt19937_64 chance(3);
    constexpr std::uint64_t length = 40;
    constexpr std::uint64_t tail = 20;
    std::string all;
    std::vector<std::string> reads(600);
    for (std::string& read : reads) {
        for (std::uint64_t at = 0; at < length - tail; ++at)
            read += "ACGT"[chance() % (at < 8 ? 4 : 2)];
        read.back() = &read - reads.data() < 300 ? 'A' : 'C'; // two classes
        read += "GATTACAGATTACAGATTAC";
    }
    const sequence_set set = test::make_set(reads);
    const run_options options = run_options{};
    runtime::thread_pool workers(options);
    const suffixes::text text(sequence::packed(set), workers);
    const context_filter filter(text.view(), 32, 2, 10);
    const auto position = [](std::uint64_t read) { return read * length + length - tail; };
    const auto bounds_of = [&](std::uint64_t read) { return filter.bounds_of(position(read), length - tail, tail); };
    std::vector<seed_context> members;
    for (std::uint64_t read = 300; read < reads.size(); ++read)
        members.push_back(filter.context_of(position(read)));
    const auto join = overlap::context_join<std::uint32_t>::of(filter, members, bounds_of(300));
    ASSERT_TRUE(join.has_value());
    std::uint64_t count = 0;
    for (std::uint64_t read = 0; read < 300; ++read) {
        const auto bounds = bounds_of(read);
        ASSERT_TRUE(join->serves(bounds));
        std::vector<std::uint64_t> expected;
        for (std::uint64_t nth = 50; nth < 290; ++nth)
            if (filter.admits(bounds, filter.differences(bounds.context, members[nth]))) expected.push_back(nth);
        std::vector<std::uint64_t> found;
        join->for_each(filter, bounds, members.data(), 50, 290, [&](std::uint64_t nth) { found.push_back(nth); });
        std::ranges::sort(found);
        ASSERT_EQ(found, expected) << read;
        count += found.size();
    }
    EXPECT_GT(count, 100U);
    // A read that has more letters behind the seed has windows that begin nearer to it.
    EXPECT_FALSE(join->serves(filter.bounds_of(position(0), length - tail, tail + 5)));
    // Members that are all alike cannot be told apart.
    const std::vector<seed_context> alike(300, members.front());
    EXPECT_FALSE(overlap::context_join<std::uint32_t>::of(filter, alike, bounds_of(300)).has_value());
}

/// Every vector target lets the same members through: those with few differences in one of the groups, counted letter
/// by letter, and so all that the filter admits.
TEST(seed_contexts, a_screen_lets_through_what_has_few_differences) {
    std::mt19937_64 chance(5);
    std::string letters(2000, 'A');
    for (char& letter : letters)
        letter = "AAAACGTT"[chance() % 8];
    const sequence_set set = test::make_set({letters});
    const run_options options = run_options{};
    runtime::thread_pool workers(options);
    const suffixes::text text(sequence::packed(set), workers);
    const context_filter filter(text.view(), 20, 3, 5);
    std::vector<seed_context> members;
    for (std::uint64_t at = 50; at < 950; ++at)
        members.push_back(filter.context_of(at));
    const auto bounds = filter.bounds_of(1000, 1000, 1000);
    const overlap::screened_position one = filter.screened(bounds);
    std::vector<std::uint32_t> expected;
    std::uint64_t admitted = 0;
    for (std::uint32_t nth = 0; nth < members.size(); ++nth) {
        const std::uint64_t differences = filter.differences(bounds.context, members[nth]);
        bool few = false;
        for (const std::uint64_t group : one.groups) {
            unsigned count = 0;
            for (unsigned bit = 0; bit < 64; ++bit)
                count += static_cast<unsigned>((differences & group) >> bit & 1U);
            few = few || count <= 3;
        }
        if (few) expected.push_back(nth);
        if (!filter.admits(bounds, differences)) continue;
        EXPECT_TRUE(few) << nth;
        ++admitted;
    }
    EXPECT_GT(admitted, 0U);
    EXPECT_LT(expected.size(), members.size() / 4);
    for (const simd::vector_target target :
         {simd::vector_target::baseline, simd::vector_target::avx2, simd::vector_target::avx512}) {
        const overlap::context_screen screen = overlap::context_screen_for(target);
        for (const std::size_t count : {0U, 1U, 7U, 8U, 9U, 63U, 64U, 65U, 900U}) {
            std::vector<std::uint32_t> found(count);
            found.resize(screen(one, members.data(), count, found.data()));
            const auto end = std::ranges::lower_bound(expected, count);
            EXPECT_EQ(found, std::vector<std::uint32_t>(expected.begin(), end)) << count;
        }
    }
}

} // namespace
} // namespace concord::seed_contexts_test
