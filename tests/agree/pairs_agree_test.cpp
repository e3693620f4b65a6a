// Longest common subsequences and distances of pairs: every vector target, one thread and two, with few edits and many,
// against the textbook's matrix; alignments are the described one and are replayed.
#include "oracles/distance.hpp"
#include "oracles/subsequence.hpp"
#include "support/pair_case.hpp"
#include "support/random_case.hpp"

#include <concord/distance.hpp>
#include <concord/subsequence.hpp>

#include <gtest/gtest.h>

namespace concord {
namespace {

struct expected_answers {
    explicit expected_answers(const test::pair_case& pair) {
        const sequence::coded_pair codes = sequence::code_pair(pair.ref_a(), pair.ref_b());
        common = subsequence::reference_length(codes);
        common_alignment = subsequence::reference_alignment(codes);
        edits = *edit_distance::reference_distance(codes, distance_metric::levenshtein);
        edit_alignment = edit_distance::reference_alignment(codes, distance_metric::levenshtein);
    }

    std::uint64_t common;
    alignment common_alignment;
    std::uint64_t edits;
    alignment edit_alignment;
};

void try_pair(const test::pair_case& pair, const expected_answers& expected, const run_options& run) {
    const std::string how =
        std::string(to_string(run.vectors)) + ", " + std::to_string(run.threads) + " threads\n" + pair.to_paste();
    subsequence_options common;
    common.run = run;
    EXPECT_EQ(longest_common_subsequence(pair.ref_a(), pair.ref_b(), common).length, expected.common) << how;
    common.alignment = true;
    const subsequence_result aligned = longest_common_subsequence(pair.ref_a(), pair.ref_b(), common);
    EXPECT_EQ(aligned.length, expected.common) << how;
    ASSERT_EQ(cigar(aligned.alignment), cigar(expected.common_alignment)) << how;
    EXPECT_EQ(test::replay(pair, aligned.alignment), pair.a.size() + pair.b.size() - 2 * expected.common) << how;
    EXPECT_EQ(kept_positions(aligned.alignment).size(), expected.common) << how;

    distance_options edited;
    edited.run = run;
    EXPECT_EQ(distance(pair.ref_a(), pair.ref_b(), edited).distance, expected.edits) << how;
    edited.alignment = true;
    const distance_result aligned_edits = distance(pair.ref_a(), pair.ref_b(), edited);
    EXPECT_EQ(aligned_edits.distance, expected.edits) << how;
    ASSERT_EQ(cigar(aligned_edits.alignment), cigar(expected.edit_alignment)) << how;
    EXPECT_EQ(test::replay(pair, aligned_edits.alignment), expected.edits) << how;
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
}

void try_all(const test::pair_case& pair) {
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

class pairs_agree : public testing::TestWithParam<int> {};

TEST_P(pairs_agree, short_ones) {
    for (const std::uint64_t seed : test::seeds(40'000'000 + 1'000 * static_cast<std::uint64_t>(GetParam()), 150))
        try_all(test::make_pair_case(seed, 300));
}

TEST_P(pairs_agree, around_blocks) {
    for (const std::uint64_t seed : test::seeds(41'000'000 + 1'000 * static_cast<std::uint64_t>(GetParam()), 10))
        try_all(test::make_pair_case(seed, 5000));
}

INSTANTIATE_TEST_SUITE_P(seeds, pairs_agree, testing::Range(0, 8));

/// Matrices of several blocks each way, whose edges are kept, and whose alignments cross their borders.
TEST(pairs_agree_with_themselves, in_large) {
    test::pair_case pair = test::make_pair_case(42, 100);
    for (const std::uint64_t alphabet : {4U, 100U}) {
        std::uint64_t state = 1;
        const auto next = [&] {
            state = state * 6364136223846793005U + 1442695040888963407U;
            return static_cast<std::uint32_t>((state >> 33U) % alphabet);
        };
        pair.a.resize(30'000);
        pair.b.resize(25'000);
        for (auto* letters : {&pair.a, &pair.b})
            for (std::uint32_t& letter : *letters)
                letter = next();
        std::string first;
        for (const vector_target vectors : usable_vectors())
            for (const unsigned threads : {1U, 2U, 5U}) {
                distance_options options;
                options.alignment = true;
                options.run.device = device::cpu();
                options.run.vectors = vectors;
                options.run.threads = threads;
                const distance_result result = distance(pair.ref_a(), pair.ref_b(), options);
                EXPECT_EQ(result.run.vectors, to_string(vectors)); // what was asked for is what ran
                EXPECT_EQ(test::replay(pair, result.alignment), result.distance);
                if (first.empty()) first = cigar(result.alignment);
                EXPECT_EQ(cigar(result.alignment), first) << to_string(vectors) << ", " << threads << " threads";
            }
    }
}

} // namespace
} // namespace concord
