// Ranges of which a thread gives a part to one that has nothing left to do.
#include "runtime/shared_ranges.hpp"

#include <concord/error.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace concord::runtime::shared_ranges_test {
namespace {

using range = shared_ranges::range;

run_options with_threads(unsigned threads) {
    run_options options;
    options.threads = threads;
    return options;
}

TEST(shared_ranges, are_equal_parts_where_none_is_given) {
    const run_options options = with_threads(1);
    thread_pool workers(options);
    shared_ranges ranges(10, 3);
    std::vector<std::pair<std::size_t, std::size_t>> seen;
    ranges.run(workers, {"", ""}, [&](range& mine, unsigned) {
        EXPECT_FALSE(ranges.are_wanted()); // one thread does not wait for itself
        seen.emplace_back(mine.first, mine.last);
    });
    EXPECT_EQ(seen, (std::vector<std::pair<std::size_t, std::size_t>>{{0, 3}, {3, 6}, {6, 10}}));
}

TEST(shared_ranges, hold_each_index_once_whatever_is_given) {
    for (const unsigned threads : {1U, 2U, 3U, 8U})
        for (const std::size_t count : {0U, 1U, 2U, 17U, 5000U})
            for (const std::size_t parts : {1U, 2U, 16U}) {
                const run_options options = with_threads(threads);
                thread_pool workers(options);
                std::vector<std::atomic<int>> done(count);
                shared_ranges ranges(count, parts);
                ranges.run(workers, {"", ""}, [&](range& mine, unsigned worker) {
                    EXPECT_LT(worker, threads);
                    for (std::size_t index = mine.first; index < mine.last; ++index) {
                        if (ranges.are_wanted() && mine.last - index > 1)
                            ranges.give(mine, index + 1 + (mine.last - index - 1) / 2);
                        ++done[index];
                    }
                });
                for (std::size_t index = 0; index < count; ++index)
                    EXPECT_EQ(done[index], 1) << index << " of " << count << ", " << threads << " threads";
            }
}

TEST(shared_ranges, are_given_to_a_thread_that_waits) {
    const run_options options = with_threads(2);
    thread_pool workers(options);
    shared_ranges ranges(2, 1);
    std::atomic<int> calls = 0;
    // The second thread has nothing but what the first one gives it, which waits until that asks.
    ranges.run(workers, {"", ""}, [&](range& mine, unsigned) {
        if (++calls > 1) return;
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!ranges.are_wanted() && std::chrono::steady_clock::now() < end)
            std::this_thread::yield();
        EXPECT_TRUE(ranges.are_wanted());
        ranges.give(mine, 1);
        EXPECT_EQ(mine.last, 1U);
    });
    EXPECT_EQ(calls, 2);
}

TEST(shared_ranges, end_with_the_first_exception) {
    for (const unsigned threads : {1U, 2U, 8U}) {
        const run_options options = with_threads(threads);
        thread_pool workers(options);
        shared_ranges ranges(100, 10);
        EXPECT_THROW(ranges.run(workers, {"", ""},
                                [&](range& mine, unsigned) {
                                    if (mine.first == 0) throw std::runtime_error("this one");
                                }),
                     std::runtime_error);
    }
}

TEST(shared_ranges, end_where_the_caller_cancels) {
    run_options options = with_threads(3);
    std::atomic<bool> is_cancelled = false;
    options.cancelled = [&] { return is_cancelled.load(); };
    thread_pool workers(options);
    shared_ranges ranges(1000, 1);
    EXPECT_THROW(ranges.run(workers, {"", ""},
                            [&](range& mine, unsigned) {
                                is_cancelled = true;
                                if (mine.last - mine.first > 1) ranges.give(mine, mine.first + 1);
                            }),
                 error);
}

} // namespace
} // namespace concord::runtime::shared_ranges_test
