#include "alignment/batch/gpu/divided_batch.hpp"
#include "runtime/test_settings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

namespace concord::edit_distance::divided_batch_test {
namespace {

/// The "distance" of a pair is its number; every tenth one is too long.
struct fake_gpu {
    std::uint64_t columns = 1;
    std::uint64_t most = 1000;
    std::uint64_t fails_at = ~std::uint64_t{0}; ///< a row
    std::atomic<int> calls = 0;

    std::vector<std::uint64_t> rows(std::uint64_t first_row, std::uint64_t count, std::uint32_t* distances) {
        ++calls;
        if (first_row <= fails_at && fails_at < first_row + count) throw std::runtime_error("no memory");
        std::vector<std::uint64_t> too_long;
        for (std::uint64_t pair = 0; pair < count * columns; ++pair) {
            distances[pair] = static_cast<std::uint32_t>(first_row * columns + pair);
            if (distances[pair] % 10 == 0) too_long.push_back(pair);
        }
        std::this_thread::yield();
        return too_long;
    }
    std::vector<std::uint64_t> zipped(std::uint64_t first, std::uint64_t count, std::uint32_t* distances) {
        return rows(first, count, distances);
    }
    [[nodiscard]] std::uint64_t most_pairs() const { return most; }
};

divided_batch<fake_gpu> gpus(std::vector<fake_gpu*>& seen, std::size_t number, std::uint64_t columns,
                             std::uint64_t least) {
    std::vector<std::unique_ptr<fake_gpu>> each;
    for (std::size_t which = 0; which < number; ++which) {
        each.push_back(std::make_unique<fake_gpu>());
        each.back()->columns = columns;
        each.back()->most += which;
        seen.push_back(each.back().get());
    }
    return {std::move(each), columns, least};
}

int calls_of(const std::vector<fake_gpu*>& seen) {
    return std::accumulate(seen.begin(), seen.end(), 0, [](int sum, const fake_gpu* one) { return sum + one->calls; });
}

TEST(divided_batch, rows_are_those_of_one_gpu_whatever_their_number) {
    for (const std::size_t number : {1U, 2U, 3U, 8U})
        for (const std::uint64_t rows : {0U, 1U, 2U, 7U, 100U}) {
            std::vector<fake_gpu*> seen;
            divided_batch<fake_gpu> batch = gpus(seen, number, 3, 1);
            std::vector<std::uint32_t> distances(rows * 3);
            const std::vector<std::uint64_t> too_long = batch.rows(5, rows, distances.data());
            std::vector<std::uint64_t> expected; // pairs 15, 16 ... of which 20, 30 ... are too long
            for (std::uint64_t pair = 0; pair < rows * 3; ++pair) {
                EXPECT_EQ(distances[pair], 15 + pair);
                if ((15 + pair) % 10 == 0) expected.push_back(pair);
            }
            EXPECT_EQ(too_long, expected) << number << " GPUs, " << rows << " rows";
        }
}

TEST(divided_batch, pairs_by_number) {
    std::vector<fake_gpu*> seen;
    divided_batch<fake_gpu> batch = gpus(seen, 2, 1, 1);
    std::vector<std::uint32_t> distances(25);
    EXPECT_EQ(batch.zipped(7, 25, distances.data()), (std::vector<std::uint64_t>{3, 13, 23}));
    for (std::uint32_t pair = 0; pair < 25; ++pair)
        EXPECT_EQ(distances[pair], 7 + pair);
}

TEST(divided_batch, as_many_parts_as_keep_gpus_busy) {
    const auto parts = [](std::uint64_t least) {
        std::vector<fake_gpu*> seen;
        divided_batch<fake_gpu> batch = gpus(seen, 2, 10, least);
        std::vector<std::uint32_t> distances(1000);
        static_cast<void>(batch.rows(0, 100, distances.data()));
        return calls_of(seen);
    };
    EXPECT_EQ(parts(1), 8); // four for each
    EXPECT_EQ(parts(250), 4);
    EXPECT_EQ(parts(600), 1);
    EXPECT_EQ(parts(5000), 1);
}

TEST(divided_batch, memory_of_the_smallest) {
    std::vector<fake_gpu*> seen;
    const divided_batch<fake_gpu> batch = gpus(seen, 3, 1, 1);
    seen[1]->most = 17;
    EXPECT_EQ(batch.most_pairs(), 17);
}

TEST(divided_batch, a_failure_of_any_gpu_is_the_callers) {
    for (const std::uint64_t row : {0U, 50U, 99U}) {
        std::vector<fake_gpu*> seen;
        divided_batch<fake_gpu> batch = gpus(seen, 3, 10, 1);
        for (fake_gpu* one : seen)
            one->fails_at = row;
        std::vector<std::uint32_t> distances(1000);
        EXPECT_THROW(static_cast<void>(batch.rows(0, 100, distances.data())), std::runtime_error);
    }
}

TEST(divided_batch, where_no_thread_can_be_started_one_does_all) {
    const runtime::scoped_thread_limit none(0);
    std::vector<fake_gpu*> seen;
    divided_batch<fake_gpu> batch = gpus(seen, 3, 10, 1);
    std::vector<std::uint32_t> distances(1000);
    EXPECT_EQ(batch.rows(0, 100, distances.data()).size(), 100);
    EXPECT_EQ(distances.back(), 999);
    EXPECT_EQ(seen[0]->calls, 12); // three GPUs have four parts each; the others find none left
}

} // namespace
} // namespace concord::edit_distance::divided_batch_test
