#include "output/pair_picture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>

namespace concord::app::alignment_hunks_test {
namespace {

/// "-1,4 +1,5: a2..3>b2..4 …" of every hunk.
std::string text_of_hunks(const alignment& runs) {
    std::string text;
    for (const hunk& each : hunks_of(runs)) {
        text += fmt::format("-{} +{}:", numbered(each.a), numbered(each.b));
        for (const change& one : each.changes)
            text += fmt::format(" {}..{}>{}..{}", one.a.start, one.a.end, one.b.start, one.b.end);
        text += "\n";
    }
    return text;
}

// What diff -u prints for the same changes.
TEST(hunks, like_those_of_diff) {
    EXPECT_EQ(text_of_hunks({}), "");
    EXPECT_EQ(text_of_hunks({{'=', 9}}), "");
    EXPECT_EQ(text_of_hunks({{'D', 2}}), "-0,0 +1,2: 0..0>0..2\n");
    EXPECT_EQ(text_of_hunks({{'I', 1}}), "-1 +0,0: 0..1>0..0\n");
    EXPECT_EQ(text_of_hunks({{'=', 2}, {'D', 1}, {'I', 1}, {'=', 8}, {'D', 1}, {'=', 1}}),
              "-1,6 +1,6: 2..3>2..3\n-9,4 +9,5: 11..11>11..12\n");
    EXPECT_EQ(text_of_hunks({{'=', 10}, {'X', 2}, {'I', 1}, {'=', 10}}), "-8,9 +8,8: 10..13>10..12\n");
}

TEST(hunks, up_to_six_equal_places_join_two) {
    EXPECT_EQ(text_of_hunks({{'I', 1}, {'=', 6}, {'I', 1}}), "-1,8 +1,6: 0..1>0..0 7..8>6..6\n");
    EXPECT_EQ(text_of_hunks({{'I', 1}, {'=', 7}, {'I', 1}}), "-1,4 +1,3: 0..1>0..0\n-6,4 +5,3: 8..9>7..7\n");
}

} // namespace
} // namespace concord::app::alignment_hunks_test
