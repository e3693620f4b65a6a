// Edits between half a window and what texts begin with, on every vector target, against the textbook's matrix.
#include "problems/substring/variants/half_kernels.hpp"

#include <concord/device.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::half_kernels_test {
namespace {

/// The word from the start of the text on, with any letters of it.
std::uint64_t edits_with_beginning(const std::string& word, const std::string& text) {
    std::vector<std::uint64_t> column(word.size() + 1);
    for (std::size_t at = 0; at <= word.size(); ++at)
        column[at] = at;
    std::uint64_t fewest = column.back();
    for (const char letter : text) {
        std::vector<std::uint64_t> next{column[0] + 1};
        for (std::size_t at = 1; at <= word.size(); ++at)
            next.push_back(
                std::min({column[at - 1] + (letter == word[at - 1] ? 0 : 1), column[at] + 1, next[at - 1] + 1}));
        column = next;
        fewest = std::min(fewest, column.back());
    }
    return fewest;
}

packed_letters packed(const std::string& text) {
    packed_letters made = 0;
    for (std::size_t at = 0; at < text.size(); ++at)
        made |= static_cast<packed_letters>(std::string("ACGT").find(text[at])) << 2 * at;
    return made;
}

struct compared {
    std::vector<std::uint8_t> edits;
    std::vector<bool> marks;
};

compared compare(vector_target target, const std::string& word, unsigned read, unsigned most,
                 const std::vector<std::string>& texts) {
    compared_texts of{{}, static_cast<unsigned>(word.size()), read, most, nullptr, texts.size(), nullptr, nullptr};
    for (std::size_t at = 0; at < word.size(); ++at) {
        std::uint16_t& to = of.matching[std::string("ACGT").find(word[at])];
        to = static_cast<std::uint16_t>(to | 1U << (letters_of_text - word.size() + at));
    }
    std::vector<packed_letters> numbers;
    for (const std::string& text : texts)
        numbers.push_back(packed(text));
    numbers.resize(texts.size() + padding_of_texts);
    compared made{std::vector<std::uint8_t>(texts.size() + padding_of_texts), {}};
    std::vector<std::uint8_t> marks((texts.size() + padding_of_texts) / 8 + 1);
    of.texts = numbers.data();
    of.edits = made.edits.data();
    of.marks = marks.data();
    half_kernels_for(target).compare(of);
    made.edits.resize(texts.size());
    for (std::size_t at = 0; at < texts.size(); ++at)
        made.marks.push_back((marks[at / 8] >> at % 8 & 1U) != 0);
    return made;
}

// ACGTAC: without an edit, with the T skipped, with a letter in front of the G, and so in seven letters, not in six.
TEST(half_kernels, a_word_by_hand) {
    for (const vector_target target : usable_vectors()) {
        const compared found =
            compare(target, "ACGTAC", 7, 1, {"ACGTACTTTTTTTTTT", "ACGACTTTTTTTTTTT", "ACTGTACTTTTTTTTT"});
        EXPECT_EQ(found.edits, (std::vector<std::uint8_t>{0, 1, 1}));
        EXPECT_EQ(found.marks, (std::vector<bool>{true, true, true}));
        EXPECT_EQ(compare(target, "ACGTAC", 6, 1, {"ACTGTACTTTTTTTTT"}).edits, (std::vector<std::uint8_t>{2}));
    }
}

TEST(half_kernels, words_as_in_the_textbook) {
    std::mt19937_64 random(31);
    std::vector<std::uint64_t> seen(letters_of_text + 1);
    for (int round = 0; round < 300; ++round) {
        const std::size_t letters = 1 + random() % letters_of_text;
        const std::size_t kinds = random() % 3 == 0 ? 2 : 4;
        const auto text_of = [&](std::size_t count) {
            std::string text;
            for (std::size_t at = 0; at < count; ++at)
                text += "ACGT"[random() % kinds];
            return text;
        };
        const std::string word = text_of(letters);
        std::vector<std::string> texts;
        for (std::size_t index = 0; index < 1 + random() % 150; ++index) {
            std::string text = word;
            for (std::size_t edit = 0; edit < random() % 6 && !text.empty(); ++edit) {
                const std::size_t at = random() % text.size();
                if (random() % 3 == 0)
                    text.erase(at, 1);
                else if (random() % 2 == 0)
                    text.insert(at, text_of(1));
                else
                    text[at] = text_of(1)[0];
            }
            texts.push_back((text + text_of(letters_of_text)).substr(0, letters_of_text));
        }
        const auto read = static_cast<unsigned>(random() % (letters_of_text + 1));
        const auto most = static_cast<unsigned>(random() % 6);
        for (const vector_target target : usable_vectors()) {
            const compared found = compare(target, word, read, most, texts);
            for (std::size_t at = 0; at < texts.size(); ++at) {
                const std::uint64_t expected = edits_with_beginning(word, texts[at].substr(0, read));
                ASSERT_EQ(found.edits[at], expected) << word << " with " << texts[at] << ", " << read << " letters";
                ASSERT_EQ(found.marks[at], expected <= most);
            }
        }
        for (const std::string& text : texts)
            ++seen[edits_with_beginning(word, text.substr(0, read))];
    }
    for (std::size_t edits = 0; edits < 6; ++edits)
        EXPECT_GT(seen[edits], 200U) << edits;
}

} // namespace
} // namespace concord::substring::half_kernels_test
