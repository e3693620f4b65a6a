// Pairs found in any order and several times come out in order, each once: few of a row, and so many that they are
// sorted by digits.
#include "problems/distance/join/found_pairs.hpp"
#include "support/random_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

namespace concord::edit_distance::found_pairs_test {
namespace {

using triple = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>;

struct tried_size {
    std::uint32_t rows;
    std::uint32_t columns;
    std::uint64_t pairs;
};

void try_size(const tried_size& size, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    constexpr unsigned workers = 3;
    std::vector<std::uint32_t> rows(size.rows); // of the caller: ascending, not adjacent
    for (std::uint32_t row = 0; row < size.rows; ++row)
        rows[row] = 2 * row + 1;
    found_pairs found(workers, size.rows, size.pairs);
    std::vector<triple> wanted;
    for (std::uint64_t pair = 0; pair < size.pairs; ++pair) {
        // Some rows have many.
        const auto row = static_cast<std::uint32_t>(random() % 4 == 0 ? 0 : random() % size.rows);
        const auto column = static_cast<std::uint32_t>(random() % size.columns);
        const std::uint32_t distance = (row ^ column) % 5 == 4 ? 131'072 : (row ^ column) % 5; // of indel, at most
        for (std::uint64_t times = 1 + random() % 2; times > 0; --times)
            found.add(static_cast<unsigned>(random() % workers), {row, column, distance});
        wanted.emplace_back(rows[row], column, distance);
    }
    std::ranges::sort(wanted);
    wanted.erase(std::ranges::unique(wanted).begin(), wanted.end());
    std::vector<triple> delivered;
    run_options options;
    options.threads = 2;
    runtime::thread_pool pool(options);
    found.deliver(pool, rows, [&](std::span<const near_pair> pairs) {
        for (const near_pair& each : pairs)
            delivered.emplace_back(each.a, each.b, each.distance);
    });
    ASSERT_TRUE(delivered == wanted) << delivered.size() << " instead of " << wanted.size() << " pairs, seed " << seed
                                     << ", " << size.rows << " rows, " << size.columns << " columns";
    found.deliver(pool, rows, [&](std::span<const near_pair>) { FAIL() << "what was delivered is gone"; });
}

TEST(found_pairs, come_in_order_and_once) {
    const std::vector<tried_size> sizes = {{1, 1, 3},
                                           {1, 5000, 3000},
                                           {3, 1, 900},
                                           {700, 900, 20000},
                                           {5000, 3'000'000, 60000},
                                           {100'000, 4'000'000'000, 40000},
                                           {9'000'000, 1'000'000, 20000}};
    for (const tried_size& size : sizes)
        for (const std::uint64_t seed : test::seeds(55'000'000, 3)) {
            try_size(size, seed);
            if (HasFatalFailure()) return;
        }
}

} // namespace
} // namespace concord::edit_distance::found_pairs_test
