// One pair of sequences by every vector target, with one thread and two, with few edits and many, against the
// textbook's matrix; alignments are the described one and are replayed.
#pragma once

#include "oracles/distance.hpp"
#include "oracles/subsequence.hpp"
#include "support/pair_case.hpp"

#include <concord/distance.hpp>
#include <concord/subsequence.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace concord::test {

struct expected_answers {
    explicit expected_answers(const pair_case& pair) {
        const sequence::coded_pair codes = sequence::code_pair(pair.ref_a(), pair.ref_b());
        common = subsequence::reference_length(codes);
        common_alignment = subsequence::reference_alignment(codes);
        edits = *edit_distance::reference_distance(codes, distance_metric::levenshtein);
        edit_alignment = edit_distance::reference_alignment(codes, distance_metric::levenshtein);
        osa_edits = *edit_distance::reference_distance(codes, distance_metric::osa);
        damerau_edits = *edit_distance::reference_distance(codes, distance_metric::damerau_levenshtein);
    }

    std::uint64_t common;
    alignment common_alignment;
    std::uint64_t edits;
    alignment edit_alignment;
    std::uint64_t osa_edits;
    std::uint64_t damerau_edits;
};

inline void try_pair(const pair_case& pair, const expected_answers& expected, const run_options& run) {
    const std::string how =
        std::string(to_string(run.vectors)) + ", " + std::to_string(run.threads) + " threads\n" + pair.to_paste();
    subsequence_options common;
    common.run = run;
    EXPECT_EQ(longest_common_subsequence(pair.ref_a(), pair.ref_b(), common).length, expected.common) << how;
    common.alignment = true;
    const subsequence_result aligned = longest_common_subsequence(pair.ref_a(), pair.ref_b(), common);
    EXPECT_EQ(aligned.length, expected.common) << how;
    ASSERT_EQ(cigar(aligned.alignment), cigar(expected.common_alignment)) << how;
    EXPECT_EQ(replay(pair, aligned.alignment), pair.a.size() + pair.b.size() - 2 * expected.common) << how;
    EXPECT_EQ(kept_positions(aligned.alignment).size(), expected.common) << how;

    distance_options edited;
    edited.run = run;
    EXPECT_EQ(distance(pair.ref_a(), pair.ref_b(), edited).distance, expected.edits) << how;
    edited.alignment = true;
    const distance_result aligned_edits = distance(pair.ref_a(), pair.ref_b(), edited);
    EXPECT_EQ(aligned_edits.distance, expected.edits) << how;
    ASSERT_EQ(cigar(aligned_edits.alignment), cigar(expected.edit_alignment)) << how;
    EXPECT_EQ(replay(pair, aligned_edits.alignment), expected.edits) << how;
    for (const std::uint64_t most : {std::uint64_t{0}, std::uint64_t{3}, expected.edits, expected.edits + 1}) {
        edited.max_distance = most;
        const distance_result bounded = distance(pair.ref_a(), pair.ref_b(), edited);
        EXPECT_EQ(bounded.distance.has_value(), expected.edits <= most) << "at most " << most << ", " << how;
        EXPECT_EQ(cigar(bounded.alignment), bounded.distance ? cigar(expected.edit_alignment) : "") << how;
    }
    edited.max_distance.reset();
    edited.metric = distance_metric::indel;
    const distance_result indels = distance(pair.ref_a(), pair.ref_b(), edited);
    EXPECT_EQ(indels.distance, pair.a.size() + pair.b.size() - 2 * expected.common) << how;
    EXPECT_EQ(cigar(indels.alignment), cigar(expected.common_alignment)) << how;

    edited.alignment = false;
    edited.metric = distance_metric::osa;
    EXPECT_EQ(distance(pair.ref_a(), pair.ref_b(), edited).distance, expected.osa_edits) << how;
    edited.max_distance = expected.osa_edits - std::min<std::uint64_t>(expected.osa_edits, 1);
    EXPECT_EQ(distance(pair.ref_a(), pair.ref_b(), edited).distance.has_value(), expected.osa_edits == 0) << how;
    edited.max_distance.reset();
    edited.metric = distance_metric::damerau_levenshtein;
    EXPECT_EQ(distance(pair.ref_a(), pair.ref_b(), edited).distance, expected.damerau_edits) << how;
}

inline void try_all_pair_ways(const pair_case& pair) {
    const expected_answers expected(pair);
    for (const vector_target vectors : usable_vectors())
        for (const unsigned threads : {1U, 2U}) {
            run_options run;
            run.device = device::cpu();
            run.vectors = vectors;
            run.threads = threads;
            try_pair(pair, expected, run);
        }
}

} // namespace concord::test
