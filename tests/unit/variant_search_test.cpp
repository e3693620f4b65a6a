// Parts of the search with edits, worked out by hand.
#include "problems/substring/variants/variant_search.hpp"

#include <gtest/gtest.h>

namespace concord::substring {
namespace {

TEST(filtered, a_window_is_read_from_its_frequent_end_on) {
    // Words of 3 letters of a text of 6: the one at 0 is held by 2 sequences, the one at 3 by 5.
    const filtered windows{.starts = {0}, .all = 1, .block = 3, .counts = {2, 4, 4, 5, 0, 0}};
    EXPECT_EQ(windows.direction_of(0, 6), reading::backward);
    EXPECT_EQ(windows.direction_of(2, 3), reading::forward); // both ends are the same word
}

TEST(filtered, a_window_shorter_than_a_word_is_read_forward) {
    const filtered windows{.starts = {0}, .all = 1, .block = 3, .counts = {2, 4, 4, 5, 0, 0}};
    EXPECT_EQ(windows.direction_of(0, 2), reading::forward);
    EXPECT_EQ((filtered{.starts = {0}, .all = 1, .block = 0, .counts = {}}.direction_of(0, 6)), reading::forward);
}

} // namespace
} // namespace concord::substring
