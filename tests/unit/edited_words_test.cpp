// Bounds for the sequences that hold a word with an edit, of all words at once: never too small, and exact where no
// sequence holds two of the words with an edit.
#include "problems/substring/variants/edited_words.hpp"
#include "support/random_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::edited_words_test {
namespace {

/// Letters that are sets match where these overlap: here only N, which is any nucleotide or none.
struct text_letters {
    bool n_is_any;
    [[nodiscard]] bool match(char a, char b) const {
        if (a == 'N' || b == 'N') return n_is_any;
        return a == b;
    }
};

/// Whether a text holds a word with at most one edit: cell by cell.
bool holds(const text_letters& letters, const std::string& text, const std::string& word, bool indels) {
    constexpr std::uint64_t never = 1U << 20U;
    std::vector<std::uint64_t> column(word.size() + 1);
    for (std::size_t at = 0; at <= word.size(); ++at)
        column[at] = at == 0 ? 0 : indels ? at : never;
    bool found = column.back() <= 1;
    for (const char letter : text) {
        std::vector<std::uint64_t> next(word.size() + 1, 0);
        for (std::size_t at = 1; at <= word.size(); ++at) {
            next[at] = column[at - 1] + (letters.match(letter, word[at - 1]) ? 0 : 1);
            if (indels) next[at] = std::min({next[at], column[at] + 1, next[at - 1] + 1});
        }
        column = next;
        found = found || column.back() <= 1;
    }
    return found;
}

struct counted_text {
    counted_text(const std::vector<std::string>& texts, bool iupac)
        : set(make(texts)), options(with(iupac)), of(set, options) {}

    static sequence_set make(const std::vector<std::string>& texts) {
        sequence_set_builder builder(alphabet::dna);
        for (const std::string& one : texts)
            builder.add({}, one);
        return std::move(builder).finish();
    }
    static substring_options with(bool iupac) {
        substring_options options;
        options.iupac = iupac;
        return options;
    }

    sequence_set set;
    substring_options options;
    piece_collection of;
};

void expect_bounds(const std::vector<std::string>& texts, std::uint64_t letters, bool indels, bool iupac,
                   unsigned threads) {
    const counted_text counted(texts, iupac);
    run_options run;
    run.threads = threads;
    runtime::thread_pool workers(run);
    const edited_words words(counted.of, workers, letters, indels, 16);
    for (std::size_t source = 0; source < texts.size(); ++source)
        for (std::size_t start = 0; start + letters <= texts[source].size(); ++start) {
            const std::string word = texts[source].substr(start, letters);
            std::uint64_t holders = 0;
            for (const std::string& text : texts)
                if (holds({iupac}, text, word, indels)) ++holders;
            EXPECT_GE(words.at(counted.of.text_first(source) + start) + words.of_any(), holders)
                << word << " in " << testing::PrintToString(texts) << (indels ? ", indels" : "");
        }
}

TEST(edited_words, are_never_too_few) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        std::mt19937_64 random(seed);
        const std::string alphabet = seed % 3 == 0 ? "ACGTN" : seed % 3 == 1 ? "AC" : "ACGT";
        std::vector<std::string> texts(1 + random() % 12);
        for (std::string& text : texts)
            for (std::size_t at = random() % 24; at > 0; --at)
                text += alphabet[random() % alphabet.size()];
        // Longer words than a tile has letters among them.
        for (const std::uint64_t letters : {2U, 3U, 5U, 9U})
            for (const bool indels : {false, true})
                expect_bounds(texts, letters, indels, seed % 2 == 0, 1 + seed % 2);
    }
}

TEST(edited_words, count_replaced_letters_exactly) {
    // Of ACGTACG: itself; a letter replaced, twice; two of them; a letter that matches nothing; one left out.
    const std::vector<std::string> texts{"ACGTACG", "ACGTTCG", "CCGTACG", "ACTTTCG", "ACNTACG", "ACGACG", "TTTTTTT"};
    const counted_text counted(texts, false);
    const run_options options;
    runtime::thread_pool workers{options};
    const edited_words substituted(counted.of, workers, 7, false, 16);
    EXPECT_EQ(substituted.at(counted.of.text_first(0)), 4U);
    EXPECT_EQ(substituted.at(counted.of.text_first(6)), 1U);
    EXPECT_EQ(substituted.of_any(), 0U);
    const edited_words edited(counted.of, workers, 7, true, 16);
    EXPECT_GT(edited.at(counted.of.text_first(0)), 4U) << "ACGACG lacks one of its letters";
}

TEST(edited_words, are_possible_for_short_words_of_nucleotides) {
    const counted_text counted({"ACGT"}, false);
    EXPECT_TRUE(edited_words::are_possible(counted.of, 8, std::uint64_t{1} << 30U));
    EXPECT_FALSE(edited_words::are_possible(counted.of, 14, std::uint64_t{1} << 40U));
    EXPECT_FALSE(edited_words::are_possible(counted.of, 1, std::uint64_t{1} << 30U));
    EXPECT_FALSE(edited_words::are_possible(counted.of, 8, 1U << 20U)) << "its tables take 2.5 MiB";
}

} // namespace
} // namespace concord::substring::edited_words_test
