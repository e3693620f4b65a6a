// Words that may have the support with insertions and deletions: none that has it is missed, and most of those that do
// not are out.
#include "problems/substring/variants/edit_balls.hpp"
#include "support/fewest_edits.hpp"
#include "support/sequence_text.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::edit_balls_test {
namespace {

using test::fewest_edits;

std::uint64_t number_of(const std::string& word) {
    std::uint64_t number = 0;
    for (const char letter : word)
        number = number << 2U | std::string("ACGT").find(letter);
    return number;
}

struct judged_texts {
    std::uint64_t words = 0; ///< without the support
    std::uint64_t out = 0;
};

/// Judges every word of the texts for some supports, the least one first; those that have it must not be out.
judged_texts judge(const std::vector<std::string>& texts, std::uint64_t letters, std::uint64_t edits,
                   std::uint64_t least, bool both_strands = false, unsigned threads = 2) {
    const sequence_set set = test::make_set(texts);
    substring_options options;
    options.both_strands = both_strands;
    options.run.threads = threads;
    const piece_collection of(set, options);
    runtime::thread_pool workers(options.run);
    EXPECT_TRUE(edit_balls::are_possible(of, letters, edits, std::uint64_t{1} << 30U, threads));
    judged_texts judged;
    for (std::uint64_t support = least; support <= texts.size(); support += 1 + texts.size() / 2) {
        const edit_balls balls(of, letters, edits, support, workers);
        for (const std::string& source : texts)
            for (std::size_t start = 0; start + letters <= source.size(); ++start) {
                const std::string word = source.substr(start, letters);
                if (word.find('N') != std::string::npos) continue;
                const auto holders = static_cast<std::uint64_t>(std::ranges::count_if(
                    texts, [&](const std::string& text) { return fewest_edits(text, word) <= edits; }));
                const bool may_have_support = balls.may_have_support(number_of(word));
                if (holders >= support)
                    EXPECT_TRUE(may_have_support) << word << " within " << edits << ", support " << support << " of "
                                                  << holders << " in " << testing::PrintToString(texts);
                judged.words += holders < support ? 1U : 0U;
                judged.out += may_have_support ? 0U : 1U;
            }
    }
    return judged;
}

TEST(edit_balls, words_with_the_support_are_not_out) {
    std::mt19937_64 random(7);
    for (int round = 0; round < 120; ++round) {
        const std::uint64_t edits = random() % 4;
        const std::uint64_t letters = std::max<std::uint64_t>(4, 2 * edits + 1 + random() % 2);
        const std::size_t kinds = 1 + random() % 4;
        const std::uint64_t unknown = random() % 3 == 0 ? 0 : 3 + random() % 9;
        const std::string ancestor = [&] {
            std::string text;
            for (std::size_t at = 0; at < 14; ++at)
                text += "ACGT"[random() % kinds];
            return text;
        }();
        std::vector<std::string> texts;
        for (std::size_t index = 0; index < 7; ++index) {
            std::string text = ancestor.substr(0, random() % 15);
            for (std::uint64_t change = 0; change < random() % 5 && !text.empty(); ++change) {
                const std::size_t at = random() % text.size();
                if (random() % 3 == 0)
                    text.erase(at, 1);
                else if (random() % 2 == 0)
                    text.insert(at, 1, "ACGT"[random() % kinds]);
                else
                    text[at] = unknown > 0 && random() % 2 == 0 ? 'N' : "ACGT"[random() % kinds];
            }
            texts.push_back(text);
        }
        const bool both_strands = random() % 4 == 0;
        for (std::uint64_t least = 2; least < 6; ++least)
            judge(texts, letters, edits, least, both_strands, std::array{1U, 2U, 5U, 16U}[least - 2]);
    }
}

// ACGTACG with the third letter deleted, one inserted behind it, and another in its place; and the ends of texts, where
// what is deleted may be substituted by nothing.
TEST(edit_balls, each_kind_of_edit_is_one) {
    const std::string word = "ACGTACG";
    for (const std::string& other :
         {"TTACTACGTT", "TTACGGTACGTT", "TTACCTACGTT", "CGTACG", "ACGTAC", "ACNTACG", "ACGNTACG"}) {
        const std::vector<std::string> texts{word, other};
        ASSERT_EQ(fewest_edits(other, word), 1U) << other;
        judge(texts, word.size(), 1, 2);
    }
}

bool may_have_support(const std::vector<std::string>& texts, std::uint64_t of_text, std::uint64_t letters,
                      std::uint64_t edits, std::uint64_t support) {
    const sequence_set set = test::make_set(texts);
    substring_options options;
    options.iupac = true;
    const piece_collection of(set, options);
    runtime::thread_pool workers(options.run);
    const edit_balls balls(of, letters, edits, support, workers);
    return balls.may_have_support(of.letters(of.text_first(of_text), letters));
}

// R is A or G, and N any letter: RCNTACG may be ACGTACG, and seven other words. With edits places are bounded alone, so
// that words which have the support are not out.
TEST(edit_balls, letters_that_are_sets_are_each_of_these) {
    const std::vector<std::string> texts{"ACGTACG", "RCNTACG", "TTACGTTRCGTT", "TTTTTTT"};
    EXPECT_TRUE(may_have_support(texts, 0, 7, 1, 3));
    EXPECT_TRUE(may_have_support(texts, 1, 7, 1, 3));
    EXPECT_TRUE(may_have_support(texts, 0, 7, 0, 2));
    EXPECT_FALSE(may_have_support(texts, 0, 7, 0, 3));
    EXPECT_TRUE(may_have_support(texts, 1, 7, 0, 2));
    EXPECT_FALSE(may_have_support(texts, 3, 7, 0, 2));
    // A word of any letters has the support whatever the others are, and holds any word.
    const std::vector<std::string> any{"NNNNNNN", "ACGTACG", "GGGGGGG"};
    EXPECT_TRUE(may_have_support(any, 0, 7, 1, 3));
    EXPECT_TRUE(may_have_support(any, 1, 7, 1, 2));
    EXPECT_FALSE(may_have_support(any, 1, 7, 1, 3));
}

TEST(edit_balls, random_words_are_out) {
    std::mt19937_64 random(11);
    std::vector<std::string> texts(60);
    for (std::string& text : texts)
        for (std::size_t at = 0; at < 20; ++at)
            text += "ACGT"[random() % 4];
    const judged_texts one = judge(texts, 8, 1, 20);
    EXPECT_GT(one.out, one.words * 9 / 10);
    const judged_texts two = judge(texts, 10, 2, 60);
    EXPECT_GT(two.out, two.words * 9 / 10);
}

// Threads that add to the same counts, some of which most texts have.
TEST(edit_balls, any_number_of_threads_judges_alike) {
    std::mt19937_64 random(13);
    sequence_set_builder builder(alphabet::dna);
    for (int text = 0; text < 3000; ++text) {
        std::string letters = "CTGTCTCTTATA";
        while (letters.size() < 40)
            letters += "ACGTN"[random() % (text % 3 == 0 ? 5 : 4)];
        builder.add({}, letters);
    }
    const sequence_set set = std::move(builder).finish();
    const auto judged = [&](unsigned threads, std::uint64_t letters, std::uint64_t edits) {
        substring_options options;
        options.run.threads = threads;
        const piece_collection of(set, options);
        runtime::thread_pool workers(options.run);
        const edit_balls balls(of, letters, edits, 900, workers);
        std::vector<bool> may(std::size_t{1} << 2 * letters);
        for (std::size_t number = 0; number < may.size(); ++number)
            may[number] = balls.may_have_support(number);
        return may;
    };
    for (const std::uint64_t letters : {7U, 9U}) {
        const std::vector<bool> alone = judged(1, letters, 1);
        EXPECT_GT(std::ranges::count(alone, true), 0);
        EXPECT_LT(std::ranges::count(alone, true), std::ptrdiff_t{1} << (2 * letters - 1));
        for (const unsigned threads : {2U, 5U, 16U})
            EXPECT_EQ(judged(threads, letters, 1), alone) << letters << " letters, " << threads << " threads";
    }
    EXPECT_EQ(judged(16, 9, 2), judged(1, 9, 2));
}

// Of the words of five letters: itself, three substitutions of each letter, and what lacks one of the three in the
// middle, or has one more before these, each of which leaves the last letter of the text open.
TEST(edit_balls, chance_of_a_word_is_what_its_alignments_have) {
    EXPECT_DOUBLE_EQ(edit_balls::chance(5, 0) * 1024, 1);
    EXPECT_DOUBLE_EQ(edit_balls::chance(5, 1) * 1024, 1 + 5 * 3 + 3 * 4 + 3 * 4);
}

} // namespace
} // namespace concord::substring::edit_balls_test
