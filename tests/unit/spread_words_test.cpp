// How many windows are within k mismatches of each word of a table, in passes over tiles of it, against the definition.
#include "problems/substring/gpu/spread_words_steps.hpp"
#include "support/serial_machine.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

namespace concord::substring::spread_words_test {
namespace {

std::vector<std::uint32_t> near_each(std::vector<std::uint32_t> counts, unsigned rows, unsigned letters) {
    const place_table table{counts.data(), rows, letters};
    test::serial_machine(0).spread_words(table);
    const auto last = static_cast<std::ptrdiff_t>((rows - 1) * table.of_row());
    return {counts.begin() + last, counts.end()};
}

TEST(spread_words, by_hand) {
    // A is the word 0, C 1, G 2, T 3: a bit of each plane.
    EXPECT_EQ(near_each({5, 0, 2, 0}, 1, 1), (std::vector<std::uint32_t>{5, 0, 2, 0}));
    EXPECT_EQ(near_each({5, 0, 2, 0, 0, 0, 0, 0}, 2, 1), (std::vector<std::uint32_t>{7, 7, 7, 7}));
    EXPECT_EQ(near_each({5, 0, 2, 0, 0, 0, 0, 1}, 2, 1),
              (std::vector<std::uint32_t>{7, 7, 7, 8})); // one has a mismatch
    // AA five times; within one mismatch of it are those with bits of one letter: 1, 4, 5 and 2, 8, 10.
    std::vector<std::uint32_t> words(32, 0);
    words[0] = 5;
    EXPECT_EQ(near_each(words, 2, 2), (std::vector<std::uint32_t>{5, 5, 5, 0, 5, 5, 0, 0, 5, 0, 5, 0, 0, 0, 0, 0}));
}

TEST(spread_words, are_those_of_the_definition) {
    std::mt19937_64 random(61);
    for (unsigned letters = 1; letters <= 6; ++letters)
        for (unsigned rows = 1; rows <= 8; ++rows) {
            const unsigned words = 1U << 2 * letters;
            std::vector<std::uint32_t> counts(std::size_t{rows} * words);
            for (std::uint32_t& count : counts)
                count = random() % 4 == 0 ? static_cast<std::uint32_t>(random() % 9) : 0;
            const std::vector<std::uint32_t> found = near_each(counts, rows, letters);
            for (unsigned trial = 0; trial < 64; ++trial) {
                const auto word = static_cast<unsigned>(random() % words);
                std::uint32_t near = 0;
                for (unsigned other = 0; other < words; ++other) {
                    const unsigned differ = word ^ other;
                    const auto mismatches =
                        static_cast<unsigned>(std::popcount((differ | differ >> letters) & (words - 1) >> letters));
                    for (unsigned row = 0; row + mismatches < rows; ++row)
                        near += counts[std::size_t{row} * words + other];
                }
                ASSERT_EQ(found[word], near) << letters << " letters, " << rows << " rows, word " << word;
            }
        }
}

TEST(spread_words, passes_take_every_letter_once) {
    for (unsigned rows = 1; rows <= 12; ++rows) {
        unsigned next = 0;
        for (const word_pass& pass : passes_of({nullptr, rows, 14}, 12288)) {
            EXPECT_EQ(pass.first, next);
            EXPECT_EQ(pass.left, 14 - next - pass.letters);
            EXPECT_LE(pass.entries(), 12288);
            next += pass.letters;
        }
        EXPECT_EQ(next, 14) << rows;
    }
}

} // namespace
} // namespace concord::substring::spread_words_test
