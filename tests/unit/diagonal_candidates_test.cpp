// The candidates of sequences by counters along diagonals, for themselves: in a search they may give way to another
// path.
#include "problems/substring/cpu/scan/scan.hpp"
#include "support/candidates_of.hpp"
#include "support/chosen_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace concord::substring::diagonal_candidates_test {
namespace {

using texts = std::vector<std::string>;

/// Of all sequences, those of `least` letters or more; from the windows of `known` on, if it has any.
std::vector<substring_candidate> counted(const sequence_set& set, const substring_options& options,
                                         std::uint64_t least = 1, const longest_windows& known = {}) {
    return test::candidates_of(set, options,
                               [&](const problem& given, const cpu_resources& resources, const equal_sequences& groups,
                                   std::vector<substring_candidate>& candidates) {
                                   candidates_along_diagonals(
                                       given, resources, {spans_of(given, least, 0, &groups), groups.targets(), {}},
                                       known, std::max(least, known.length + 1), longest_possible(given), candidates);
                                   return true;
                               });
}

TEST(diagonal_candidates, by_hand) {
    test::expect_candidates_by_hand(
        [](const sequence_set& set, const substring_options& options) { return counted(set, options); });
}

TEST(diagonal_candidates, of_few_letters_are_left_to_others) {
    // ACGT is in two, and of TTTTT no more than TT is near to anything.
    const sequence_set set = test::make_set(texts{"AACGT", "ACGTC", "TTTTT"}, alphabet::dna);
    const std::vector<substring_candidate> found = counted(set, test::options_of(0, 2), 3);
    EXPECT_EQ(found[0].length, 4U);
    EXPECT_EQ(found[1].length, 4U);
    EXPECT_EQ(found[1].start, 0U);
    EXPECT_EQ(found[2].length, 0U);
}

TEST(diagonal_candidates, begin_with_windows_that_are_known) {
    // ACGTA at 0 and ACGTA at 1: from their parts of three letters.
    const sequence_set set = test::make_set(texts{"ACGTAC", "TACGTA"}, alphabet::dna);
    const longest_windows known{
        3, {{0, 0, 2}, {0, 1, 2}, {0, 2, 2}, {0, 3, 2}, {1, 0, 2}, {1, 1, 2}, {1, 2, 2}, {1, 3, 2}}};
    const std::vector<substring_candidate> found = counted(set, test::options_of(0, 2), 3, known);
    EXPECT_EQ(found[0].length, 5U);
    EXPECT_EQ(found[0].start, 0U);
    EXPECT_EQ(found[1].length, 5U);
    EXPECT_EQ(found[1].start, 1U);
}

TEST(diagonal_candidates, are_those_of_the_textbook) {
    for (const std::uint64_t trial : test::chosen_cases(80)) {
        std::mt19937_64 random(trial);
        const std::string letters = trial % 4 == 0 ? "ACGTN" : trial % 4 == 1 ? "ACGT" : "AAAAAAAC";
        // Some have more letters than counters side by side, and are rings.
        const std::uint64_t most = trial % 16 == 5 ? 600 : trial % 2 == 0 ? 20 : 150;
        texts sequences = test::random_texts(random, letters, most > 500 ? 4 : 3 + random() % 40, most);
        for (std::uint64_t copies = random() % 4; copies > 0; --copies)
            sequences.push_back(sequences[random() % sequences.size()]);
        const sequence_set set = test::make_set(sequences, alphabet::dna);
        for (const unsigned threads : {1U, 3U}) {
            substring_options options = test::options_of(random() % 4, 2 + random() % 4, 1);
            options.support = std::min<std::uint64_t>(options.support, set.size());
            options.run.threads = threads;
            EXPECT_EQ(counted(set, options), reference_search(set, options).per_sequence) << trial;
        }
    }
}

} // namespace
} // namespace concord::substring::diagonal_candidates_test
