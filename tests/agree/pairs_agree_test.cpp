// Longest common subsequences and distances of pairs, by every way of pair_ways.hpp, and of sequences of several
// blocks.
#include "agree/pair_ways.hpp"
#include "support/random_case.hpp"

#include <random>

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

/// Between ends in common, which are left out: nothing, something of one sequence only, or of both, also what the ends
/// are made of.
TEST(pairs_agree_with_themselves, common_ends) {
    for (const std::uint64_t seed : test::seeds(42'000'000, 25)) {
        std::mt19937_64 random(seed);
        const test::pair_case ends = test::make_pair_case(seed, 600);
        test::pair_case pair = test::make_pair_case(seed + 1, 100);
        if (random() % 3 == 0) pair.a.clear();
        if (random() % 3 == 0) pair.b.clear();
        if (random() % 3 == 0) // repeats the ends
            pair.a.insert(pair.a.end(), ends.a.begin(),
                          ends.a.begin() + static_cast<std::ptrdiff_t>(random() % (ends.a.size() + 1)));
        for (auto* letters : {&pair.a, &pair.b}) {
            letters->insert(letters->begin(), ends.a.begin(), ends.a.end());
            letters->insert(letters->end(), ends.b.begin(), ends.b.end());
        }
        test::try_all_pair_ways(pair);
        if (testing::Test::HasFailure()) return;
    }
}

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
