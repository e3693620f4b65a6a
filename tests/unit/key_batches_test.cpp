// Batches of keys with letters left out, worked by hand.
#include "problems/distance/join/key_batches.hpp"

#include <gtest/gtest.h>

namespace concord::edit_distance {
namespace {

TEST(KeyBatches, AreCutWhereThereAreEnoughKeys) {
    // Letters that remain:           0  1  2  3  4  5   6
    const std::vector<double> entries{0, 0, 0, 0, 4, 10, 6};
    const std::vector<double> lookups{0, 0, 0, 0, 1, 0, 0, 2}; // of 7 letters as well
    const std::vector<key_batch> batches = batches_of(entries, lookups, 10);
    ASSERT_EQ(batches.size(), 2U); // 5 keys of 4 letters are too few: those of 5 join them
    EXPECT_EQ(batches[0].first, 0U);
    EXPECT_EQ(batches[0].last, 6U);
    EXPECT_EQ(batches[0].entries, 14);
    EXPECT_EQ(batches[0].lookups, 1);
    EXPECT_EQ(batches[1].first, 6U);
    EXPECT_EQ(batches[1].last, 8U);
    EXPECT_EQ(batches[1].entries, 6); // 8 keys are the rest
    EXPECT_EQ(batches[1].lookups, 2);
}

TEST(KeyBatches, AreOneForEachNumberOfLettersWhereOneKeyIsEnough) {
    const std::vector<key_batch> batches = batches_of({0, 3, 0, 5}, {}, 1);
    ASSERT_EQ(batches.size(), 2U);
    EXPECT_EQ(batches[0].last, 2U);
    EXPECT_EQ(batches[0].keys(), 3);
    EXPECT_EQ(batches[1].first, 2U);
    EXPECT_EQ(batches[1].last, 4U);
    EXPECT_EQ(batches[1].keys(), 5);
}

TEST(KeyBatches, AreNoneWithoutKeys) {
    EXPECT_TRUE(batches_of({}, {}, 10).empty());
    EXPECT_TRUE(batches_of({0, 0, 0}, {0}, 10).empty());
}

TEST(KeyBatches, HaveEachKeyOfTheirLettersOnce) {
    // Of 5 letters none is left out, of 6 one or none, of 7 one: 5, 5, 6 and 6 letters remain.
    const left_out_letters letters{{}, {}, {}, {}, {}, {0}, {1, 0}, {1}};
    const left_out_letters of_five{{}, {}, {}, {}, {}, {0}, {1}, {}};
    const left_out_letters of_six{{}, {}, {}, {}, {}, {}, {0}, {1}};
    EXPECT_EQ((key_batch{.first = 0, .last = 6}.of(letters)), of_five);
    EXPECT_EQ((key_batch{.first = 6, .last = 8}.of(letters)), of_six);
}

} // namespace
} // namespace concord::edit_distance
