// Tasks of one step after the other, counted in one word that nobody clears.
#include "runtime/distributed/task_queue.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

namespace concord::runtime::shared_task_counter_test {
namespace {

TEST(shared_task_counter, are_taken_in_their_order) {
    shared_task_counter::word counter{0};
    shared_task_counter tasks(counter, {1, 0}, 3);
    EXPECT_EQ(tasks.take(), 0U);
    EXPECT_EQ(tasks.take(), 1U);
    EXPECT_EQ(shared_task_counter(counter, {1, 0}, 3).take(), 2U); // another rank
    EXPECT_EQ(tasks.take(), std::nullopt);
    EXPECT_EQ(tasks.take(), std::nullopt);
}

TEST(shared_task_counter, of_a_later_step_leave_none_to_who_is_still_in_an_earlier_one) {
    shared_task_counter::word counter{0};
    shared_task_counter first(counter, {1, 0}, 10);
    shared_task_counter second(counter, {1, 1}, 10);
    shared_task_counter of_next_call(counter, {2, 0}, 1);
    EXPECT_EQ(first.take(), 0U);
    EXPECT_EQ(second.take(), 0U);
    EXPECT_EQ(first.take(), std::nullopt);
    EXPECT_EQ(second.take(), 1U);
    EXPECT_EQ(of_next_call.take(), 0U);
    EXPECT_EQ(of_next_call.take(), std::nullopt);
    EXPECT_EQ(second.take(), std::nullopt);
    EXPECT_EQ(shared_task_counter(counter, {2, 1}, 0).take(), std::nullopt); // a step without tasks
    EXPECT_EQ(shared_task_counter(counter, {2, 2}, 1).take(), 0U);
}

TEST(shared_task_counter, fit_as_long_as_steps_are_told_apart) {
    constexpr std::uint64_t tasks = (1U << 24U) - 1;
    constexpr std::uint64_t number = (1U << 20U) - 1;
    ASSERT_TRUE(shared_task_counter::fits({number, number}, tasks));
    EXPECT_FALSE(shared_task_counter::fits({number, number}, tasks + 1));
    EXPECT_FALSE(shared_task_counter::fits({number, number + 1}, 1));
    EXPECT_FALSE(shared_task_counter::fits({number + 1, 0}, 1));

    // The last task of a step is not one of the next.
    shared_task_counter::word counter{(std::uint64_t{3} << 44U) + tasks - 1};
    shared_task_counter last(counter, {3, 0}, tasks);
    EXPECT_EQ(last.take(), tasks - 1);
    EXPECT_EQ(last.take(), std::nullopt);
    EXPECT_EQ(shared_task_counter(counter, {3, 1}, tasks).take(), 0U);
}

// Four threads go through 200 steps without waiting for each other, and each task of each step is taken once at most:
// who is late finds none.
TEST(shared_task_counter, are_taken_once) {
    constexpr std::uint64_t steps = 200;
    constexpr std::uint64_t count = 50;
    shared_task_counter::word counter{0};
    std::vector<std::atomic<int>> taken(steps * count);
    {
        const auto rank = [&] {
            for (std::uint64_t step = 0; step < steps; ++step) {
                shared_task_counter tasks(counter, {1, step}, count);
                while (const auto task = tasks.take())
                    ++taken[step * count + *task];
            }
        };
        const std::array<std::jthread, 4> ranks{std::jthread(rank), std::jthread(rank), std::jthread(rank),
                                                std::jthread(rank)};
    }
    for (std::uint64_t task = 0; task < steps * count; ++task)
        EXPECT_EQ(taken[task], 1) << task; // and by somebody: nobody leaves a step before it has no task left
}

TEST(task_queue, hands_out_no_counted_task_once_it_is_dropped) {
    shared_task_counter::word counter{0};
    task_queue queue;
    queue.take_from({counter, {1, 0}, 5});
    EXPECT_EQ(queue.take(), 0U);
    queue.drop();
    EXPECT_EQ(queue.take(), std::nullopt);
    EXPECT_EQ(shared_task_counter(counter, {1, 0}, 5).take(), 1U); // it is left to the others
}

} // namespace
} // namespace concord::runtime::shared_task_counter_test
