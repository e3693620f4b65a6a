// Whatever the sizes and whoever takes them: every seed is handed out once.
#include "problems/substring/gpu/seed_rows.hpp"

#include <gtest/gtest.h>

namespace concord::substring::seed_rows_test {
namespace {

TEST(seed_rows, hands_out_every_row_once) {
    for (const std::uint64_t seeds : {1U, 127U, 128U, 129U, 1024U, 1025U, 40'000U, 1'077'680U}) {
        for (const std::uint64_t positions : {1U, 255U, 256U, 200'000U, 9'700'000U}) {
            for (const unsigned per_thread : {1U, 2U, 4U, 8U}) {
                for (const bool triangle : {false, true}) {
                    for (const std::uint64_t takers : {1U, 2U, 4U}) {
                        for (const double seconds : {1e-9, 0.02, 0.04, 0.05, 0.06, 2.0, 500.0}) {
                            seed_rows rows(seeds, positions, per_thread, triangle, takers, seconds);
                            SCOPED_TRACE(testing::Message()
                                         << seeds << " seeds, " << positions << " positions, " << per_thread
                                         << " a thread, " << takers << " takers, " << seconds << " s");
                            const bool single = rows.single();
                            std::uint64_t expected_row = 0;
                            std::uint64_t seeds_done = 0;
                            std::uint64_t parts = 0;
                            for (;;) {
                                const seed_rows::part taken = rows.next();
                                if (taken.rows == 0) break;
                                ++parts;
                                ASSERT_EQ(taken.first_row, expected_row);
                                ASSERT_TRUE(taken.per_thread == 1 || taken.per_thread == per_thread);
                                ASSERT_LE(taken.positions_per_block, most_positions_per_block);
                                expected_row += taken.rows;
                                seeds_done = expected_row * near_threads * taken.per_thread;
                            }
                            ASSERT_EQ(expected_row, rows.total());
                            ASSERT_GE(seeds_done, seeds);
                            if (single) {
                                ASSERT_EQ(parts, 1U);
                            }
                        }
                    }
                }
            }
        }
    }
}

TEST(seed_rows, the_last_parts_are_small_where_several_share_them) {
    seed_rows rows(1'077'680, 9'700'000, 8, true, 4, 0.4);
    std::uint64_t largest = 0;
    std::uint64_t last = 0;
    for (seed_rows::part taken = rows.next(); taken.rows > 0; taken = rows.next()) {
        largest = std::max(largest, taken.rows);
        last = taken.rows;
        rows.took(taken, 1e-9);
    }
    EXPECT_LE(last, 4U);
    EXPECT_GE(largest, 30U);
}

/// Ten seconds are estimated, a row takes a hundred times as long: a launch still ends soon.
TEST(seed_rows, parts_become_as_small_as_what_they_take_asks_for) {
    seed_rows rows(1'077'680, 9'700'000, 8, false, 1, 10);
    const double estimated = 10.0 / static_cast<double>(rows.total());
    EXPECT_LE(static_cast<double>(rows.next().rows) * estimated, 0.0003 + 2 * estimated); // until one is measured
    seed_rows::part taken = rows.next();
    rows.took(taken, static_cast<double>(taken.rows) * estimated);
    taken = rows.next();
    EXPECT_NEAR(static_cast<double>(taken.rows) * estimated, 0.05, 2 * estimated);
    rows.took(taken, static_cast<double>(taken.rows) * estimated * 10);
    EXPECT_NEAR(static_cast<double>(rows.next().rows) * estimated * 10, 0.05, 20 * estimated);
    rows.took(taken, 0); // it had ended before it was waited for
    EXPECT_NEAR(static_cast<double>(rows.next().rows) * estimated * 5, 0.05, 10 * estimated);
}

TEST(seed_rows, nothing_is_left_once_somebody_gave_up) {
    seed_rows rows(1'077'680, 9'700'000, 8, true, 4, 0.4);
    EXPECT_GT(rows.next().rows, 0U);
    rows.give_up();
    EXPECT_EQ(rows.next().rows, 0U);
}

} // namespace
} // namespace concord::substring::seed_rows_test
