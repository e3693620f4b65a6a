// Near pairs as GPUs find them, step by step on the host: every plan gives what the textbook's matrix gives.
#include "problems/distance/gpu/device_join.hpp"
#include "sequence/dense_letters.hpp"
#include "support/near_cases.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"
#include "support/serial_machine.hpp"
#include "support/text_case.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace concord::edit_distance::gpu_near_test {
namespace {

using near_list = test::near_list;

struct tried_way {
    std::uint64_t tile;
    wanted_pairs wanted;
    bool some_rows; ///< every other one
};

void try_plans(const test::batch_case& made, const std::vector<std::string>& letters_b, bool is_one,
               std::uint64_t bound, const tried_way& way) {
    const sequence_set given = test::make_set(made.a, made.kind);
    const auto [a, b] =
        sequence::with_dense_letters(given, is_one ? given : test::make_set(letters_b, made.kind)); // as a batch_run
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < a.size(); row += way.some_rows ? 2 : 1)
        rows.push_back(row);
    if (rows.empty() || b.size() == 0) return;
    near_list wanted = test::near_by_textbook(made, letters_b, bound, way.wanted == wanted_pairs::each_once);
    std::erase_if(wanted, [&](const near_pair& pair) { return way.some_rows && pair.a % 2 == 1; });
    batch_options options;
    options.metric = made.metric;
    options.max_distance = bound;
    const pair_comparer comparer(a, b, options);
    if (!why_not_near_on_gpus(comparer).empty()) {
        ASSERT_NE(made.kind, alphabet::utf8) << why_not_near_on_gpus(comparer);
        return;
    }
    const letter_numbers numbers(comparer.letters(), longest_on_device);
    std::vector<std::uint32_t> all(b.size());
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    const information_profile profile(numbers, comparer.letters().b(), all);
    const runtime::scoped_tile tile(way.tile);
    test::serial_machine machine(1U << 20U);
    device_join<test::serial_machine> join(machine, comparer);
    for (const join_plan& plan : test::all_join_plans(bound, made.metric, std::max(a.longest(), b.longest()))) {
        near_list found;
        // As many rows at once as there is room for.
        std::size_t block = rows.size();
        for (std::size_t first = 0; first < rows.size();) {
            const std::size_t here = std::min(block, rows.size() - first);
            near_list some;
            if (join.find({.plan = plan,
                           .profile = &profile,
                           .bound = bound,
                           .rows = std::span(rows).subspan(first, here),
                           .wanted = way.wanted,
                           .most = here == 1 ? no_bound : 100},
                          some)) {
                found.insert(found.end(), some.begin(), some.end());
                first += here;
            } else {
                ASSERT_GT(here, 1U);
                block = std::max<std::size_t>(1, here / 4);
            }
        }
        ASSERT_TRUE(found == wanted) << found.size() << " instead of " << wanted.size() << " pairs within " << bound
                                     << ", " << plan.describe() << (is_one ? ", one list" : ", two lists") << ", tile "
                                     << way.tile << (way.some_rows ? ", some rows" : "") << "\n"
                                     << made.to_paste();
    }
}

void try_case(std::uint64_t seed, const test::batch_case& made) {
    const tried_way way{.tile = seed % 3 == 0 ? std::uint64_t{3} : 0,
                        .wanted = seed % 5 < 2 ? wanted_pairs::each_once : wanted_pairs::all,
                        .some_rows = seed % 4 == 3};
    const std::uint64_t bound = seed % 6;
    try_plans(made, made.a, true, bound, way);
    try_plans(made, made.b, false, bound, way);
}

TEST(gpu_near, every_plan_finds_what_the_matrix_finds) {
    for (const std::uint64_t seed : test::seeds(83'000'000, 150)) {
        test::batch_case made = test::make_batch_case(seed);
        for (std::vector<std::string>* set : {&made.a, &made.b})
            std::erase_if(*set, [](const std::string& each) { return each.size() > longest_on_device; });
        try_case(seed, made);
        if (HasFatalFailure()) return;
    }
}

TEST(gpu_near, sequences_with_constant_ends) {
    for (const std::uint64_t seed : test::seeds(84'000'000, 200)) {
        try_case(seed, test::make_constant_ends(seed));
        if (HasFatalFailure()) return;
    }
}

/// All metrics at bounds beyond those of diagonals, where rows of the matrix are computed.
TEST(gpu_near, neighbours_transposed) {
    for (const std::uint64_t seed : test::seeds(59'000'000, 60)) {
        try_case(seed, test::make_transposed(seed));
        if (HasFatalFailure()) return;
    }
}

/// Words of so many characters that letters have up to twelve planes.
TEST(gpu_near, text_of_many_characters) {
    constexpr distance_metric metrics[] = {distance_metric::levenshtein, distance_metric::indel,
                                           distance_metric::hamming, distance_metric::osa};
    constexpr std::uint32_t distinct[] = {40, 300, 700};
    for (const std::uint64_t seed : test::seeds(62'000'000, 12)) {
        test::batch_case made = test::make_text_case(seed, distinct[seed % 3], 20 + seed % 40);
        made.metric = metrics[seed / 3 % 4];
        try_case(seed % 4, made);
        if (HasFatalFailure()) return;
    }
    try_case(1, test::make_text_case(1, 2'500, 63));
}

TEST(gpu_near, great_bounds) {
    for (const std::uint64_t seed : test::seeds(85'000'000, 12)) {
        test::batch_case made = test::make_constant_ends(seed);
        for (const metric_traits& metric : all_metrics) {
            if (metric.is_refined) continue;
            made.metric = static_cast<distance_metric>(&metric - all_metrics.data());
            for (const std::uint64_t bound : {7U, 20U, 200U})
                try_plans(made, made.b, false, bound, {.tile = 0, .wanted = wanted_pairs::all, .some_rows = false});
            if (HasFatalFailure()) return;
        }
    }
}

} // namespace
} // namespace concord::edit_distance::gpu_near_test
