// Near pairs by keys: every plan, of one list and of two, in one round and in several, gives what the textbook's matrix
// gives.
#include "problems/distance/join/near_join.hpp"
#include "runtime/test_settings.hpp"
#include "support/near_cases.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <span>

namespace concord::edit_distance::near_join_agree_test {
namespace {

using near_list = test::near_list;

struct tried_way {
    std::uint64_t tile;
    unsigned threads;
    vector_target vectors;
    wanted_pairs wanted;
    bool in_two_blocks;
};

void try_plans(const test::batch_case& made, const std::vector<std::string>& letters_b, bool is_one,
               std::uint64_t bound, const tried_way& way) {
    const near_list wanted = test::near_by_textbook(made, letters_b, bound, way.wanted == wanted_pairs::each_once);
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
    std::vector<join_plan> plans = test::all_join_plans(bound, made.metric, std::max(a.longest(), b.longest()));
    if (const auto anywhere = test::plan_of_pieces_anywhere(bound, made.metric)) plans.push_back(*anywhere);
    for (const join_plan& plan : plans) {
        for (const bool groups_copies : {false, true}) {
            batch_run run(a, b, options, nullptr);
            near_list found;
            near_join join(run, bound, rows, &plan, groups_copies);
            const auto keep = [&](auto pairs) { found.insert(found.end(), pairs.begin(), pairs.end()); };
            // All rows at once, or in two blocks: then a list is compared with itself as two are.
            const std::size_t first = way.in_two_blocks ? rows.size() / 2 : rows.size();
            join.find(std::span(rows).first(first), way.wanted, keep);
            if (first < rows.size()) join.find(std::span(rows).subspan(first), way.wanted, keep);
            ASSERT_TRUE(found == wanted) << found.size() << " instead of " << wanted.size() << " pairs within " << bound
                                         << ", " << plan.describe() << (groups_copies ? ", copies in groups" : "")
                                         << (is_one ? ", one list" : ", two lists")
                                         << (way.in_two_blocks ? ", two blocks" : "") << ", tile " << way.tile << ", "
                                         << to_string(way.vectors) << "\n"
                                         << made.to_paste();
        }
    }
}

void try_case(std::uint64_t seed, const test::batch_case& made) {
    const std::vector<vector_target> vectors = usable_vectors();
    const tried_way way{.tile = seed % 3 == 0 ? std::uint64_t{3} : 0,
                        .threads = 1 + static_cast<unsigned>(seed % 2),
                        .vectors = vectors[seed % vectors.size()],
                        .wanted = seed % 5 < 2 ? wanted_pairs::each_once : wanted_pairs::all,
                        .in_two_blocks = seed % 7 == 0};
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

TEST(near_join, sequences_with_constant_ends) {
    for (const std::uint64_t seed : test::seeds(53'000'000, 500)) {
        try_case(seed, test::make_constant_ends(seed));
        if (HasFatalFailure()) return;
    }
}

/// Few distinct sequences, in any order.
test::batch_case with_copies(std::uint64_t seed) {
    test::batch_case made = test::make_batch_case(seed);
    std::mt19937_64 random(seed);
    for (std::vector<std::string>* list : {&made.a, &made.b}) {
        if (list->empty()) continue;
        const std::vector<std::string> few(
            list->begin(),
            list->begin() + static_cast<std::ptrdiff_t>(1 + random() % std::min<std::size_t>(6, list->size())));
        for (std::string& each : *list)
            each = few[random() % few.size()];
    }
    return made;
}

TEST(near_join, copies_share_what_is_found) {
    for (const std::uint64_t seed : test::seeds(56'000'000, 200)) {
        try_case(seed, with_copies(seed));
        if (HasFatalFailure()) return;
    }
}

TEST(near_join, neighbours_transposed) {
    for (const std::uint64_t seed : test::seeds(55'000'000, 600)) {
        try_case(seed, test::make_transposed(seed));
        if (HasFatalFailure()) return;
    }
}

/// So many transpositions, and so many letters, that pieces apart are put to the test.
TEST(near_join, many_neighbours_transposed) {
    for (const std::uint64_t seed : test::seeds(57'000'000, 100)) {
        try_case(seed, test::make_transposed(seed, 5, 12));
        if (HasFatalFailure()) return;
    }
}

void try_greater_bound(std::uint64_t seed, std::uint64_t bound, test::batch_case made) {
    made.metric = std::array{distance_metric::levenshtein, distance_metric::indel, distance_metric::osa,
                             distance_metric::hamming, distance_metric::damerau_levenshtein}[seed / 2 % 5];
    const std::vector<vector_target> vectors = usable_vectors();
    const tried_way way{.tile = 0,
                        .threads = 1 + static_cast<unsigned>(seed % 2),
                        .vectors = vectors[seed % vectors.size()],
                        .wanted = seed % 3 == 0 ? wanted_pairs::each_once : wanted_pairs::all,
                        .in_two_blocks = seed % 7 == 0};
    try_plans(made, made.a, true, bound, way);
    try_plans(made, made.b, false, bound, way);
}

/// Within so many edits that pieces are short, and pairs are compared in lanes of their own.
TEST(near_join, greater_bounds) {
    for (const std::uint64_t seed : test::seeds(58'000'000, 120)) {
        const std::uint64_t bound = 5 + seed % 13; // 17: beyond the lanes
        try_greater_bound(seed, bound, test::make_transposed(seed, 18, 24 + seed % 40));
        if (HasFatalFailure()) return;
    }
}

TEST(near_join, many_pieces) {
    for (const std::uint64_t seed : test::seeds(59'000'000, 60)) {
        const std::uint64_t bound = seed % 4 == 0 ? 60 + seed % 9 : 18 + seed % 15;
        try_greater_bound(seed, bound, test::make_transposed(seed, 36, 60 + seed % 70));
        if (HasFatalFailure()) return;
    }
}

} // namespace
} // namespace concord::edit_distance::near_join_agree_test
