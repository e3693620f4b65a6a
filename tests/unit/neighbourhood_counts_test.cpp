// The tables of all words near to a sequence, against words that are tried one by one.
#include "problems/substring/variants/neighbourhood_counts.hpp"
#include "problems/substring/variants/neighbourhood_table.hpp"
#include "problems/substring/variants/substituted_words.hpp"
#include "support/random_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string>

namespace concord::substring::neighbourhood_counts_test {
namespace {

constexpr const char* nucleotides = "ACGT";

std::string word_of(std::uint64_t number, unsigned letters) {
    std::string word(letters, 'A');
    for (unsigned at = letters; at-- > 0; number /= 4)
        word[at] = nucleotides[number % 4];
    return word;
}

/// Whether a text holds a word: cell by cell, an occurrence beginning and ending anywhere.
bool holds(const std::string& text, const std::string& word, std::uint64_t edits, bool indels) {
    constexpr std::uint64_t never = 1U << 20U;
    std::vector<std::uint64_t> column(word.size() + 1);
    for (std::size_t at = 0; at <= word.size(); ++at)
        column[at] = at == 0 ? 0 : indels ? at : never;
    bool found = column.back() <= edits;
    for (const char letter : text) {
        std::vector<std::uint64_t> next(word.size() + 1, 0);
        for (std::size_t at = 1; at <= word.size(); ++at) {
            next[at] = column[at - 1] + (letter == word[at - 1] && letter != 'N' ? 0 : 1);
            if (indels) next[at] = std::min({next[at], column[at] + 1, next[at - 1] + 1});
        }
        column = next;
        found = found || column.back() <= edits;
    }
    return found;
}

void expect_table(const std::vector<std::string>& pieces, const substring_options& options, const allowance& allowed,
                  unsigned letters) {
    sequence_set_builder builder(alphabet::dna);
    for (const std::string& one : pieces)
        builder.add({}, one);
    const sequence_set set = std::move(builder).finish();
    const piece_collection of(set, options);
    const auto reverse_complement = [](std::string one) {
        std::ranges::reverse(one);
        for (char& letter : one)
            letter = letter == 'A' ? 'T' : letter == 'T' ? 'A' : letter == 'C' ? 'G' : letter == 'G' ? 'C' : letter;
        return one;
    };
    for (const vector_target target : usable_vectors()) {
        neighbourhood_table table(of, neighbourhood_kernels_for(simd::choose_vectors(target)), allowed, letters);
        for (std::size_t index = 0; index < pieces.size(); ++index) {
            const std::uint64_t* const held = table.of_sequence(index);
            for (std::uint64_t number = 0; number >> 2 * letters == 0; ++number) {
                const std::string word = word_of(number, letters);
                const bool expected = holds(pieces[index], word, allowed.edits, allowed.indels) ||
                                      (options.both_strands &&
                                       holds(reverse_complement(pieces[index]), word, allowed.edits, allowed.indels));
                ASSERT_EQ((held[number / 64] >> number % 64 & 1U) != 0, expected)
                    << word << " in " << pieces[index] << ", " << allowed.edits << " edits, "
                    << (allowed.indels ? "indels, " : "") << to_string(target);
            }
        }
    }
}

TEST(neighbourhoods, are_the_words_within_an_edit_of_some_letters) {
    sequence_set_builder builder(alphabet::dna);
    builder.add({}, "ACG");
    const sequence_set set = std::move(builder).finish();
    const piece_collection of(set, {});
    neighbourhood_table table(of, neighbourhood_kernels_for(simd::choose_vectors(vector_target::automatic)), {1, true},
                              3);
    const std::uint64_t held = table.of_sequence(0)[0];
    std::set<std::string> words;
    for (std::uint64_t number = 0; number < 64; ++number)
        if ((held >> number & 1U) != 0) words.insert(word_of(number, 3));
    const std::set<std::string> expected{
        "ACG",                                    // as it is
        "CCG", "GCG", "TCG", "AAG", "AGG", "ATG", // a letter is another one
        "ACA", "ACC", "ACT",                      //
        "AAC", "CAC", "GAC", "TAC", "AGC", "ATC", // AC and one more; ACA, ACC, ACT and AAC again
        "CGA", "CGC", "CGG", "CGT", "CAG", "CTG", // CG and one more; ACG, CCG, GCG, TCG and CCG again
    };
    EXPECT_EQ(words, expected);
}

/// The words that a sequence holds, where letters are sets of nucleotides.
std::set<std::string> words_of_sets(const std::string& text, const allowance& allowed, unsigned letters) {
    sequence_set_builder builder(alphabet::dna);
    builder.add({}, text);
    const sequence_set set = std::move(builder).finish();
    substring_options options;
    options.iupac = true;
    const piece_collection of(set, options);
    neighbourhood_table table(of, neighbourhood_kernels_for(simd::choose_vectors(vector_target::automatic)), allowed,
                              letters);
    const std::uint64_t* const held = table.of_sequence(0);
    std::set<std::string> words;
    for (std::uint64_t number = 0; number >> 2 * letters == 0; ++number)
        if ((held[number / 64] >> number % 64 & 1U) != 0) words.insert(word_of(number, letters));
    return words;
}

TEST(neighbourhoods, of_sets_of_nucleotides_are_those_of_all_that_these_may_be) {
    EXPECT_EQ(words_of_sets("ARG", {0, true}, 3), (std::set<std::string>{"AAG", "AGG"}));
    EXPECT_EQ(words_of_sets("RY", {0, true}, 2), (std::set<std::string>{"AC", "AT", "GC", "GT"}));
    const std::set<std::string> of_one = words_of_sets("ACRTGA", {2, true}, 5);
    std::set<std::string> expected = words_of_sets("ACATGA", {2, true}, 5);
    expected.merge(words_of_sets("ACGTGA", {2, true}, 5));
    EXPECT_EQ(of_one, expected);
    expected.clear();
    for (const char* spelled : {"AACAAGTC", "AACACGTC", "AACATGTC", "AGCAAGTC", "AGCACGTC", "AGCATGTC"})
        expected.merge(words_of_sets(spelled, {1, true}, 6));
    EXPECT_EQ(words_of_sets("ARCAHGTC", {1, true}, 6), expected);
    for (const char* spelled : {"AACAAGTC", "AACACGTC", "AACATGTC", "AGCAAGTC", "AGCACGTC", "AGCATGTC"})
        expected.merge(words_of_sets(spelled, {2, true}, 6));
    EXPECT_EQ(words_of_sets("ARCAHGTC", {2, true}, 6), expected);
}

TEST(neighbourhoods, of_random_sequences_are_what_a_matrix_tells) {
    std::mt19937_64 random(4);
    for (int round = 0; round < 30; ++round) {
        const auto letters = static_cast<unsigned>(1 + random() % 6);
        const allowance allowed{random() % std::min(letters, 5U), random() % 4 != 0};
        substring_options options;
        options.both_strands = random() % 3 == 0;
        std::vector<std::string> pieces;
        for (int index = 0; index < 3; ++index) {
            std::string text;
            for (std::uint64_t left = random() % 24; left > 0; --left)
                text += random() % 12 == 0 ? 'N' : nucleotides[random() % (round % 5 == 0 ? 2 : 4)];
            pieces.push_back(text);
        }
        expect_table(pieces, options, allowed, letters);
        if (testing::Test::HasFatalFailure()) return;
    }
}

/// How many of some pieces hold each word, against words one by one: of long ones against some.
void expect_counts(const std::vector<std::string>& pieces, std::uint64_t mismatches, unsigned letters) {
    sequence_set_builder builder(alphabet::dna);
    for (const std::string& one : pieces)
        builder.add({}, one);
    const sequence_set set = std::move(builder).finish();
    const piece_collection of(set, {});
    for (const vector_target target : usable_vectors()) {
        substituted_words words(of, neighbourhood_kernels_for(simd::choose_vectors(target)),
                                static_cast<unsigned>(mismatches), letters);
        for (std::size_t index = 0; index < pieces.size(); ++index)
            words.add(index);
        words.finish();
        const std::uint64_t apart = letters == substituted_words::least_letters ? 1 : 1 + (11U << 2 * (letters - 6));
        for (std::uint64_t number = 0; number >> 2 * letters == 0; number += apart) {
            const std::string word = word_of(number, letters);
            const auto expected = std::ranges::count_if(
                pieces, [&](const std::string& piece) { return holds(piece, word, mismatches, false); });
            ASSERT_EQ(words.count(number), static_cast<std::uint64_t>(expected))
                << word << ", " << mismatches << " mismatches, " << to_string(target);
            std::array<std::uint64_t, 6> digits{}; // of this one and another that is its like
            words.add_to(number / 64, digits.data());
            words.add_to(number / 64, digits.data());
            std::uint64_t sum = 0;
            for (std::size_t weight = 0; weight < digits.size(); ++weight)
                sum += (digits[weight] >> number % 64 & 1U) << weight;
            ASSERT_EQ(sum, 2 * static_cast<std::uint64_t>(expected)) << word << ", " << to_string(target);
        }
    }
}

TEST(substituted_words, are_in_as_many_sequences_as_a_matrix_tells) {
    std::mt19937_64 random(5);
    for (unsigned letters = substituted_words::least_letters; letters <= 10; ++letters)
        for (std::uint64_t mismatches = 1; mismatches < 6; ++mismatches) {
            std::vector<std::string> pieces;
            for (int index = 0; index < 5; ++index) {
                std::string text;
                for (std::uint64_t left = random() % 30; left > 0; --left)
                    text += random() % 12 == 0 ? 'N' : nucleotides[random() % 4];
                pieces.push_back(text);
            }
            expect_counts(pieces, mismatches, letters);
            if (testing::Test::HasFatalFailure()) return;
        }
}

TEST(substituted_words, of_all_sets_of_nucleotides_are_what_these_may_be) {
    sequence_set_builder builder(alphabet::dna);
    builder.add({}, "ACRTNG"); // ACATAG ACATCG ACATGG ACATTG ACGTAG ACGTCG ACGTGG ACGTTG
    const sequence_set set = std::move(builder).finish();
    substring_options options;
    options.iupac = true;
    const piece_collection of(set, options);
    substituted_words words(of, neighbourhood_kernels_for(simd::choose_vectors(vector_target::automatic)), 1, 6);
    words.add(0);
    words.finish();
    std::uint64_t held = 0;
    for (std::uint64_t number = 0; number < 4096; ++number)
        held += words.count(number);
    EXPECT_EQ(held, 8 + 4 * 8 * 3 + 2 * 4);          // as it is; another one for A, C, T or G; C or T for R
    EXPECT_EQ(words.count(0b00'01'10'11'01'10), 1U); // ACGTCG
    EXPECT_EQ(words.count(0b00'01'11'11'01'10), 1U); // ACTTCG
    EXPECT_EQ(words.count(0b00'01'11'11'01'11), 0U); // ACTTCT
}

} // namespace
} // namespace concord::substring::neighbourhood_counts_test
