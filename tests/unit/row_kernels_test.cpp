// A word that becomes one letter longer, at its end or before it, on every vector target: counted, and with or without
// the lanes that do not hold it, by the recurrence bit by bit; and words in two halves.
#include "problems/substring/variants/row_kernels.hpp"

#include <concord/device.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace concord::substring::row_kernels_test {
namespace {

using rows_of_lanes = std::vector<std::uint64_t>;

struct tried_rows {
    row_shape shape;
    rows_of_lanes rows;     // of the word
    rows_of_lanes matching; // of the letter
    rows_of_lanes steps;
    rows_of_lanes block; // any others
    static constexpr std::size_t block_rows = 3;

    [[nodiscard]] std::size_t word_rows() const { return std::size_t{shape.words} * (shape.edits + 1); }
    [[nodiscard]] bool bit(const rows_of_lanes& of, std::size_t row, std::size_t lane, std::size_t place) const {
        return (of[(row * shape.words + place / 64) * shape.stride + lane] >> place % 64 & 1U) != 0;
    }
};

/// Sparse rows, each with the bits of those before: fewer edits are allowed there.
tried_rows random_rows(std::mt19937_64& random, std::size_t lanes, unsigned words, unsigned edits, bool indels) {
    tried_rows made{{lanes, lanes + row_padding, words, edits, indels}, {}, {}, {}, {}};
    const auto sparse = [&] { return random() & random() & random() & random() & random(); };
    const std::size_t of_row = words * made.shape.stride;
    made.rows.resize((edits + 1) * of_row);
    for (std::size_t row = 0; row <= edits; ++row)
        for (std::size_t at = 0; at < of_row; ++at)
            made.rows[row * of_row + at] =
                (random() % 4 == 0 ? sparse() : 0) | (row == 0 ? 0 : made.rows[(row - 1) * of_row + at]);
    for (std::size_t at = 0; at < of_row; ++at) {
        made.steps.push_back(~sparse());
        made.matching.push_back(random() & random() & made.steps.back());
    }
    made.block.resize(tried_rows::block_rows * made.shape.stride);
    for (std::uint64_t& each : made.block)
        each = random();
    return made;
}

/// R'e of one lane, by the formula of row_kernels.hpp.
std::vector<std::vector<bool>> longer_rows(const tried_rows& of, std::size_t lane) {
    const std::size_t places = std::size_t{of.shape.words} * 64;
    std::vector<std::vector<bool>> longer(of.shape.edits + 1, std::vector<bool>(places));
    for (std::size_t edits = 0; edits <= of.shape.edits; ++edits)
        for (std::size_t place = 0; place < places; ++place) {
            bool made = place > 0 && of.bit(of.rows, edits, lane, place - 1) && of.bit(of.matching, 0, lane, place);
            if (edits > 0) {
                const bool step = place > 0 && of.bit(of.steps, 0, lane, place);
                made = made || (step && of.bit(of.rows, edits - 1, lane, place - 1));
                if (of.shape.indels)
                    made = made || of.bit(of.rows, edits - 1, lane, place) || (step && longer[edits - 1][place - 1]);
            }
            longer[edits][place] = made;
        }
    return longer;
}

TEST(row_kernels, one_letter_more_by_the_recurrence) {
    std::mt19937_64 random(11);
    for (const vector_target target : usable_vectors()) {
        const row_kernels& kernels = row_kernels_for(target);
        for (const bool indels : {false, true})
            for (const unsigned words : {1U, 2U, 3U})
                for (const unsigned edits : {0U, 1U, 3U})
                    for (const std::size_t lanes : {8U, 40U}) {
                        SCOPED_TRACE(testing::Message() << to_string(target) << ", indels " << indels << ", " << words
                                                        << " words, " << edits << " edits, " << lanes << " lanes");
                        const tried_rows tried = random_rows(random, lanes, words, edits, indels);
                        std::vector<std::size_t> holders;
                        rows_of_lanes expected(tried.rows.size());
                        for (std::size_t lane = 0; lane < lanes; ++lane) {
                            const auto rows = longer_rows(tried, lane);
                            if (std::ranges::find(rows.back(), true) != rows.back().end()) holders.push_back(lane);
                            for (std::size_t row = 0; row <= edits; ++row)
                                for (std::size_t place = 0; place < rows[row].size(); ++place)
                                    if (rows[row][place])
                                        expected[(row * words + place / 64) * tried.shape.stride + lane] |=
                                            std::uint64_t{1} << place % 64;
                        }
                        EXPECT_EQ(
                            kernels.count(tried.shape, tried.rows.data(), tried.matching.data(), tried.steps.data()),
                            holders.size());

                        rows_of_lanes longer(tried.rows.size(), 0);
                        kernels.extend(tried.shape, tried.rows.data(), tried.matching.data(), tried.steps.data(),
                                       longer.data());
                        EXPECT_EQ(longer, expected);

                        const std::size_t stride = (holders.size() + 7) / 8 * 8 + row_padding;
                        rows_of_lanes kept(tried.word_rows() * stride, ~std::uint64_t{0});
                        rows_of_lanes block(tried_rows::block_rows * stride, ~std::uint64_t{0});
                        kernels.extend_holders(tried.shape, {tried.rows.data(), kept.data(), tried.word_rows()},
                                               tried.matching.data(), tried.steps.data(),
                                               {tried.block.data(), block.data(), tried_rows::block_rows}, stride);
                        const auto expect_kept = [&](const rows_of_lanes& from, const rows_of_lanes& to,
                                                     std::size_t rows) {
                            for (std::size_t row = 0; row < rows; ++row)
                                for (std::size_t lane = 0; lane < stride - row_padding; ++lane)
                                    EXPECT_EQ(to[row * stride + lane],
                                              lane < holders.size() ? from[row * tried.shape.stride + holders[lane]]
                                                                    : 0)
                                        << "row " << row << ", lane " << lane;
                        };
                        expect_kept(expected, kept, tried.word_rows());
                        expect_kept(tried.block, block, tried_rows::block_rows);
                    }
    }
}

/// R'e of one lane, where bits are diagonals: a letter that is looked at stands at the place of the diagonal.
std::vector<std::vector<bool>> longer_diagonals(const tried_rows& of, const tried_rows& letters, std::size_t lane) {
    const std::size_t diagonals = std::size_t{of.shape.words} * 64;
    const auto at = [&](const rows_of_lanes& row, std::size_t diagonal) {
        const std::int64_t place = of.shape.first_place + static_cast<std::int64_t>(diagonal);
        return place >= 0 && place < std::int64_t{letters.shape.words} * 64 &&
               letters.bit(row, 0, lane, static_cast<std::size_t>(place));
    };
    std::vector<std::vector<bool>> longer(of.shape.edits + 1, std::vector<bool>(diagonals));
    for (std::size_t edits = 0; edits <= of.shape.edits; ++edits)
        for (std::size_t diagonal = 0; diagonal < diagonals; ++diagonal) {
            bool made = of.bit(of.rows, edits, lane, diagonal) && at(letters.matching, diagonal);
            if (edits > 0) {
                const bool step = at(letters.steps, diagonal);
                made = made || (step && of.bit(of.rows, edits - 1, lane, diagonal));
                if (of.shape.indels)
                    made = made || (diagonal + 1 < diagonals && of.bit(of.rows, edits - 1, lane, diagonal + 1)) ||
                           (step && diagonal > 0 && longer[edits - 1][diagonal - 1]);
            }
            longer[edits][diagonal] = made;
        }
    return longer;
}

TEST(row_kernels, one_letter_more_along_diagonals) {
    constexpr unsigned words_of_places = 4;
    std::mt19937_64 random(14);
    for (const vector_target target : usable_vectors())
        for (const bool indels : {false, true})
            for (const unsigned words : {1U, 2U})
                for (const unsigned edits : {0U, 1U, 3U})
                    for (const std::int64_t first_place : {-3, -1, 0, 1, 63, 64, 100, 200, 255}) {
                        SCOPED_TRACE(testing::Message() << to_string(target) << ", indels " << indels << ", " << words
                                                        << " words, " << edits << " edits, from place " << first_place);
                        constexpr std::size_t lanes = 24;
                        const tried_rows letters = random_rows(random, lanes, words_of_places, 0, false);
                        tried_rows tried = random_rows(random, lanes, words, edits, indels);
                        // A word that has lost no letter is not before the first diagonal but for those edits.
                        for (std::size_t row = 0; row < edits; ++row)
                            for (std::size_t lane = 0; lane < lanes; ++lane)
                                tried.rows[row * words * tried.shape.stride + lane] &= ~std::uint64_t{1};
                        tried.shape.words_of_places = words_of_places;
                        tried.shape.first_place = first_place;
                        std::size_t holders = 0;
                        rows_of_lanes expected(tried.rows.size());
                        for (std::size_t lane = 0; lane < lanes; ++lane) {
                            const auto rows = longer_diagonals(tried, letters, lane);
                            holders += std::ranges::find(rows.back(), true) != rows.back().end() ? 1 : 0;
                            for (std::size_t row = 0; row <= edits; ++row)
                                for (std::size_t diagonal = 0; diagonal < rows[row].size(); ++diagonal)
                                    if (rows[row][diagonal])
                                        expected[(row * words + diagonal / 64) * tried.shape.stride + lane] |=
                                            std::uint64_t{1} << diagonal % 64;
                        }
                        const row_kernels& kernels = row_kernels_for(target);
                        EXPECT_EQ(kernels.count(tried.shape, tried.rows.data(), letters.matching.data(),
                                                letters.steps.data()),
                                  holders);
                        rows_of_lanes longer(tried.rows.size(), 0);
                        kernels.extend(tried.shape, tried.rows.data(), letters.matching.data(), letters.steps.data(),
                                       longer.data());
                        EXPECT_EQ(longer, expected);
                        // All lanes are as they were made, where those that hold the word are kept.
                        const std::size_t stride = lanes + row_padding;
                        rows_of_lanes kept(tried.word_rows() * stride, 0);
                        rows_of_lanes block(tried_rows::block_rows * stride, 0);
                        kernels.extend_holders(tried.shape, {tried.rows.data(), kept.data(), tried.word_rows()},
                                               letters.matching.data(), letters.steps.data(),
                                               {letters.block.data(), block.data(), tried_rows::block_rows}, stride);
                        std::size_t held = 0;
                        for (std::size_t lane = 0; lane < lanes; ++lane) {
                            bool is_held = false;
                            for (std::size_t word = 0; word < words; ++word)
                                is_held = is_held || expected[(edits * words + word) * tried.shape.stride + lane] != 0;
                            if (!is_held) continue;
                            for (std::size_t row = 0; row < tried.word_rows(); ++row)
                                EXPECT_EQ(kept[row * stride + held], expected[row * tried.shape.stride + lane]);
                            for (std::size_t row = 0; row < tried_rows::block_rows; ++row)
                                EXPECT_EQ(block[row * stride + held], letters.block[row * tried.shape.stride + lane]);
                            ++held;
                        }
                    }
}

/// Le of the word with one more letter before it, of one lane: it begins before a letter that it takes, or where the
/// shorter word did.
std::vector<std::vector<bool>> rows_before(const tried_rows& of, std::size_t lane) {
    const std::size_t places = std::size_t{of.shape.words} * 64;
    std::vector<std::vector<bool>> begins(of.shape.edits + 1, std::vector<bool>(places));
    for (std::size_t edits = 0; edits <= of.shape.edits; ++edits)
        for (std::size_t place = 0; place < places; ++place) {
            const bool has_next = place + 1 < places;
            bool made = has_next && of.bit(of.matching, 0, lane, place + 1) && of.bit(of.rows, edits, lane, place + 1);
            if (edits > 0) {
                const bool step = has_next && of.bit(of.steps, 0, lane, place + 1);
                made = made || (step && of.bit(of.rows, edits - 1, lane, place + 1));
                if (of.shape.indels)
                    made = made || of.bit(of.rows, edits - 1, lane, place) || (step && begins[edits - 1][place + 1]);
            }
            begins[edits][place] = made;
        }
    return begins;
}

TEST(row_kernels, one_letter_before_by_the_recurrence) {
    std::mt19937_64 random(12);
    for (const vector_target target : usable_vectors())
        for (const bool indels : {false, true})
            for (const unsigned words : {1U, 2U, 3U})
                for (const unsigned edits : {0U, 1U, 3U})
                    for (const std::size_t lanes : {8U, 40U}) {
                        SCOPED_TRACE(testing::Message() << to_string(target) << ", indels " << indels << ", " << words
                                                        << " words, " << edits << " edits, " << lanes << " lanes");
                        const tried_rows tried = random_rows(random, lanes, words, edits, indels);
                        rows_of_lanes expected(tried.rows.size());
                        for (std::size_t lane = 0; lane < lanes; ++lane) {
                            const auto rows = rows_before(tried, lane);
                            for (std::size_t row = 0; row <= edits; ++row)
                                for (std::size_t place = 0; place < rows[row].size(); ++place)
                                    if (rows[row][place])
                                        expected[(row * words + place / 64) * tried.shape.stride + lane] |=
                                            std::uint64_t{1} << place % 64;
                        }
                        rows_of_lanes longer(tried.rows.size(), 0);
                        row_kernels_for(target).extend_before(tried.shape, tried.rows.data(), tried.matching.data(),
                                                              tried.steps.data(), longer.data());
                        EXPECT_EQ(longer, expected);
                    }
}

TEST(row_kernels, halves_that_share_a_bit) {
    std::mt19937_64 random(13);
    for (const vector_target target : usable_vectors())
        for (const std::size_t rows : {1U, 2U, 5U, 12U, 13U, 20U, 63U, 64U, 65U, 128U, 200U})
            for (const std::size_t empty : {std::size_t{0}, rows / 2, rows}) { // rows of the beginning without bits
                SCOPED_TRACE(testing::Message()
                             << to_string(target) << ", " << rows << " rows, " << empty << " of them empty");
                constexpr std::size_t ends = 5;
                const auto sparse = [&] { return random() & random() & random() & random() & random(); };
                rows_of_lanes beginning(rows * row_padding);
                for (std::size_t at = empty * row_padding; at < beginning.size(); ++at)
                    beginning[at] = sparse();
                for (std::size_t row = 0; row < rows; ++row) // some in the middle, too
                    if (random() % 3 == 0) std::fill_n(beginning.data() + row * row_padding, row_padding, 0);
                rows_of_lanes table(ends * rows * row_padding);
                for (std::uint64_t& each : table)
                    each = sparse() & random();
                const std::size_t words = words_of_filled(rows);
                std::vector<std::uint64_t> filled(ends * words, 0);
                for (std::size_t row = 0; row < ends * rows; ++row) {
                    const auto of_row = std::span(table).subspan(row * row_padding, row_padding);
                    if (random() % 3 == 0) std::ranges::fill(of_row, 0);
                    const bool has_bits = std::ranges::any_of(of_row, [](std::uint64_t word) { return word != 0; });
                    filled[row / rows * words + row % rows / 64] |= std::uint64_t{has_bits} << row % rows % 64;
                }
                std::vector<std::uint64_t> set(filled.size(), ~std::uint64_t{0});
                for (std::size_t end = 0; end < ends; ++end)
                    set_filled_rows(table.data() + end * rows * row_padding, rows, set.data() + end * words);
                EXPECT_EQ(set, filled);
                const std::vector<std::uint32_t> which{4, 0, 0, 3, 1, 2, 4};
                std::vector<std::uint8_t> held(which.size(), 100);
                std::vector<std::uint8_t> expected(which.size(), 0);
                for (std::size_t index = 0; index < which.size(); ++index)
                    for (std::size_t lane = 0; lane < row_padding; ++lane) {
                        bool is_held = false;
                        for (std::size_t row = 0; row < rows; ++row)
                            is_held = is_held || (beginning[row * row_padding + lane] &
                                                  table[(which[index] * rows + row) * row_padding + lane]) != 0;
                        expected[index] |= static_cast<std::uint8_t>((is_held ? 1U : 0U) << lane);
                    }
                row_kernels_for(target).mark_halves({beginning.data(), table.data(), filled.data(), rows}, which.data(),
                                                    which.size(), held.data());
                EXPECT_EQ(held, expected);
            }
}

TEST(row_kernels, places_of_bits) {
    std::mt19937_64 random(17);
    for (const vector_target target : usable_vectors())
        for (const std::size_t words : {8U, 16U, 56U})
            for (const unsigned every : {1U, 7U, 4000U}) { // places for a bit
                SCOPED_TRACE(testing::Message() << to_string(target) << ", " << words << " words, every " << every);
                rows_of_lanes row(words, 0);
                std::vector<std::uint32_t> expected;
                for (std::uint32_t place = 0; place < words * 64; ++place) {
                    if (random() % every != 0) continue;
                    row[place / 64] |= std::uint64_t{1} << place % 64;
                    expected.push_back(place);
                }
                std::vector<std::uint32_t> bits(words * 64);
                bits.resize(row_kernels_for(target).list_bits(row.data(), words, bits.data()));
                EXPECT_EQ(bits, expected);
            }
}

} // namespace
} // namespace concord::substring::row_kernels_test
