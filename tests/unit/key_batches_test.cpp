// Batches of keys with letters left out, worked by hand.
#include "problems/distance/join/key_batches.hpp"
#include "problems/distance/join/sampled_keys.hpp"

#include <gtest/gtest.h>

namespace concord::edit_distance::key_batches_test {
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

TEST(KeyBatches, BlocksOfRanksHaveAboutAsManyLookups) {
    // Ranks 0 to 3 look up 2 keys each, 4 and 5 none, 6 to 9 5 each: 28.
    const std::vector<looked_up> lengths{{4, 2}, {6, 0}, {10, 5}};
    const auto blocks = [&](double most) { return blocks_of_ranks(lengths, 10, most); };
    EXPECT_EQ(blocks(28), (std::vector<std::uint32_t>{0, 10}));
    EXPECT_EQ(blocks(27), (std::vector<std::uint32_t>{0, 8, 10})) << "two of 14: 8 + 5 are fewer, 8 + 10 are enough";
    EXPECT_EQ(blocks(1), (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 7, 8, 9, 10})) << "a sequence each";
    EXPECT_EQ(blocks_of_ranks({}, 3, 1), (std::vector<std::uint32_t>{0, 3}));
}

TEST(KeyBatches, PlacesOfASampleAreEvenlySpread) {
    for (const std::uint64_t index : {0U, 1U, 2U, 3U}) {
        EXPECT_EQ(sampled_place(index, 4, 10, false), index * 10 / 4); // 0, 2, 5, 7
        EXPECT_GE(sampled_place(index, 4, 10, true), index * 10 / 4);
        EXPECT_LT(sampled_place(index, 4, 10, true), (index * 10 + 10 + 3) / 4); // 3, 5, 8, 10
    }
    EXPECT_EQ(sampled_place(3, 5, 5, true), 3U) << "all of them are a sample";
}

TEST(SampledKeys, LengthsAreCountedInAscendingOrder) {
    sequence_set_builder builder(alphabet::bytes);
    for (const std::size_t length : {3, 300, 0, 3, 255, 256, 300, 3})
        builder.add({}, std::string(length, 'a'));
    const sequence_set set = std::move(builder).finish();
    const std::vector<std::uint32_t> sequences = {0, 1, 2, 3, 4, 5, 6}; // the last one is no part of the sample
    std::vector<std::pair<std::uint64_t, double>> found;
    for (const sampled_length& each : lengths_of(sequence::packed(set), sequences))
        found.emplace_back(each.length, each.sequences);
    EXPECT_EQ(found, (std::vector<std::pair<std::uint64_t, double>>{{0, 1}, {3, 2}, {255, 1}, {256, 1}, {300, 2}}));
}

} // namespace
} // namespace concord::edit_distance::key_batches_test
