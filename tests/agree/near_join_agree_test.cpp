// Near pairs by keys: every plan, of one list and of two, in one round and in several, gives what the textbook's matrix
// gives.
#include "oracles/distance.hpp"
#include "problems/distance/join/near_join.hpp"
#include "runtime/test_settings.hpp"
#include "support/batch_case.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace concord::edit_distance {
namespace {

using near_list = std::vector<near_pair>;

/// What is near, by the textbook's matrix.
near_list expected(const test::batch_case& made, const std::vector<std::string>& b, std::uint64_t bound,
                   wanted_pairs wanted) {
    near_list near;
    for (std::size_t i = 0; i < made.a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            if (wanted == wanted_pairs::each_once && j <= i) continue;
            const auto distance = reference_distance(test::coded(made.a[i], b[j], made.kind), made.metric);
            if (distance && *distance <= bound) near.push_back({i, j, static_cast<std::uint32_t>(*distance)});
        }
    return near;
}

std::vector<join_plan> all_plans(std::uint64_t bound, distance_metric metric, std::uint64_t longest) {
    const metric_traits& traits = traits_of(metric);
    const bool masks = !traits.has_matrix();
    const std::uint64_t edits = bound * traits.levenshtein_edits;
    std::vector<join_plan> plans{{.bound = bound, .masks = masks}};
    if (bound <= (longest > 40 ? 1 : longest > 16 ? 2 : 3)) // there are about longest^bound keys
        plans.push_back({.pieces = 1, .bound = bound, .masks = masks, .most_gaps = edits});
    for (std::uint32_t unchanged = 1; unchanged <= most_key_parts; ++unchanged)
        if (edits + unchanged > 1)
            plans.push_back({.pieces = static_cast<std::uint32_t>(edits) + unchanged,
                             .unchanged = unchanged,
                             .bound = edits,
                             .masks = masks});
    return plans;
}

struct tried_way {
    std::uint64_t tile;
    unsigned threads;
    vector_target vectors;
    wanted_pairs wanted;
};

void try_plans(const test::batch_case& made, const std::vector<std::string>& letters_b, bool is_one,
               std::uint64_t bound, const tried_way& way) {
    const near_list wanted = expected(made, letters_b, bound, way.wanted);
    const sequence_set a = test::make_set(made.a, made.kind);
    const sequence_set other = test::make_set(letters_b, made.kind);
    const sequence_set& b = is_one ? a : other;
    std::vector<std::uint32_t> rows(a.size());
    std::iota(rows.begin(), rows.end(), std::uint32_t{0});
    if (rows.empty() || b.size() == 0) return;
    batch_options options;
    options.metric = made.metric;
    options.max_distance = bound;
    options.run.threads = way.threads;
    options.run.vectors = way.vectors;
    const runtime::scoped_tile tile(way.tile);
    for (const join_plan& plan : all_plans(bound, made.metric, std::max(a.longest(), b.longest()))) {
        batch_run run(a, b, options, nullptr);
        near_list found;
        near_join(run, bound, rows, &plan).find(rows, way.wanted, [&](auto pairs) {
            found.insert(found.end(), pairs.begin(), pairs.end());
        });
        ASSERT_TRUE(found == wanted) << found.size() << " instead of " << wanted.size() << " pairs within " << bound
                                     << ", " << plan.describe() << (is_one ? ", one list" : ", two lists") << ", tile "
                                     << way.tile << ", " << to_string(way.vectors) << "\n"
                                     << made.to_paste();
    }
}

void try_case(std::uint64_t seed, const test::batch_case& made) {
    const std::vector<vector_target> vectors = usable_vectors();
    const tried_way way{.tile = seed % 3 == 0 ? std::uint64_t{3} : 0,
                        .threads = 1 + static_cast<unsigned>(seed % 2),
                        .vectors = vectors[seed % vectors.size()],
                        .wanted = seed % 5 < 2 ? wanted_pairs::each_once : wanted_pairs::all};
    const std::uint64_t bound = seed % 6;
    try_plans(made, made.a, true, bound, way);
    try_plans(made, made.b, false, bound, way);
}

TEST(near_join, every_plan_finds_what_the_matrix_finds) {
    for (const std::uint64_t seed : test::seeds(52'000'000, 300)) {
        try_case(seed, test::make_batch_case(seed));
        if (HasFatalFailure()) return;
    }
}

/// Sequences with the same ends and few letters between them, of which runs and repeats are left out in several ways.
TEST(near_join, sequences_with_constant_ends) {
    for (const std::uint64_t seed : test::seeds(53'000'000, 500)) {
        std::mt19937_64 random(seed);
        test::batch_case made = test::make_batch_case(seed);
        made.kind = alphabet::dna;
        const std::string letters = seed % 7 == 0 ? "ACGTN" : "ACGT";
        const auto make = [&](std::vector<std::string>& set) {
            set.clear();
            for (std::uint64_t count = random() % 30; count > 0; --count) {
                std::string between;
                for (std::uint64_t length = random() % 9; length > 0; --length)
                    between += letters[random() % (random() % 3 == 0 ? 1 : letters.size())];
                set.push_back((random() % 20 == 0 ? "GA" : "GAATTA") + between + (random() % 4 == 0 ? "CCG" : "CCA"));
            }
        };
        make(made.a);
        make(made.b);
        try_case(seed, made);
        if (HasFatalFailure()) return;
    }
}

} // namespace
} // namespace concord::edit_distance
