// The paper's own examples, and the traps that lie in it and in its program.
#include "oracles/substring.hpp"
#include "support/sequence_text.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

namespace concord::substring_paper_test {
namespace {

using numbers = std::vector<std::uint64_t>;
using test::make_set;

substring_result find(const sequence_set& set, std::uint64_t k, std::uint64_t t, std::uint64_t tau) {
    substring_options options;
    options.mismatches = k;
    options.support = t;
    options.min_length = tau;
    options.ties = options.occurrences = options.per_sequence = true;
    return longest_common_substring(set, options);
}

std::string text_of(const sequence_set& set, const substring_candidate& place) {
    return set.text(place.sequence, place.start, place.start + place.length);
}

// Table 1: LCP_1 of ACGTA (rows) and ACGACA (columns), and the maximum of each row.
TEST(paper, table_1) {
    const sequence_set set = make_set({"ACGTA", "ACGACA"});
    const std::vector<numbers> table = {
        {4, 1, 1, 3, 1, 1}, {1, 3, 1, 1, 2, 1}, {1, 1, 2, 1, 1, 1}, {1, 1, 2, 1, 2, 1}, {1, 1, 1, 1, 1, 1}};
    for (std::uint64_t x = 0; x < 5; ++x)
        for (std::uint64_t y = 0; y < 6; ++y)
            EXPECT_EQ(substring::reference_lcp(set, 0, x, 1, y, 1), table[x][y]) << x << ", " << y;
    EXPECT_EQ(substring::reference_max_lcp(set, 0, 1, 1), (numbers{4, 3, 2, 2, 1}));
    EXPECT_EQ(max_lcp(set, 0, 1, 1), (numbers{4, 3, 2, 2, 1}));
}

// Table 2: s_i = ATTTCG against GTGGA, AGGGGAT and AGCGGA; tau = 3 leaves the starts 0 to 3. Worked by hand for k = 1.
TEST(paper, table_2) {
    const sequence_set set = make_set({"ATTTCG", "GTGGA", "AGGGGAT", "AGCGGA"});
    EXPECT_EQ(max_lcp(set, 0, 1, 1)[0], 2U);                  // AT ~ GT, and AT|T ~ GT|G is one mismatch too many
    EXPECT_EQ(max_lcp(set, 0, 1, 1)[3], 3U);                  // TCG ~ TGG
    EXPECT_EQ(max_lcp(set, 0, 2, 1)[0], 2U);                  // AT at the end, AT ~ AG at the front
    EXPECT_EQ(max_lcp(set, 0, 2, 1)[3], 1U);                  // neither TG nor GC nor any letter more
    EXPECT_EQ(max_lcp(set, 0, 3, 1)[3], 3U);                  // TCG ~ GCG
    EXPECT_EQ(length_stat(set, 0, 3, 1), (numbers{4, 3, 3})); // T: all; TC and TCG: itself, the first and the third
    for (std::uint64_t j = 0; j < 4; ++j)
        EXPECT_EQ(max_lcp(set, 0, j, 1), substring::reference_max_lcp(set, 0, j, 1)) << j;
}

// Definition 2: LengthStat counts, the suffix's own sequence included.
TEST(paper, length_stat) {
    const sequence_set set = make_set({"ACGT", "ACGA", "TCG", "G"});
    EXPECT_EQ(length_stat(set, 0, 0, 0), (numbers{2, 2, 2, 1}));
    EXPECT_EQ(length_stat(set, 0, 0, 1), (numbers{4, 3, 3, 2}));
    EXPECT_EQ(length_stat(set, 0, 3, 0), (numbers{2}));
    EXPECT_EQ(length_stat(set, 0, 4, 0), (numbers{}));
}

// Lemma 4 says that one of the pairs of an answer cannot be extended. Here AT is an answer for CATG with k = 0, t = 3,
// and both of its pairs can be: CAT with CATA, ATG with GATG.
TEST(paper, lemma_4_does_not_hold) {
    const sequence_set set = make_set({"CATG", "CATA", "GATG"});
    const substring_result result = find(set, 0, 3, 1);
    ASSERT_TRUE(result.found);
    EXPECT_EQ(text_of(set, result.best), "AT");
    EXPECT_EQ(result.best, (substring_candidate{0, 1, 2, 3}));
    EXPECT_EQ(result.tied_positions, 3U);
    EXPECT_EQ(max_lcp(set, 0, 1, 0), (numbers{3, 2, 1, 0}));
    EXPECT_EQ(max_lcp(set, 0, 2, 0), (numbers{0, 3, 2, 1}));
}

// Algorithm 1, line 14: taken literally, each (position, length) would be counted for one other string only.
TEST(paper, every_sequence_is_counted) {
    const sequence_set set = make_set({"GATTACA", "GATTACA", "GATTACA", "GATTACA"});
    EXPECT_EQ(length_stat(set, 0, 0, 0), (numbers{4, 4, 4, 4, 4, 4, 4}));
    const substring_result result = find(set, 0, 4, 1);
    EXPECT_EQ(result.best, (substring_candidate{0, 0, 7, 4}));
    EXPECT_EQ(result.tied_positions, 4U);
    EXPECT_EQ(result.tied_sequences, 4U);
}

TEST(substring, a_sequence_counts_once_however_often_it_holds_the_text) {
    const sequence_set set = make_set({"ACACACAC", "ACAC", "GGGG"});
    EXPECT_EQ(find(set, 0, 2, 1).best, (substring_candidate{0, 0, 4, 2}));
    EXPECT_FALSE(find(set, 0, 3, 1).found);
}

TEST(substring, ambiguous_letters_match_nothing_but_count_in_their_own_sequence) {
    const sequence_set set = make_set({"ACNGT", "ACNGT", "acngu"});
    EXPECT_EQ(find(set, 0, 3, 1).best, (substring_candidate{0, 0, 2, 3}));
    EXPECT_EQ(find(set, 1, 3, 1).best, (substring_candidate{0, 0, 5, 3}));
    EXPECT_EQ(find(set, 0, 1, 1).best, (substring_candidate{0, 0, 5, 1}));
    EXPECT_EQ(find(set, 0, 1, 1).occurrences, (std::vector<substring_occurrence>{{0, 0, 0, 5}}));
}

TEST(substring, occurrences_are_the_best_and_then_the_leftmost_of_each_sequence) {
    const sequence_set set = make_set({"GATTACA", "CGATTACGATTACA", "TTGATTGCATGATTCCA", "TTTTTTT"});
    const substring_result result = find(set, 1, 3, 7);
    EXPECT_EQ(text_of(set, result.best), "GATTACA");
    // Exact at 7 rather than with a mismatch at 1; of two with a mismatch the first.
    EXPECT_EQ(result.occurrences, (std::vector<substring_occurrence>{{0, 0, 0, 7}, {1, 7, 0, 14}, {2, 2, 1, 9}}));
}

TEST(substring, min_length_above_the_answer_is_none) {
    const sequence_set set = make_set({"ACGTACGT", "ACGTTTTT"});
    EXPECT_EQ(find(set, 0, 2, 4).best.length, 4U);
    EXPECT_FALSE(find(set, 0, 2, 5).found);
    EXPECT_FALSE(find(set, 0, 2, 500).found);
}

TEST(substring, more_mismatches_than_letters_make_everything_match_that_is_long_enough) {
    const sequence_set set = make_set({"AAAA", "CCC", "GG"});
    EXPECT_EQ(find(set, 100, 3, 1).best, (substring_candidate{0, 0, 2, 3}));
    EXPECT_EQ(find(set, 100, 2, 1).best, (substring_candidate{0, 0, 3, 2}));
    EXPECT_EQ(find(set, ~std::uint64_t{0}, 1, 1).best, (substring_candidate{0, 0, 4, 1}));
}

TEST(substring, candidates_of_each_sequence) {
    const sequence_set set = make_set({"TTGATTACA", "GATTACATT", "CCCCATTACCC", ""});
    const substring_result result = find(set, 0, 3, 1);
    EXPECT_EQ(result.per_sequence,
              (std::vector<substring_candidate>{{0, 3, 5, 3}, {1, 1, 5, 3}, {2, 4, 5, 3}, {3, 0, 0, 0}}));
}

TEST(substring, nothing_in_empty_sequences) {
    EXPECT_FALSE(find(make_set({"", "", ""}), 0, 1, 1).found);
    EXPECT_FALSE(find(make_set({"", "ACGT"}), 3, 2, 1).found);
}

TEST(substring, impossible_arguments_are_refused) {
    const sequence_set set = make_set({"ACGT", "ACGT"});
    const auto code_of = [&](std::uint64_t t, std::uint64_t tau, const char* vectors, const char* device_name) {
        substring_options options;
        options.support = t;
        options.min_length = tau;
        try {
            options.run.vectors = parse_vector_target(vectors);
            options.run.device = device::parse(device_name);
            (void)longest_common_substring(set, options);
        } catch (const error& refused) {
            return static_cast<int>(refused.code());
        }
        return 0;
    };
    EXPECT_EQ(code_of(3, 1, "auto", "cpu"), 2);
    EXPECT_EQ(code_of(2, 0, "auto", "cpu"), 2);
    EXPECT_EQ(code_of(2, 1, "sse9", "cpu"), 2);
    EXPECT_EQ(code_of(2, 1, "auto", "cpu"), 0);
    EXPECT_THROW((void)max_lcp(set, 0, 2, 0), error);
    EXPECT_THROW((void)length_stat(set, 0, 5, 0), error);
}

TEST(substring, cancelling_ends_with_an_error_of_that_kind) {
    const sequence_set set = make_set({"ACGT", "ACGT"});
    substring_options options;
    options.run.cancelled = [] { return true; };
    try {
        (void)longest_common_substring(set, options);
        FAIL() << "not cancelled";
    } catch (const error& stopped) {
        EXPECT_EQ(stopped.code(), error_code::cancelled);
    }
}

TEST(substring, a_share_becomes_the_smallest_count_that_reaches_it) {
    EXPECT_EQ(support_from_percent(20, 5000), 1000U);
    EXPECT_EQ(support_from_percent(20, 5001), 1001U);
    EXPECT_EQ(support_from_percent(0.1, 1'077'820), 1078U);
    EXPECT_EQ(support_from_percent(100, 7), 7U);
    EXPECT_EQ(support_from_percent(0.001, 5), 1U);
    EXPECT_THROW((void)support_from_percent(0, 5), error);
    EXPECT_THROW((void)support_from_percent(100.5, 5), error);
    EXPECT_EQ(default_support(1), 1U); // 20 %, but at least 2 where there are two
    EXPECT_EQ(default_support(2), 2U);
    EXPECT_EQ(default_support(10), 2U);
    EXPECT_EQ(default_support(11), 3U);
    EXPECT_EQ(default_support(5000), 1000U);
    const sequence_set set = make_set({"TTACG", "ACGAA", "GTTAC"});
    EXPECT_EQ(longest_common_substring(set, {}).best.length, 4U); // TTAC is in 2 of the 3
}

} // namespace
} // namespace concord::substring_paper_test
