// Threads that wait for work, and a system that starts too few of them.
#include "runtime/test_settings.hpp"
#include "runtime/thread_pool.hpp"
#include "runtime/worker_team.hpp"

#include <concord/error.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace concord::runtime::worker_team_test {
namespace {

/// ThreadSanitizer knows no threads in the child of a process that has some, and qemu-user's child with threads ends in
/// an assertion of its own.
bool may_fork() {
#ifdef __SANITIZE_THREAD__
    return false;
#else
    return std::getenv("CONCORD_EMULATED") == nullptr;
#endif
}

run_options with_threads(unsigned threads) {
    run_options options;
    options.threads = threads;
    return options;
}

/// The sum of the numbers below `count`, task by task; each must come once.
std::uint64_t sum_below(std::uint64_t count, unsigned threads) {
    const run_options options = with_threads(threads);
    thread_pool pool(options);
    std::atomic<std::uint64_t> sum = 0;
    pool.run(count, [&](std::size_t index, unsigned worker) {
        EXPECT_LT(worker, threads);
        sum += index;
    });
    return sum;
}

TEST(worker_team, does_all_tasks_with_any_number_of_threads) {
    for (const unsigned threads : {1U, 2U, 7U, 64U})
        for (const std::uint64_t count : {0U, 1U, 2U, 1000U})
            EXPECT_EQ(sum_below(count, threads), count * (count - (count > 0)) / 2) << threads << " " << count;
}

TEST(worker_team, calls_nothing_after_it_has_returned) {
    borrowed_workers others(15);
    std::array<std::atomic<unsigned>, 16> calls{};
    std::atomic<unsigned> within = 0;
    for (unsigned round = 1; round <= 2000; ++round) { // the work is so short that some threads come too late
        others.run([&](unsigned number) {
            ++within;
            ++calls.at(number);
            --within;
        });
        ASSERT_EQ(within, 0U);
        ASSERT_EQ(calls[0], round);
        for (const std::atomic<unsigned>& each : calls)
            ASSERT_LE(each, round);
    }
    unsigned sum = 0;
    for (const std::atomic<unsigned>& each : calls)
        sum += each;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    for (const std::atomic<unsigned>& each : calls)
        sum -= each;
    EXPECT_EQ(sum, 0U);
}

TEST(worker_team, waits_for_those_that_have_begun) {
    borrowed_workers others(1);
    ASSERT_EQ(others.count(), 1U);
    std::atomic<bool> has_begun = false;
    std::atomic<bool> has_ended = false;
    others.run([&](unsigned number) {
        if (number == 0) {
            while (!has_begun)
                std::this_thread::yield();
            return;
        }
        has_begun = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        has_ended = true;
    });
    EXPECT_TRUE(has_ended);
}

TEST(worker_team, goes_on_with_the_threads_that_there_are) {
    if (!may_fork()) GTEST_SKIP();
    for (const std::int64_t more : {0, 1, 2, 5, 30}) {
        // Of a new process, in which no thread waits for work yet.
        const ::pid_t child = ::fork();
        if (child == 0) {
            const scoped_thread_limit limit(more);
            const run_options options = with_threads(64);
            thread_pool pool(options);
            std::atomic<unsigned> done = 0;
            for (int round = 0; round < 3; ++round)
                pool.run(100, [&](std::size_t, unsigned) { ++done; });
            const auto short_of = last_shortage();
            const bool is_right = done == 300 && short_of && short_of->wanted == 64 && short_of->had == 1 + more / 2;
            ::_exit(is_right ? 0 : 1);
        }
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << more << " threads: status " << status;
    }
}

TEST(worker_team, is_the_same_after_a_fork) {
    if (!may_fork()) GTEST_SKIP();
    EXPECT_EQ(sum_below(1000, 8), 499'500U);
    const ::pid_t child = ::fork();
    if (child == 0) ::_exit(sum_below(1000, 8) == 499'500U ? 0 : 1);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

TEST(worker_team, passes_exceptions_on_and_is_whole_afterwards) {
    const run_options options = with_threads(8);
    thread_pool pool(options);
    for (int round = 0; round < 20; ++round) {
        EXPECT_THROW(pool.run(1000,
                              [](std::size_t index, unsigned) {
                                  if (index % 100 == 7) throw std::runtime_error("as it happens");
                              }),
                     std::runtime_error);
        EXPECT_EQ(sum_below(1000, 8), 499'500U);
    }
}

TEST(worker_team, runs_within_a_run) {
    const run_options options = with_threads(4);
    thread_pool pool(options);
    std::atomic<unsigned> done = 0;
    pool.run(10, [&](std::size_t, unsigned) { pool.run(10, [&](std::size_t, unsigned) { ++done; }); });
    EXPECT_EQ(done, 100U);
}

TEST(worker_team, serves_several_callers) {
    std::vector<std::uint64_t> sums(6);
    {
        std::vector<std::jthread> callers;
        for (std::uint64_t& sum : sums)
            callers.emplace_back([&sum] {
                for (int round = 0; round < 50; ++round)
                    sum += sum_below(100, 5);
            });
    }
    for (const std::uint64_t sum : sums)
        EXPECT_EQ(sum, 50 * 4950U);
}

TEST(worker_team, says_what_the_system_refuses) {
    const scoped_thread_limit limit(0);
    try {
        static_cast<void>(start_thread([] {}));
        FAIL();
    } catch (const error& refused) {
        EXPECT_EQ(refused.code(), error_code::resource);
        EXPECT_NE(std::string(refused.what()).find("a thread could not be started"), std::string::npos);
    }
}

TEST(worker_team, takes_any_number_for_the_most_threads) {
    // A bound above what can be is no error, and no negative number either.
    const run_options options = with_threads(0xFFFF'FFFF);
    EXPECT_LE(thread_pool(options).threads(), 65'536U);
}

} // namespace
} // namespace concord::runtime::worker_team_test
