// Pieces of windows, and the pairs of windows that agree in some of them, by hand.
#include "problems/overlap/cpu/window_join.hpp"
#include "problems/overlap/cpu/window_pieces.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace concord::overlap::window_pieces_test {
namespace {

std::vector<std::uint32_t> letters_up_to(std::uint32_t count) {
    std::vector<std::uint32_t> letters(count);
    for (std::uint32_t letter = 0; letter < count; ++letter)
        letters[letter] = letter;
    return letters;
}

TEST(window_pieces, two_of_three_pieces) {
    const window_pieces pieces(letters_up_to(6), 1, 2, 32); // of two letters: 01 23 45
    const auto all = pieces.combinations();
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].pieces, 0b011U);
    EXPECT_EQ(all[0].skipped, 0U);
    ASSERT_EQ(all[0].letters.size(), 1U); // 0123, joined
    EXPECT_EQ(all[0].letters[0].count, 4U);
    EXPECT_EQ(all[0].others, (std::vector<std::uint32_t>{4, 5}));
    EXPECT_EQ(all[1].pieces, 0b101U);
    EXPECT_EQ(all[1].skipped, 0b010U);
    EXPECT_EQ(all[1].letters.size(), 2U);
    EXPECT_EQ(pieces.first_skipped(all[1]), (std::vector<std::uint32_t>{2, 3}));
    EXPECT_EQ(all[2].pieces, 0b110U);
    EXPECT_EQ(all[2].skipped, 0b001U);
}

TEST(window_pieces, a_pair_counts_for_one_combination) {
    for (const std::uint64_t intact : {1U, 2U, 3U}) {
        const window_pieces pieces(letters_up_to(11), 2, intact, 4);
        for (std::uint32_t one = 0; one < 11; ++one)
            for (std::uint32_t other = 0; other <= one; ++other) {
                const std::uint64_t spoiled = pieces.piece_of(one) | pieces.piece_of(other);
                EXPECT_EQ(std::ranges::count_if(
                              pieces.combinations(),
                              [&](const piece_combination& each) { return window_pieces::counts_for(each, spoiled); }),
                          1);
            }
    }
}

TEST(window_pieces, ranges_fit_a_word) {
    const window_pieces pieces(letters_up_to(12), 1, 1, 4);
    for (const piece_combination& each : pieces.combinations()) {
        ASSERT_EQ(each.letters.size(), 2U); // six letters
        EXPECT_EQ(each.letters[0].count, 4U);
        EXPECT_EQ(each.letters[1].count, 2U);
    }
}

TEST(window_pieces, few_windows_are_compared_and_many_joined) {
    EXPECT_EQ(plan_of_group(10, 50, 30, 2, 0.25).intact, 0U);
    EXPECT_GE(plan_of_group(1e8, 5e15, 30, 2, 0.25).intact, 2U);
    EXPECT_EQ(plan_of_group(1e6, 5e11, 2, 2, 0.25).intact, 0U); // as many letters as mismatches
    EXPECT_EQ(plan_of_group(1e6, 1e6, 30, 2, 0.25).intact, 0U); // nearly all behind one letter
}

/// Each pair behind different letters once, whether the group is sorted by them or not.
TEST(window_group, pairs_behind_different_letters) {
    using group = window_group<std::uint32_t>;
    for (const std::uint32_t windows : {5U, 200U}) {
        const auto letter_of = [](std::uint32_t nth) { return nth % 7 == 0 ? group::border : nth % 3; };
        group made;
        made.clear();
        for (std::uint32_t nth = 0; nth < windows; ++nth)
            made.add({nth % 2, letter_of(nth), nth});
        const double most = made.sort();
        std::set<std::pair<std::uint32_t, std::uint32_t>> found;
        double pairs = 0;
        made.for_each_pair([](std::uint64_t, std::uint64_t) { return true; },
                           [&](std::uint32_t one, std::uint32_t other) {
                               ++pairs;
                               found.insert(std::minmax(one, other));
                           });
        std::set<std::pair<std::uint32_t, std::uint32_t>> right;
        for (std::uint32_t one = 0; one < windows; ++one)
            for (std::uint32_t other = 0; other < one; ++other)
                if (letter_of(one) != letter_of(other) || letter_of(one) == group::border) right.emplace(other, one);
        EXPECT_EQ(found, right);
        EXPECT_EQ(pairs, static_cast<double>(right.size()));
        EXPECT_GE(most, pairs);
        if (windows > tuning::least_windows_by_letter) {
            EXPECT_EQ(most, pairs);
        }
        made.for_each_pair([](std::uint64_t a, std::uint64_t b) { return a != b; },
                           [](std::uint32_t one, std::uint32_t other) { EXPECT_NE(one % 2, other % 2); });
    }
}

/// ACGTA and ACGACA, windows of four letters: ACGT and ACGA differ in one letter, CGTA and CGAC in two; before the
/// windows CGTA and ACGA, and GACA, there are different letters, but more than one differs in them.
TEST(window_join, places_by_hand) {
    const sequence_set set = test::make_set({"ACGTA", "ACGACA"});
    const overlap_index index = overlap_index::build(set, {});
    run_options run;
    runtime::thread_pool workers(run);
    using join = window_join<std::uint32_t>;
    const index_tables& held = index_access::tables_of(index);
    join pairs(held, 4, 1, 2, 0.25, workers);
    EXPECT_EQ(pairs.find(0, 2, 10), (std::vector<join::pair>{{0, 5}}));
    EXPECT_EQ(pairs.find(1, 2, 10), std::vector<join::pair>{}); // the earlier sequence is the first
    join shorter(held, 3, 1, 1, 0.25, workers);
    auto found = *shorter.find(0, 2, 10);
    std::ranges::sort(found);
    EXPECT_EQ(found, (std::vector<join::pair>{{0, 5}, {0, 8}})); // ACG with ACG, and with ACA
    EXPECT_FALSE(shorter.find(0, 2, 1));                         // too many
    shorter.limit_work(1);
    EXPECT_FALSE(shorter.find(0, 2, 10));
    EXPECT_TRUE(shorter.is_too_much_work());
}

} // namespace
} // namespace concord::overlap::window_pieces_test
