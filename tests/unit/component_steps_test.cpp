// The operations of mask_operations.hpp by itself, cell by cell, for words of both widths.
#include "problems/component/mask_operations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>

namespace concord::component::component_steps_test {
namespace {

/// Three rows of three words, as cells.
template <class Word>
struct cells_of {
    static constexpr int width = sizeof(Word) * 8;
    std::array<word_neighbours<Word>, 3> rows;

    [[nodiscard]] bool at(int row, int column) const {
        const word_neighbours<Word>& of = rows.at(static_cast<std::size_t>(row + 1));
        const Word word = column < 0 ? of.before : column < width ? of.here : of.after;
        return (word >> static_cast<unsigned>((column + width) % width) & 1U) != 0;
    }
    [[nodiscard]] int neighbours(int column, bool corners) const {
        int count = 0;
        for (int down = -1; down <= 1; ++down)
            for (int right = -1; right <= 1; ++right)
                if ((down != 0 || right != 0) && (corners || down == 0 || right == 0))
                    count += at(down, column + right) ? 1 : 0;
        return count;
    }
};

template <class Word, bool Corners>
void try_neighbours(std::mt19937_64& random) {
    const auto word = [&] {
        const std::uint64_t half = random(); // a quarter of the cells, so that there are all numbers of neighbours
        return static_cast<Word>(half & random());
    };
    const auto row = [&] { return word_neighbours<Word>{word(), word(), word()}; };
    const cells_of<Word> cells{{row(), row(), row()}};
    const auto& [above, here, below] = cells.rows;
    const Word one = with_neighbour<Corners>(above, here, below);
    const Word two = with_two_neighbours<Corners>(above, here, below);
    const Word mask = static_cast<Word>(here.here | word());
    const Word wet = flooded<Corners>(above, here, below, mask);
    for (int column = 0; column < cells.width; ++column) {
        const int count = cells.neighbours(column, Corners);
        const auto bit = [&](Word of) { return (of >> static_cast<unsigned>(column) & 1U) != 0; };
        ASSERT_EQ(bit(one), count >= 1) << column;
        ASSERT_EQ(bit(two), count >= 2) << column;
        ASSERT_EQ(bit(wet), bit(mask) && (cells.at(0, column) || count >= 1)) << column;
    }
}

TEST(component_steps, neighbours_are_counted_across_words) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i) {
        try_neighbours<std::uint64_t, false>(random);
        try_neighbours<std::uint64_t, true>(random);
        try_neighbours<std::uint32_t, false>(random);
        try_neighbours<std::uint32_t, true>(random);
    }
}

template <class Word>
void try_agreement(std::mt19937_64& random) {
    constexpr unsigned planes = 5;
    std::array<std::array<Word, planes>, 3> bits{};
    for (auto& code : bits)
        for (Word& plane : code)
            plane = static_cast<Word>(random());
    Word differ = 0;
    within<Word> interval;
    within<Word> channels; // of one plane each
    for (unsigned plane = 0; plane < planes; ++plane) {
        differ = add_plane(differ, bits[0][plane], bits[1][plane]);
        interval.add_plane(bits[0][plane], bits[1][plane], bits[2][plane]);
        if (plane > 0) channels.next_channel();
        channels.add_plane(bits[0][plane], bits[1][plane], bits[2][plane]);
    }
    for (unsigned bit = 0; bit < sizeof(Word) * 8; ++bit) {
        std::array<unsigned, 3> code{};
        for (unsigned plane = 0; plane < planes; ++plane)
            for (unsigned i = 0; i < 3; ++i)
                code.at(i) |= static_cast<unsigned>(bits.at(i).at(plane) >> bit & 1U) << plane;
        ASSERT_EQ((differ >> bit & 1U) != 0, code[0] != code[1]);
        ASSERT_EQ((interval.all() >> bit & 1U) != 0, code[1] <= code[0] && code[0] <= code[2]);
        ASSERT_EQ((channels.all() >> bit & 1U) != 0, (code[1] & ~code[0]) == 0 && (code[0] & ~code[2]) == 0);
    }
}

TEST(component_steps, planes_decide_what_codes_decide) {
    std::mt19937_64 random(2);
    for (int i = 0; i < 2000; ++i) {
        try_agreement<std::uint64_t>(random);
        try_agreement<std::uint32_t>(random);
    }
}

TEST(component_steps, joints_bound_a_component) {
    EXPECT_EQ(bound_by_counts(0, 0, 0, 4), 0U);
    EXPECT_EQ(bound_by_counts(1, 0, 0, 4), 1U);
    EXPECT_EQ(bound_by_counts(9, 0, 0, 4), 2U);
    EXPECT_EQ(bound_by_counts(9, 1, 0, 4), 5U);   // a cross
    EXPECT_EQ(bound_by_counts(99, 2, 0, 4), 8U);  // two crosses side by side
    EXPECT_EQ(bound_by_counts(99, 3, 0, 4), 8U);  // more of them, but no joint that survives two rounds
    EXPECT_EQ(bound_by_counts(99, 3, 1, 4), 11U); // three crosses in a row
    EXPECT_EQ(bound_by_counts(99, 1, 0, 8), 9U);  // a cell and all around it
}

/// The largest set of cells around two neighbours that vanishes in so many rounds is at least no larger than the bound:
/// the two balls themselves, counted cell by cell.
TEST(component_steps, small_trees_lie_in_two_balls) {
    for (std::int64_t rounds = 1; rounds <= 8; ++rounds)
        for (const unsigned connectivity : {4U, 8U}) {
            std::uint64_t cells = 0;
            for (std::int64_t row = -20; row <= 20; ++row)
                for (std::int64_t column = -20; column <= 20; ++column) {
                    const auto far_from = [&](std::int64_t centre_row, std::int64_t centre_column) {
                        const std::int64_t down = std::abs(row - centre_row);
                        const std::int64_t right = std::abs(column - centre_column);
                        return connectivity == 4 ? down + right : std::max(down, right);
                    };
                    const std::int64_t other = connectivity == 4 ? 0 : 1; // the farther two centres, the more cells
                    if (std::min(far_from(0, 0), far_from(other, 1)) <= rounds - 1) ++cells;
                }
            EXPECT_EQ(most_that_vanish(static_cast<std::uint64_t>(rounds), connectivity), cells) << rounds;
        }
}

} // namespace
} // namespace concord::component::component_steps_test
