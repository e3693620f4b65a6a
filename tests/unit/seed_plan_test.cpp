// The promise of a plan: no window with few mismatches goes unseen.
#include "problems/substring/seed_plan.hpp"

#include <gtest/gtest.h>

#include <random>

namespace concord::substring::seed_plan_test {
namespace {

TEST(seed_plan, every_window_holds_enough_disjoint_pieces) {
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 3000; ++trial) {
        const std::uint64_t length = 1 + random() % (trial % 3 == 0 ? 600 : 80);
        const std::uint64_t mismatches = random() % (trial % 2 == 0 ? 4 : 60);
        const std::uint64_t starts = 1 + random() % (trial % 5 == 0 ? 700 : 60);
        const std::uint64_t target = length + random() % 300;
        const seed_plan plan =
            plan_seeds(length, mismatches, starts, target, 2 + random() % 4, trial % 7 == 0 ? 1 : 0.25);
        SCOPED_TRACE(testing::Message() << "length " << length << ", k " << mismatches << ", starts " << starts
                                        << ": seeds of " << plan.letters << " every " << plan.spacing);
        ASSERT_LE(plan.letters, plan.lane_bits);
        ASSERT_LE(plan.letters, length);
        ASSERT_TRUE(plan.per_window == 1 || plan.spacing >= plan.letters) << "seeds overlap";
        ASSERT_GE(plan.limit, std::min<std::uint64_t>(mismatches / plan.per_window, plan.letters));
        const std::uint64_t seeds = plan.seeds(starts, length);
        for (std::uint64_t q = 0; q < seeds; ++q)
            ASSERT_LE(plan.seed_start(q, starts) + plan.letters, starts - 1 + length) << "a seed beyond the span";
        for (std::uint64_t start = 0; start < starts; ++start) {
            std::uint64_t answered = 0;
            for (std::uint64_t q = 0; q < seeds; ++q) {
                const std::uint64_t position = plan.seed_start(q, starts);
                const bool inside = position >= start && position + plan.letters <= start + length;
                const bool in_lead = position >= start && position - start <= plan.lead(length);
                answered += inside && in_lead ? 1 : 0;
            }
            ASSERT_GE(answered, plan.per_window) << "start " << start;
        }
        // A seed that lies as far behind a window's start as it may still finds the window's last position in the
        // target.
        ASSERT_EQ(plan.positions(target, length), target - length + plan.lead(length) + 1);
        ASSERT_LE(plan.positions(target, length) - 1 + plan.letters, target);
    }
}

TEST(seed_plan, long_windows_with_few_mismatches_share_them_among_their_pieces) {
    const seed_plan plan = plan_seeds(400, 50, 16'000, 16'500, 2, 0.25);
    EXPECT_GT(plan.per_window, 1U);
    EXPECT_LE(plan.limit, 50 / plan.per_window);
    EXPECT_LT(plan.limit, plan.letters / 2);
}

} // namespace
} // namespace concord::substring::seed_plan_test
