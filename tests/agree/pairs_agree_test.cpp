// Longest common subsequences and distances of pairs, by every way of pair_ways.hpp, and of sequences of several
// blocks.
#include "agree/pair_ways.hpp"
#include "support/random_case.hpp"

namespace concord {
namespace {

class pairs_agree : public testing::TestWithParam<int> {};

TEST_P(pairs_agree, short_ones) {
    for (const std::uint64_t seed : test::seeds(40'000'000 + 1'000 * static_cast<std::uint64_t>(GetParam()), 150))
        test::try_all_pair_ways(test::make_pair_case(seed, 300));
}

TEST_P(pairs_agree, around_blocks) {
    for (const std::uint64_t seed : test::seeds(41'000'000 + 1'000 * static_cast<std::uint64_t>(GetParam()), 10))
        test::try_all_pair_ways(test::make_pair_case(seed, 5000));
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
