// Supports by a search for each word in one sequence after the other, against tables of a bit for each word and
// sequence.
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/near_word_bits.hpp"
#include "problems/substring/cpu/words/place_kernels.hpp"
#include "problems/substring/cpu/words/searched_words.hpp"
#include "problems/substring/cpu/words/word_set.hpp"
#include "support/chosen_cases.hpp"
#include "support/counted_input.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::searched_words_test {
namespace {

using texts = std::vector<std::string>;

std::vector<std::uint32_t> supports_of(const counted_input& input, unsigned length) {
    const growth_alphabet alphabet(input.given);
    const word_set words(input.given, alphabet, length, input.workers);
    std::vector<std::uint32_t> supports(words.size());
    searched_words(input.given, input.resources, alphabet, words).count(supports);
    return supports;
}

// Words in order: ACGT, CCGT, GGGG. The first two differ in one letter, and the last sequence has an N in its place.
TEST(searched_words, of_three_short_sequences) {
    const texts sequences{"ACGT", "CCGT", "GGGG", "NCGT"};
    EXPECT_EQ(supports_of({sequences, 1, 3}, 4), (std::vector<std::uint32_t>{3, 3, 0}));
    EXPECT_EQ(supports_of({sequences, 1, 4}, 4), (std::vector<std::uint32_t>{0, 0, 0}));
    EXPECT_EQ(supports_of({sequences, 3, 4}, 4), (std::vector<std::uint32_t>{4, 4, 4})); // each has one G alike
    EXPECT_EQ(supports_of({sequences, 3, 1}, 4), (std::vector<std::uint32_t>{4, 4, 4}));
}

TEST(searched_words, give_the_supports_that_tables_give) {
    for (const std::uint64_t trial : test::chosen_cases(24)) {
        std::mt19937_64 random(trial);
        const std::string letters = trial % 3 == 0 ? "ACGTACGTACGTACGTN" : "ACGT";
        const std::size_t count = 20 + random() % 100;
        texts sequences = related_texts(random, letters, count);
        for (std::string& each : sequences)
            if (random() % 8 == 0) each = random_text(random, letters, 5 + random() % 100);
        const std::uint64_t support = trial % 4 == 0 ? 2 : count - random() % (count / 2);
        counted_input input(sequences, 1 + trial % 3, support);
        const growth_alphabet alphabet(input.given);
        word_set words(input.given, alphabet, 6 + static_cast<unsigned>(trial % 6), input.workers);
        std::vector<std::uint8_t> is_kept(words.size());
        for (std::uint8_t& each : is_kept)
            each = trial % 2 == 0 || random() % 4 == 0 ? 1 : 0;
        words.keep(is_kept, input.workers);
        std::vector<std::uint32_t> expected(words.size());
        count_near_word_bits(input.given, input.resources, alphabet, words, expected);
        std::ranges::replace_if(
            expected, [&](std::uint32_t each) { return each < support; }, 0U);
        const searched_words searched(input.given, input.resources, alphabet, words);
        std::vector<std::uint32_t> supports(words.size());
        searched.count(supports);
        EXPECT_EQ(supports, expected) << "trial " << trial;
        EXPECT_GT(searched.cost(1e9), 0) << "trial " << trial;
    }
}

// More sequences that a word may lack are searched for longer.
TEST(searched_words, cost_less_where_most_sequences_must_hold_a_word) {
    std::mt19937_64 random(7);
    texts sequences;
    for (int index = 0; index < 100; ++index)
        sequences.push_back(random_text(random, "ACGT", 200));
    const auto cost = [&](std::uint64_t support) {
        const counted_input input(sequences, 2, support);
        const growth_alphabet alphabet(input.given);
        const word_set words(input.given, alphabet, 9, input.workers);
        return searched_words(input.given, input.resources, alphabet, words).cost(1e9);
    };
    EXPECT_LT(4 * cost(100), cost(50));
    const counted_input half(sequences, 2, 50);
    EXPECT_LT(searched_words::least_cost(half.given, 1000), cost(50) / 5);
    // 100 sequences are asked for each word at least, or one is searched to its end.
    EXPECT_DOUBLE_EQ(searched_words::least_cost(half.given, 1000), 1000 * 100 * tuning::cost_of_asked_sequence);
    EXPECT_LT(searched_words::least_cost(counted_input(sequences, 2, 100).given, 1000), 1000 * 100.0);
}

TEST(searched_words, are_of_four_letters_and_short) {
    const counted_input dna({"ACGTACGT", "ACGTTCGT"}, 1, 2);
    const growth_alphabet nucleotides(dna.given);
    constexpr std::uint64_t enough = std::uint64_t{1} << 20U;
    EXPECT_TRUE(searched_words::are_possible(dna.given, nucleotides, 8, enough));
    EXPECT_FALSE(searched_words::are_possible(dna.given, nucleotides, 17, enough));
    EXPECT_FALSE(searched_words::are_possible(dna.given, nucleotides, 8, 64));
    EXPECT_FALSE(searched_words::are_possible(dna.given, nucleotides, 1, enough)); // all of it may differ
    const counted_input protein({"MKVLAAGW", "MKVLTAGW"}, 1, 2, 1, alphabet::protein);
    EXPECT_FALSE(searched_words::are_possible(protein.given, growth_alphabet(protein.given), 5, enough));
}

TEST(searched_words, kernels_find_the_first_near_place) {
    std::mt19937_64 random(5);
    for (const simd::vector_target target :
         {simd::vector_target::baseline, simd::vector_target::avx2, simd::vector_target::avx512}) {
        const place_kernels& kernels = place_kernels_for(target);
        for (int trial = 0; trial < 200; ++trial) {
            const std::size_t count = random() % 70;
            std::vector<std::uint32_t> words(count + padding_of_places, 0); // beyond the last one, near to any of A
            std::vector<std::uint32_t> unknown(count + padding_of_places, 0);
            for (std::size_t at = 0; at < count; ++at) {
                words[at] = static_cast<std::uint32_t>(random() & 0xFFFFFU);
                unknown[at] = random() % 3 == 0 ? static_cast<std::uint32_t>(random() & 0x5555U) : 0;
            }
            const auto word = static_cast<std::uint32_t>(random() & random() & 0xFFFFFU);
            const auto mismatches = static_cast<unsigned>(random() % 6);
            for (const bool has_unknown : {false, true}) {
                std::size_t expected = 0;
                for (; expected < count; ++expected) {
                    unsigned differ = 0;
                    for (unsigned letter = 0; letter < 16; ++letter)
                        differ += ((words[expected] ^ word) >> 2 * letter & 3U) != 0 ||
                                          (has_unknown && (unknown[expected] >> 2 * letter & 1U) != 0)
                                      ? 1U
                                      : 0U;
                    if (differ <= mismatches) break;
                }
                const word_row row{words.data(), has_unknown ? unknown.data() : nullptr, count};
                ASSERT_EQ(kernels.find(row, word, mismatches), expected) << "trial " << trial;
            }
        }
    }
}

} // namespace
} // namespace concord::substring::searched_words_test
