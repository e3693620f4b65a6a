// Shares are the whole, whatever was learned, and follow the speed of who takes them.
#include "exec/cluster/learned_shares.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace concord::exec {
namespace {

constexpr std::uint64_t millisecond = 1'000'000;

TEST(learned_shares, are_alike_at_first) {
    const learned_shares shares(4);
    for (unsigned rank = 0; rank < 4; ++rank) {
        EXPECT_EQ(shares.of(rank, 1000).first, 250 * rank);
        EXPECT_EQ(shares.of(rank, 1000).last, 250 * (rank + 1));
    }
}

// Rank 1 is three times as fast: it gets three quarters in the end.
TEST(learned_shares, follow_speed) {
    learned_shares shares(2);
    for (int pass = 0; pass < 12; ++pass)
        shares.learn({shares.of(0, 3000).size() * millisecond, shares.of(1, 3000).size() * millisecond / 3});
    EXPECT_NEAR(static_cast<double>(shares.of(1, 1000).size()), 750, 5);
}

TEST(learned_shares, do_not_follow_what_is_too_short_to_tell) {
    learned_shares shares(2);
    shares.learn({millisecond, 1});
    EXPECT_EQ(shares.of(0, 1000).size(), 500U);
}

TEST(learned_shares, are_the_whole) {
    std::mt19937_64 random(7);
    for (const unsigned ranks : {1U, 2U, 7U, 1000U}) {
        learned_shares shares(ranks);
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
} // namespace concord::exec
