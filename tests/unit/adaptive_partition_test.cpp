// Shares are the whole, whatever was learned, and follow the speed of who takes them.
#include "runtime/distributed/partition.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace concord::runtime::adaptive_partition_test {
namespace {

constexpr std::uint64_t millisecond = 1'000'000;

TEST(adaptive_partition, are_alike_at_first) {
    const adaptive_partition shares(4);
    for (unsigned rank = 0; rank < 4; ++rank) {
        EXPECT_EQ(shares.of(rank, 1000).first, 250 * rank);
        EXPECT_EQ(shares.of(rank, 1000).last, 250 * (rank + 1));
    }
}

// Rank 1 is three times as fast: it gets three quarters in the end.
TEST(adaptive_partition, follow_speed) {
    adaptive_partition shares(2);
    for (int pass = 0; pass < 12; ++pass)
        shares.learn({shares.of(0, 3000).size() * millisecond, shares.of(1, 3000).size() * millisecond / 3});
    EXPECT_NEAR(static_cast<double>(shares.of(1, 1000).size()), 750, 5);
}

TEST(adaptive_partition, do_not_follow_what_is_too_short_to_tell) {
    adaptive_partition shares(2);
    shares.learn({millisecond, 1});
    EXPECT_EQ(shares.of(0, 1000).size(), 500U);
}

TEST(adaptive_partition, are_the_whole) {
    std::mt19937_64 random(7);
    for (const unsigned ranks : {1U, 2U, 7U, 1000U}) {
        adaptive_partition shares(ranks);
        for (int pass = 0; pass < 20; ++pass) {
            for (const std::uint64_t count : {0ULL, 1ULL, 1000ULL, 1ULL << 40U, ~0ULL}) {
                std::uint64_t next = 0;
                for (unsigned rank = 0; rank < ranks; ++rank) {
                    const task_range share = shares.of(rank, count);
                    ASSERT_EQ(share.first, next);
                    ASSERT_LE(share.first, share.last);
                    next = share.last;
                }
                ASSERT_EQ(next, count);
            }
            std::vector<std::uint64_t> took(ranks);
            for (std::uint64_t& each : took)
                each = random() % 5 == 0 ? 0 : random() >> random() % 64;
            shares.learn(took);
        }
    }
}

} // namespace
} // namespace concord::runtime::adaptive_partition_test
