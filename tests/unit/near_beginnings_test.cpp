// Beginnings of texts that are near to a word: by hand, and every text of some letters by the textbook's matrix.
#include "problems/substring/variants/near_beginnings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::near_beginnings_test {
namespace {

numbered_word number_of(const std::string& letters) {
    numbered_word number = 1;
    for (const char letter : letters)
        number = number << 2U | static_cast<numbered_word>(std::string("ACGT").find(letter));
    return number;
}

std::string letters_of_number(numbered_word word) {
    std::string letters;
    for (unsigned at = length_of_word(word); at-- > 0;)
        letters += "ACGT"[word >> 2 * at & 3U];
    return letters;
}

/// The fewest edits between a word and what a text begins with, whatever follows the text.
unsigned fewest_edits(const std::string& word, const std::string& text) {
    std::vector<unsigned> column(word.size() + 1);
    for (unsigned at = 0; at <= word.size(); ++at)
        column[at] = at;
    unsigned fewest = column.back();
    for (const char letter : text) {
        std::vector<unsigned> next{column[0] + 1};
        for (std::size_t at = 1; at <= word.size(); ++at)
            next.push_back(
                std::min({column[at - 1] + (word[at - 1] == letter ? 0 : 1), column[at] + 1, next.back() + 1}));
        column = next;
        fewest = std::min(fewest, column.back());
    }
    return std::min(fewest, *std::ranges::min_element(column));
}

TEST(near_beginnings, of_one_edit_are_these) {
    std::vector<std::string> found;
    for (const numbered_word each : near_beginnings({2, 3, {0, 1}}, number_of("AC")))
        found.push_back(letters_of_number(each));
    // Without one letter A or C, which is all that is needed; with one more, GAC and TAC; and GC and TC have another.
    EXPECT_EQ(found, (std::vector<std::string>{"A", "C", "GC", "TC", "GAC", "TAC"}));
    found.clear();
    for (const numbered_word each : near_beginnings({2, 3, {1, 1}}, number_of("AC")))
        found.push_back(letters_of_number(each));
    EXPECT_EQ(found, (std::vector<std::string>{"C", "AA", "AG", "AT", "GC", "TC", "GAC", "TAC"}));
}

void expect_as_by_definition(const asked_beginnings& asked, const std::string& word,
                             const std::vector<numbered_word>& beginnings) {
    std::vector<unsigned> begun(first_of_letters(asked.known), 0);
    for (const numbered_word each : beginnings) {
        const unsigned shift = 2 * (asked.known - length_of_word(each));
        for (numbered_word rest = 0; rest < numbered_word{1} << shift; ++rest)
            ++begun[(each << shift | rest) - first_of_letters(asked.known)];
    }
    for (numbered_word text = 0; text < begun.size(); ++text) {
        const std::string letters = letters_of_number(first_of_letters(asked.known) + text);
        const unsigned edits = fewest_edits(word, letters);
        ASSERT_EQ(begun[text], asked.edits.least <= edits && edits <= asked.edits.most ? 1U : 0U)
            << word << " and " << letters << ", edits " << asked.edits.least << " to " << asked.edits.most;
    }
}

TEST(near_beginnings, a_text_begins_with_one_if_it_is_near) {
    std::mt19937_64 random(11);
    const run_options options;
    runtime::thread_pool workers{options};
    for (int round = 0; round < 24; ++round) {
        const unsigned letters = 4 + static_cast<unsigned>(random() % 2);
        const unsigned most = static_cast<unsigned>(random() % 4);
        const unsigned least = static_cast<unsigned>(random() % (most + 1));
        const asked_beginnings asked{letters, letters + static_cast<unsigned>(random() % 2), {least, most}};
        std::vector<numbered_word> words;
        const std::size_t kinds = 1 + random() % 4;
        for (int each = 0; each < 4; ++each) {
            numbered_word word = 1;
            for (unsigned at = 0; at < letters; ++at)
                word = word << 2U | static_cast<numbered_word>(random() % kinds);
            words.push_back(word);
        }
        const all_near_beginnings all(asked, words, workers);
        const near_sums sums(all, workers);
        std::vector<std::uint16_t> counts(std::size_t{2} * first_of_letters(asked.known));
        for (std::uint16_t& each : counts)
            each = static_cast<std::uint16_t>(random() % 65536);
        for (const numbered_word word : words) {
            const std::vector<numbered_word> beginnings = near_beginnings(asked, word);
            expect_as_by_definition(asked, letters_of_number(word), beginnings);
            std::vector<numbered_word> made;
            all.get(word, made);
            std::ranges::sort(made);
            EXPECT_EQ(made, beginnings);
            std::uint64_t sum = 0;
            for (const numbered_word each : beginnings)
                sum += counts[each];
            EXPECT_EQ(sums.sum(word, counts.data()), sum);
        }
        if (HasFailure()) return;
    }
}

} // namespace
} // namespace concord::substring::near_beginnings_test
