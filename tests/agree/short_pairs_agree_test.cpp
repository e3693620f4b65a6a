// Short pairs on the stack, letters of 1, 2 and 4 bytes against each other, and alignments with late gaps: against the
// textbook's matrix.
#include "alignment/batch/metrics.hpp"
#include "oracles/distance.hpp"
#include "support/pair_case.hpp"
#include "support/random_case.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace concord::short_pairs_agree_test {
namespace {

/// A sequence in all widths that can hold it.
struct widths {
    explicit widths(const std::vector<std::uint32_t>& letters)
        : bytes(letters.begin(), letters.end()), pairs(letters.begin(), letters.end()), wide(letters),
          greatest(letters.empty() ? 0 : *std::ranges::max_element(letters)) {}

    [[nodiscard]] std::vector<sequence_ref> refs() const {
        std::vector<sequence_ref> made;
        if (greatest <= 0xFF) made.emplace_back(symbol_view(std::span<const std::uint8_t>(bytes)));
        if (greatest <= 0xFFFF) made.emplace_back(symbol_view(std::span<const std::uint16_t>(pairs)));
        made.emplace_back(symbol_view(std::span<const std::uint32_t>(wide)));
        return made;
    }

    std::vector<std::uint8_t> bytes;
    std::vector<std::uint16_t> pairs;
    std::vector<std::uint32_t> wide;
    std::uint32_t greatest;
};

void try_pair(const test::pair_case& pair) {
    const sequence::coded_pair codes = sequence::code_pair(pair.ref_a(), pair.ref_b());
    const widths a(pair.a);
    const widths b(pair.b);
    for (std::size_t number = 0; number < edit_distance::all_metrics.size(); ++number) {
        const auto metric = static_cast<distance_metric>(number);
        const std::optional<std::uint64_t> expected = edit_distance::reference_distance(codes, metric);
        for (const sequence_ref& ref_a : a.refs())
            for (const sequence_ref& ref_b : b.refs()) {
                if (!is_short_pair(ref_a, ref_b)) {
                    EXPECT_THROW(static_cast<void>(short_distance(ref_a, ref_b, metric)), error);
                    continue;
                }
                EXPECT_EQ(short_distance(ref_a, ref_b, metric), expected) << pair.to_paste();
                if (!expected) continue;
                for (const std::uint64_t more : {0U, 1U, 17U, 100U})
                    EXPECT_EQ(short_distance(ref_a, ref_b, metric, *expected + more), expected) << pair.to_paste();
                for (const std::uint64_t most : {*expected - 1, *expected / 2, *expected / 8})
                    if (most < *expected) {
                        EXPECT_EQ(short_distance(ref_a, ref_b, metric, most), std::nullopt) << pair.to_paste();
                    }
            }
        // The ordinary way takes all widths too.
        distance_options options;
        options.metric = metric;
        options.run.device = device::cpu();
        EXPECT_EQ(distance(a.refs().front(), b.refs().back(), options).distance, expected) << pair.to_paste();
        const pairwise::pair_recurrence* const recurrence = edit_distance::traits_of(metric).recurrence;
        if (recurrence == nullptr || recurrence->trace == nullptr) continue;
        const std::optional<alignment> late = right_aligned_gaps(pair.ref_a(), pair.ref_b(), metric);
        ASSERT_TRUE(late) << pair.to_paste();
        EXPECT_EQ(test::replay(pair, *late), expected) << pair.to_paste();
    }
}

class short_pairs_agree : public testing::TestWithParam<int> {};

TEST_P(short_pairs_agree, in_all_widths) {
    for (const std::uint64_t seed : test::seeds(43'000'000 + 1'000 * static_cast<std::uint64_t>(GetParam()), 100))
        try_pair(test::make_pair_case(seed, 200));
}

TEST_P(short_pairs_agree, of_several_words) {
    for (const std::uint64_t seed : test::seeds(44'000'000 + 1'000 * static_cast<std::uint64_t>(GetParam()), 20))
        try_pair(test::make_pair_case(seed, 700));
}

INSTANTIATE_TEST_SUITE_P(seeds, short_pairs_agree, testing::Range(0, 4));

std::string right_aligned(std::string_view a, std::string_view b, distance_metric metric) {
    return cigar(*right_aligned_gaps(sequence_ref(a), sequence_ref(b), metric));
}

TEST(right_aligned, are_where_they_are_on_paper) {
    EXPECT_EQ(right_aligned("aaa", "a", distance_metric::levenshtein), "1=2I");
    EXPECT_EQ(right_aligned("", "ab", distance_metric::levenshtein), "2D");
    EXPECT_EQ(right_aligned("", "", distance_metric::indel), "");
    // On a way of least cost from the ends: the last letters match; 'n' and 'i' differ and no gap is as cheap.
    EXPECT_EQ(right_aligned("qabxcd", "abycdf", distance_metric::levenshtein), "1I2=1X2=1D");
    EXPECT_THROW(static_cast<void>(right_aligned("a", "b", distance_metric::hamming)), error);
}

TEST(right_aligned, are_not_given_for_large_matrices) {
    const std::string a(3000, 'a');
    const std::string b(3000, 'b');
    EXPECT_EQ(right_aligned_gaps(sequence_ref(a), sequence_ref(b), distance_metric::levenshtein), std::nullopt);
    EXPECT_EQ(right_aligned(a, a, distance_metric::levenshtein), "3000="); // nothing is left of the matrix
}

TEST(short_pairs, are_bytes_or_symbols_of_few_cells) {
    const std::string few(512, 'a');
    const std::string more(513, 'a');
    EXPECT_TRUE(is_short_pair(sequence_ref(few), sequence_ref(few)));
    EXPECT_FALSE(is_short_pair(sequence_ref(more), sequence_ref(more)));
    EXPECT_FALSE(is_short_pair(sequence_ref(few), sequence_ref(more)));
    sequence_set_builder builder(alphabet::bytes);
    builder.add("", "abc");
    const sequence_set set = std::move(builder).finish();
    EXPECT_FALSE(is_short_pair(sequence_ref(set, 0), sequence_ref(set, 0)));
    const std::array<std::uint32_t, 1> number{1};
    EXPECT_THROW(static_cast<void>(short_distance(sequence_ref(few), sequence_ref(symbol_view(number)),
                                                  distance_metric::levenshtein)),
                 error);
}

TEST(sets_of_code_points, are_those_of_utf8) {
    const std::array<std::uint16_t, 3> letters{0x41, 0xE9, 0x20AC};
    sequence_set_builder by_numbers(alphabet::utf8);
    by_numbers.add("n", symbol_view(std::span<const std::uint16_t>(letters)));
    const sequence_set numbers = std::move(by_numbers).finish();
    EXPECT_EQ(numbers.length(0), 3U);
    EXPECT_EQ(numbers.text(0, 0, 3), "A\u00E9\u20AC");
    EXPECT_EQ(numbers.name(0), "n");

    const std::array<std::uint32_t, 2> wrong{1, 1U << 21U};
    sequence_set_builder builder(alphabet::utf8);
    try {
        builder.add("", symbol_view(wrong));
        FAIL() << "a number beyond 21 bits was taken";
    } catch (const letter_error& problem) {
        EXPECT_EQ(problem.position(), 1U);
    }
    sequence_set_builder dna(alphabet::dna);
    EXPECT_THROW(dna.add("", symbol_view(letters)), error);
}

} // namespace
} // namespace concord::short_pairs_agree_test
