// The candidates of sequences by words that grow, for themselves: in a search they may give way to another path.
#include "oracles/substring.hpp"
#include "problems/substring/cpu/growth/grown_candidates.hpp"
#include "support/chosen_cases.hpp"
#include "support/options_of.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace concord::substring {
namespace {

using texts = std::vector<std::string>;

std::vector<substring_candidate> grown(const sequence_set& set, const substring_options& options,
                                       double most_cost = 1e12) {
    const problem given(set, options);
    runtime::thread_pool workers(options.run);
    std::vector<std::string> notes;
    const simd::vector_target vectors = simd::choose_vectors(simd::vector_target::automatic);
    const cpu_resources resources{
        workers, seed_kernels_for(vectors), std::uint64_t{1} << 30U, 0, notes, search_path::automatic, 0, vectors};
    const equal_sequences groups(given);
    const std::uint64_t longest = longest_possible(given);
    if (!grown_candidates::are_possible(given, resources, longest)) return {};
    std::vector<substring_candidate> candidates(given.sequences());
    const std::vector<std::uint64_t> all = groups.targets().sequences;
    if (!grown_candidates(given, resources, groups, longest).find(all, most_cost, candidates)) return {};
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence) {
        candidates[sequence] = candidates[groups.representative_of(sequence)];
        candidates[sequence].sequence = sequence;
    }
    return candidates;
}

TEST(grown_candidates, by_hand) {
    // CGT of the first is CAT and CGA in the others; no word of four letters is in three of them.
    const sequence_set set = test::make_set(texts{"ACGT", "TCAT", "CGAA"}, alphabet::dna);
    const std::vector<substring_candidate> found = grown(set, test::options_of(1, 3));
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found, reference_search(set, test::options_of(1, 3)).per_sequence);
    EXPECT_EQ(found[0].length, 3U);
    EXPECT_EQ(found[0].start, 1U);
    EXPECT_EQ(found[0].support, 3U);
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
} // namespace concord::substring
