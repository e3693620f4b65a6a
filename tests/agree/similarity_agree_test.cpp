// Jaro, Jaro-Winkler and edits with weights: letters of every kind, pairs and batches, against the definitions.
#include "oracles/similarity.hpp"
#include "support/batch_case.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <concord/error.hpp>
#include <concord/similarity.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace concord::similarity_agree_test {
namespace {

using test::batch_case;
using test::coded;
using test::make_batch_case;

/// The same letters as symbols beyond a byte, every other one with bits above the sixteenth.
std::vector<std::uint32_t> widened(const std::string& letters) {
    std::vector<std::uint32_t> made;
    for (const char letter : letters) {
        const auto value = static_cast<unsigned char>(letter);
        made.push_back(value * 259U + (value % 2 == 0 ? 0U : 0x10'0000U));
    }
    return made;
}

void try_similarities(const batch_case& tried) {
    const sequence_set a = test::make_set(tried.a, tried.kind);
    const sequence_set b = test::make_set(tried.b, tried.kind);
    constexpr std::array weights = {0.0, 0.1, 0.17, 0.25, 0.6, 1.0};
    for (std::size_t i = 0; i < tried.a.size(); ++i)
        for (std::size_t j = 0; j < tried.b.size(); ++j) {
            const auto as_bytes = coded(tried.a[i], tried.b[j], alphabet::bytes);
            const auto as_letters = coded(tried.a[i], tried.b[j], tried.kind);
            const double weight = weights.at((i + j) % weights.size());
            const std::vector<std::uint32_t> wide_a = widened(tried.a[i]);
            const std::vector<std::uint32_t> wide_b = widened(tried.b[j]);
            const auto of = [&](const sequence_ref& one, const sequence_ref& other,
                                const sequence::coded_pair& expected, const char* what) {
                const std::string context =
                    std::string(what) + ", pair " + std::to_string(i) + ", " + std::to_string(j) + "\n";
                ASSERT_DOUBLE_EQ(jaro_similarity(one, other), edit_distance::reference_jaro(expected))
                    << context << tried.to_paste();
                ASSERT_DOUBLE_EQ(jaro_winkler_similarity(one, other, weight),
                                 edit_distance::reference_jaro_winkler(expected, weight))
                    << context << tried.to_paste();
            };
            of(sequence_ref(tried.a[i]), sequence_ref(tried.b[j]), as_bytes, "bytes");
            of(sequence_ref(wide_a), sequence_ref(wide_b), as_bytes, "symbols");
            of(sequence_ref(a, i), sequence_ref(b, j), as_letters, "sets");
            if (testing::Test::HasFatalFailure()) return;
        }
}

edit_weights some_weights(std::mt19937_64& random) {
    constexpr std::array<std::uint64_t, 6> costs = {0, 1, 1, 2, 3, 7};
    const auto one = [&] { return costs.at(random() % costs.size()); };
    const edit_weights made{.insertion = one(), .deletion = one(), .substitution = one()};
    // All alike, or a substitution that is never worth it: multiples of other distances.
    if (random() % 4 == 0) return {made.insertion, made.insertion, made.insertion};
    if (random() % 4 == 0) return {made.insertion, made.insertion, 2 * made.insertion + random() % 3};
    return made;
}

/// All pairs, as the definition has them; those beyond the bound are left out.
std::vector<near_pair> expected_pairs(const batch_case& tried, const edit_weights& weights) {
    std::vector<near_pair> pairs;
    for (std::size_t i = 0; i < tried.a.size(); ++i)
        for (std::size_t j = 0; j < tried.b.size(); ++j) {
            const std::uint64_t cost =
                edit_distance::reference_cost(coded(tried.a[i], tried.b[j], tried.kind), weights);
            if (!tried.max_distance || cost <= *tried.max_distance)
                pairs.push_back({i, j, static_cast<std::uint32_t>(cost)});
        }
    return pairs;
}

void try_weights(const batch_case& tried, const edit_weights& weights, unsigned threads) {
    const std::string context = "weights " + std::to_string(weights.insertion) + ", " +
                                std::to_string(weights.deletion) + ", " + std::to_string(weights.substitution) + ", " +
                                std::to_string(threads) + " threads\n" + tried.to_paste();
    const sequence_set a = test::make_set(tried.a, tried.kind);
    const sequence_set b = test::make_set(tried.b, tried.kind);
    batch_options options;
    options.weights = weights;
    options.max_distance = tried.max_distance;
    options.run.threads = threads;
    const std::vector<near_pair> expected = expected_pairs(tried, weights);
    std::vector<near_pair> found;
    const auto take = [&](std::span<const near_pair> pairs) { found.insert(found.end(), pairs.begin(), pairs.end()); };

    all_distances(a, b, options, [&](std::uint64_t i, std::span<const std::uint32_t> distances) {
        for (std::size_t j = 0; j < distances.size(); ++j)
            if (distances[j] != no_distance) found.push_back({i, j, distances[j]});
    });
    ASSERT_EQ(found, expected) << "all, " << context;

    if (tried.max_distance) {
        found.clear();
        near_pairs(a, b, options, take);
        ASSERT_EQ(found, expected) << "near, " << context;
    }

    std::vector<near_pair> nearest_ones;
    for (std::size_t i = 0; i < tried.a.size(); ++i) {
        std::vector<near_pair> row;
        std::ranges::copy_if(expected, std::back_inserter(row), [i](const near_pair& each) { return each.a == i; });
        std::ranges::stable_sort(row, {}, &near_pair::distance);
        row.resize(std::min<std::size_t>(row.size(), tried.nearest));
        nearest_ones.insert(nearest_ones.end(), row.begin(), row.end());
    }
    found.clear();
    nearest(a, b, tried.nearest, options, take);
    ASSERT_EQ(found, nearest_ones) << "nearest, " << context;

    for (const near_pair& each : expected) {
        const auto pair = weighted_distance(sequence_ref(a, each.a), sequence_ref(b, each.b), weights);
        ASSERT_TRUE(pair.has_value()) << context;
        ASSERT_EQ(*pair, each.distance) << "pair " << each.a << ", " << each.b << ", " << context;
    }
}

class similarities_agree : public testing::TestWithParam<int> {};

TEST_P(similarities_agree, with_the_definition) {
    for (const std::uint64_t seed : test::seeds(72'000'000 + 1'000 * static_cast<std::uint64_t>(GetParam()), 60)) {
        SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
        try_similarities(make_batch_case(seed));
        if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, similarities_agree, testing::Range(0, 4));

class weights_agree : public testing::TestWithParam<int> {};

TEST_P(weights_agree, with_the_textbook) {
    for (const std::uint64_t seed : test::seeds(73'000'000 + 1'000 * static_cast<std::uint64_t>(GetParam()), 60)) {
        SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
        std::mt19937_64 random(seed);
        const edit_weights weights = some_weights(random);
        try_weights(make_batch_case(seed), weights, 1 + static_cast<unsigned>(random() % 2));
        if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, weights_agree, testing::Range(0, 4));

/// Of one list each pair once: the cost of turning i into j, for i < j, whatever the way back costs.
TEST(weights_of_one_list, each_pair_once_has_the_cost_of_the_way_there) {
    const sequence_set set = test::make_set({"ACGT", "ACG", "ACGTT"});
    batch_options options;
    options.weights = {.insertion = 2, .deletion = 5, .substitution = 9};
    options.max_distance = 5;
    options.each_pair_once = true;
    std::vector<near_pair> found;
    const auto take = [&](std::span<const near_pair> pairs) { found.insert(found.end(), pairs.begin(), pairs.end()); };
    near_pairs(set, set, options, take);
    EXPECT_EQ(found, (std::vector<near_pair>{{0, 1, 5}, {0, 2, 2}, {1, 2, 4}}));
    options.max_distance = 4; // (1, 0) costs 2, and is not asked for
    found.clear();
    near_pairs(set, set, options, take);
    EXPECT_EQ(found, (std::vector<near_pair>{{0, 2, 2}, {1, 2, 4}}));
}

} // namespace
} // namespace concord::similarity_agree_test
