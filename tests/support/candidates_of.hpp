// The candidates of sequences by one of the ways to find them, for itself: in a search it may give way to another one.
#pragma once

#include "oracles/substring.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "support/options_of.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::test {

/// Of all sequences, where find(problem, resources, groups, candidates) has found those of one of each group of equal
/// ones; none where it says that it has not.
template <class Find>
std::vector<substring_candidate> candidates_of(const sequence_set& set, const substring_options& options,
                                               const Find& find) {
    const substring::problem given(set, options);
    runtime::thread_pool workers(options.run);
    std::vector<std::string> notes;
    const simd::vector_target vectors = simd::choose_vectors(simd::vector_target::automatic);
    const substring::cpu_resources resources{workers,
                                             substring::seed_kernels_for(vectors),
                                             std::uint64_t{1} << 30U,
                                             0,
                                             notes,
                                             substring::search_path::automatic,
                                             0,
                                             vectors};
    const substring::equal_sequences groups(given);
    std::vector<substring_candidate> candidates(given.sequences());
    if (!find(given, resources, groups, candidates)) return {};
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence) {
        candidates[sequence] = candidates[groups.representative_of(sequence)];
        candidates[sequence].sequence = sequence;
    }
    return candidates;
}

/// CGT of the first is CAT and CGA in the others; no word of four letters is in three of them.
template <class Candidates>
void expect_candidates_by_hand(const Candidates& of) {
    const sequence_set set = make_set(std::vector<std::string>{"ACGT", "TCAT", "CGAA"}, alphabet::dna);
    const std::vector<substring_candidate> found = of(set, options_of(1, 3));
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found, substring::reference_search(set, options_of(1, 3)).per_sequence);
    EXPECT_EQ(found[0].length, 3U);
    EXPECT_EQ(found[0].start, 1U);
    EXPECT_EQ(found[0].support, 3U);
}

} // namespace concord::test
