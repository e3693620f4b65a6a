// Longest common subsequences and distances of pairs, by every way of pair_ways.hpp, and of sequences of several
// blocks.
#include "agree/pair_ways.hpp"
#include "support/chosen_cases.hpp"
#include "support/random_case.hpp"

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace concord::pairs_agree_test {
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

/// A pair of which the second is `length` letters of the first from `start` on, every `every`-th of which is edited.
test::pair_case edited_part(std::uint64_t seed, std::size_t start, std::size_t length, std::uint64_t every,
                            std::uint64_t letters) {
    test::pair_case pair = test::make_unrelated_pair(seed, 9'000, 0, letters);
    std::mt19937_64 random(seed);
    for (std::size_t i = start; i < start + length; ++i) {
        pair.b.push_back(pair.a[i]);
        if (random() % every != 0) continue;
        const std::uint64_t what = random() % 4;
        if (what == 0) pair.b.pop_back();
        if (what == 1) pair.b.push_back(static_cast<std::uint32_t>(random() % letters));
        if (what == 2) pair.b.back() = static_cast<std::uint32_t>(random() % letters);
        if (what == 3 && pair.b.size() > 1) std::swap(pair.b.back(), pair.b[pair.b.size() - 2]);
    }
    return pair;
}

/// A greatest distance leaves out what is far from the diagonals: distances up to it, and that there are more, around
/// the distance and far from it.
TEST(pairs_agree_with_themselves, within_a_greatest_distance) {
    constexpr std::pair<std::size_t, std::size_t> parts[] = {{0, 9'000}, {0, 4'100}, {4'000, 5'000}, {2'000, 3'000}};
    std::size_t in_corridors = 0;
    const std::vector<std::uint64_t> cases = test::chosen_cases(16);
    for (const std::uint64_t number : cases) {
        const auto [start, length] = parts[number % 4];
        const std::uint64_t letters = number / 4 % 2 == 0 ? 4 : 100;
        test::pair_case pair = edited_part(43'000'001 + number, start, length, number < 8 ? 3 : 8, letters);
        if (number % 2 == 1) std::swap(pair.a, pair.b);
        const sequence::coded_pair codes = sequence::code_pair(pair.ref_a(), pair.ref_b());
        for (const distance_metric metric :
             {distance_metric::levenshtein, distance_metric::indel, distance_metric::osa}) {
            const std::uint64_t edits = *edit_distance::reference_distance(codes, metric);
            for (const std::uint64_t most : {edits / 2, edits - 1, edits, edits + 1, edits + edits / 3})
                for (const vector_target vectors : usable_vectors()) {
                    distance_options options;
                    options.metric = metric;
                    options.max_distance = most;
                    options.run.device = device::cpu();
                    options.run.vectors = vectors;
                    options.run.threads = 1 + static_cast<unsigned>(most % 3);
                    const distance_result found = distance(pair.ref_a(), pair.ref_b(), options);
                    ASSERT_EQ(found.distance, edits <= most ? std::optional(edits) : std::nullopt)
                        << "at most " << most << " of " << edits << ", " << to_string(vectors) << ", "
                        << options.run.threads << " threads\n"
                        << pair.to_paste();
                    in_corridors +=
                        static_cast<std::size_t>(std::ranges::any_of(found.run.notes, [](const std::string& note) {
                            return note.find("the diagonals of the greatest distance") != std::string::npos;
                        }));
                }
        }
    }
    EXPECT_GT(in_corridors, cases.size() * usable_vectors().size()); // it is what ran
}

} // namespace
} // namespace concord::pairs_agree_test
