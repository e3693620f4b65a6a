// A rank polls often at first, then as seldom as the tasks allow.
#include "runtime/distributed/pacing.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace concord::runtime::poll_backoff_test {
namespace {

using namespace std::chrono_literals;

TEST(poll_backoff, pauses_grow_up_to_five_milliseconds_of_short_tasks) {
    poll_backoff pace(1);
    for (int task = 0; task < 1000; ++task)
        pace.task_done();
    EXPECT_EQ(pace.pause(), 50us);
    pace.polled();
    EXPECT_EQ(pace.pause(), 75us);
    for (int look = 0; look < 100; ++look)
        pace.polled();
    EXPECT_EQ(pace.pause(), 5ms);
    pace.expect(); // an answer
    EXPECT_EQ(pace.pause(), 1250us);
}

TEST(poll_backoff, pauses_are_an_eighth_of_long_tasks_at_most) {
    poll_backoff pace(1);
    std::this_thread::sleep_for(80ms);
    pace.task_done(); // it took 80 ms, or more on a busy machine
    for (int look = 0; look < 100; ++look)
        pace.polled();
    EXPECT_GE(pace.pause(), 10ms);
    EXPECT_LE(pace.pause(), 50ms);
}

TEST(poll_backoff, hurries_when_no_hand_needs_the_core) {
    poll_backoff pace(1);
    for (int look = 0; look < 100; ++look)
        pace.polled();
    pace.hurry();
    std::this_thread::sleep_for(1ms); // at first it only gives way
    EXPECT_EQ(pace.pause(), 50us);
    for (int look = 0; look < 100; ++look) {
        pace.hurry(); // it does already
        pace.polled();
    }
    EXPECT_EQ(pace.pause(), 200us);
}

TEST(poll_backoff, keeps_what_lasts_until_an_answer_comes) {
    poll_backoff unknown(8);
    EXPECT_EQ(unknown.stock(), 8U); // nothing is known of the tasks yet: one a worker

    poll_backoff one(1);
    std::this_thread::sleep_for(80ms);
    one.task_done(); // three looks of an eighth of it each are done before one more is
    EXPECT_EQ(one.stock(), 1U);

    poll_backoff eight(8);
    std::this_thread::sleep_for(80ms);
    for (int task = 0; task < 8; ++task)
        eight.task_done(); // 80 ms each; 3 / 8 of one a worker
    EXPECT_LE(eight.stock(), 3U);
    EXPECT_GE(eight.stock(), 2U); // fewer only if they took more than a second
}

} // namespace
} // namespace concord::runtime::poll_backoff_test
