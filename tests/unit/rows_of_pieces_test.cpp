// Whatever the sizes and whoever takes them: every piece is handed out once.
#include "problems/substring/gpu/rows_of_pieces.hpp"

#include <gtest/gtest.h>

namespace concord::substring {
namespace {

TEST(rows_of_pieces, hands_out_every_row_once) {
    for (const std::uint64_t pieces : {1U, 127U, 128U, 129U, 1024U, 1025U, 40'000U, 1'077'680U}) {
        for (const std::uint64_t places : {1U, 255U, 256U, 200'000U, 9'700'000U}) {
            for (const unsigned per_thread : {1U, 2U, 4U, 8U}) {
                for (const bool triangle : {false, true}) {
                    for (const std::uint64_t takers : {1U, 2U, 4U}) {
                        for (const double seconds : {1e-9, 0.02, 0.04, 0.05, 0.06, 2.0, 500.0}) {
                            rows_of_pieces rows(pieces, places, per_thread, triangle, takers, seconds);
                            SCOPED_TRACE(testing::Message()
                                         << pieces << " pieces, " << places << " places, " << per_thread
                                         << " a thread, " << takers << " takers, " << seconds << " s");
                            const bool single = rows.single();
                            std::uint64_t expected_row = 0;
                            std::uint64_t pieces_done = 0;
                            std::uint64_t parts = 0;
                            for (;;) {
                                const rows_of_pieces::part taken = rows.next();
                                if (taken.rows == 0) break;
                                ++parts;
                                ASSERT_EQ(taken.first_row, expected_row);
                                ASSERT_TRUE(taken.per_thread == 1 || taken.per_thread == per_thread);
                                ASSERT_LE(taken.places_per_block, most_places_of_a_block);
                                expected_row += taken.rows;
                                pieces_done = expected_row * near_threads * taken.per_thread;
                            }
                            ASSERT_EQ(expected_row, rows.total());
                            ASSERT_GE(pieces_done, pieces);
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

TEST(rows_of_pieces, the_last_parts_are_small_where_several_share_them) {
    rows_of_pieces rows(1'077'680, 9'700'000, 8, true, 4, 0.4);
    std::uint64_t largest = 0;
    std::uint64_t last = 0;
    for (rows_of_pieces::part taken = rows.next(); taken.rows > 0; taken = rows.next()) {
        largest = std::max(largest, taken.rows);
        last = taken.rows;
    }
    EXPECT_LE(last, 4U);
    EXPECT_GE(largest, 30U);
}

TEST(rows_of_pieces, nothing_is_left_once_somebody_gave_up) {
    rows_of_pieces rows(1'077'680, 9'700'000, 8, true, 4, 0.4);
    EXPECT_GT(rows.next().rows, 0U);
    rows.give_up();
    EXPECT_EQ(rows.next().rows, 0U);
}

} // namespace
} // namespace concord::substring
