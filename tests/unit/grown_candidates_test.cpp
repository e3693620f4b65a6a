// The candidates of sequences by words that grow, for themselves: in a search they may give way to another path.
#include "problems/substring/cpu/growth/grown_candidates.hpp"
#include "support/candidates_of.hpp"
#include "support/chosen_cases.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace concord::substring::grown_candidates_test {
namespace {

using texts = std::vector<std::string>;

std::vector<substring_candidate> grown(const sequence_set& set, const substring_options& options,
                                       double most_cost = 1e12) {
    return test::candidates_of(set, options,
                               [&](const problem& given, const cpu_resources& resources, const equal_sequences& groups,
                                   std::vector<substring_candidate>& candidates) {
                                   const std::uint64_t longest = longest_possible(given);
                                   return grown_candidates::are_possible(given, resources, longest) &&
                                          grown_candidates(given, resources, groups, longest)
                                              .find(groups.targets().sequences, most_cost, candidates);
                               });
}

TEST(grown_candidates, by_hand) {
    test::expect_candidates_by_hand(
        [](const sequence_set& set, const substring_options& options) { return grown(set, options); });
}

TEST(grown_candidates, give_up_or_give_way) {
    const sequence_set set = test::make_set(texts{"ACGTACGT", "ACGTTCGT"}, alphabet::dna);
    EXPECT_FALSE(grown(set, test::options_of(1, 2)).empty());
    EXPECT_TRUE(grown(set, test::options_of(1, 2), 1).empty()); // more than one instruction
    EXPECT_TRUE(grown(set, test::options_of(1, 1)).empty());    // whole sequences
}

TEST(grown_candidates, are_those_of_the_textbook) {
    unsigned compared = 0;
    for (const std::uint64_t trial : test::chosen_cases(80)) {
        std::mt19937_64 random(trial);
        const std::string letters = trial % 4 == 0 ? "ACGTN" : trial % 4 == 1 ? "ACGT" : "AAAAAAAC";
        texts sequences = test::random_texts(random, letters, 3 + random() % 12, trial % 2 == 0 ? 20 : 90);
        for (std::uint64_t copies = random() % 4; copies > 0; --copies)
            sequences.push_back(sequences[random() % sequences.size()]);
        const sequence_set set = test::make_set(sequences, alphabet::dna);
        for (const unsigned threads : {1U, 3U}) {
            substring_options options = test::options_of(random() % 4, 2 + random() % 4, 1 + random() % 5);
            options.support = std::min<std::uint64_t>(options.support, set.size());
            options.run.threads = threads;
            const std::vector<substring_candidate> found = grown(set, options);
            if (found.empty()) continue; // it was given up
            ++compared;
            EXPECT_EQ(found, reference_search(set, options).per_sequence) << trial;
        }
    }
    EXPECT_GT(compared, 0U);
}

} // namespace
} // namespace concord::substring::grown_candidates_test
