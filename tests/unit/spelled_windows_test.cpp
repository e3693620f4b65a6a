// Windows with ambiguous letters: what is near to each, by tables of what is near to the words that it may be.
#include "problems/substring/cpu/words/ball_counts.hpp"
#include "problems/substring/cpu/words/spelled_windows.hpp"
#include "support/chosen_cases.hpp"
#include "support/counted_input.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::spelled_windows_test {
namespace {

using texts = std::vector<std::string>;

struct spelled_input : counted_input {
    spelled_input(const texts& sequences, std::uint64_t mismatches, unsigned length)
        : counted_input(sequences, mismatches, 2), letters(given), words(given, letters, length, workers) {
        for (std::uint64_t sequence = 0; sequence < sequences.size(); ++sequence)
            for (std::uint64_t start = 0; start + length <= sequences[sequence].size(); ++start)
                if (const std::string text = sequences[sequence].substr(start, length);
                    text.find('N') != std::string::npos &&
                    std::ranges::count(text, 'N') <= static_cast<std::ptrdiff_t>(mismatches)) {
                    windows.push_back({sequence, given.offset(sequence) + start});
                    drawn.push_back(text);
                }
    }

    growth_alphabet letters;
    word_set words;
    std::vector<window_occurrence> windows;
    std::vector<std::string> drawn;
};

// ACGNT within two mismatches, one of which is the N: ACGAT is one letter from it, ACGCT and ATGAT too, TTGAT is two
// letters beside the N from it, as is CCNNT, which is written CCAAT here.
TEST(spelled_windows, by_hand) {
    const spelled_input input({"ACGNT", "ACGAT", "ACGCT", "ATGAT", "TTGAT", "CCNNT"}, 2, 5);
    const spelled_windows spelled(input.given, input.letters, input.windows, input.words.split(), input.workers);
    const ball_counts_beside found = count_balls_beside(input.given, input.resources, input.words, spelled.words());
    ASSERT_EQ(input.drawn.front(), "ACGNT");
    ASSERT_TRUE(spelled.is_spelled(0));
    EXPECT_EQ(spelled.near(0, found.of_others), 4U); // ACGAT is there twice: it is what ACGNT is written as
}

// Against each word of the set, letter by letter; and other counts are as ever.
TEST(spelled_windows, are_near_to_what_differs_from_them_in_few_letters) {
    std::uint64_t asked = 0;
    std::uint64_t left = 0;
    for (const std::uint64_t trial : test::chosen_cases(60)) {
        std::mt19937_64 random(trial);
        const unsigned length = 4 + static_cast<unsigned>(random() % 5);
        texts sequences{"ACGT"};
        for (unsigned index = 0; index < 12; ++index)
            sequences.push_back(random_text(random, trial % 2 == 0 ? "ACGTACGTN" : "ACGTACGTACGTACGTN", 40));
        const spelled_input input(sequences, 2 + random() % 3, length);
        const spelled_windows spelled(input.given, input.letters, input.windows, input.words.split(), input.workers);
        const ball_counts_beside found = count_balls_beside(input.given, input.resources, input.words, spelled.words());
        EXPECT_EQ(found.counts, ball_counts(input.given, input.resources, input.words));
        for (std::size_t index = 0; index < input.windows.size(); ++index) {
            left += spelled.is_spelled(index) ? 0U : 1U;
            if (!spelled.is_spelled(index)) continue;
            ++asked;
            std::uint64_t near = 0;
            input.words.for_each_word([&](std::size_t rank, std::size_t word) {
                std::uint64_t mismatches = 0;
                for (std::size_t at = length; at-- > 0; word /= 4)
                    mismatches += input.drawn[index][at] != "ACGT"[word % 4] ? 1U : 0U;
                near += mismatches <= input.given.mismatches ? input.words.holders()[rank] : 0U;
            });
            ASSERT_EQ(spelled.near(index, found.of_others), near)
                << "trial " << trial << ", " << input.drawn[index] << ", k = " << input.given.mismatches;
        }
    }
    EXPECT_GT(asked, 1000U);
    EXPECT_GT(left, 10U);
}

} // namespace
} // namespace concord::substring::spelled_windows_test
