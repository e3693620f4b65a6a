// Supports by a walk of pairs of windows along the words, against tables of a bit for each word and sequence.
#include "problems/substring/cpu/words/ball_counts.hpp"
#include "problems/substring/cpu/words/near_word_bits.hpp"
#include "problems/substring/cpu/words/pair_kernels.hpp"
#include "problems/substring/cpu/words/walked_pairs.hpp"
#include "problems/substring/cpu/words/word_set.hpp"
#include "support/chosen_cases.hpp"
#include "support/counted_input.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::walked_pairs_test {
namespace {

using texts = std::vector<std::string>;

/// Of each word of a set, of which some may have been dropped: how many words of sequences are near to it.
std::vector<std::uint32_t> sums_of(const counted_input& input, const growth_alphabet& alphabet, const word_set& some) {
    const word_set all(input.given, alphabet, some.length(), input.workers);
    const auto counts = ball_counts(input.given, input.resources, all);
    std::vector<std::uint32_t> sums(some.size());
    const std::uint64_t of_end = some.split().words_of(some.split().end);
    some.for_each_word(
        [&](std::size_t rank, std::size_t word) { sums[rank] = counts[all.rank(word / of_end, word % of_end)]; });
    return sums;
}

// So many sequences that their pairs are listed in parts, and in several chunks where memory is scarce; with fronts all
// of whose ends are counted at once, and words that were dropped.
TEST(walked_pairs, give_the_supports_that_tables_give) {
    for (const std::uint64_t trial : test::chosen_cases(12)) {
        std::mt19937_64 random(trial);
        const std::string letters = trial % 3 == 0 ? "ACGTACGTACGTACGTN" : "ACGT";
        texts sequences;
        for (std::size_t index = 0; index < 700; ++index)
            sequences.push_back(random_text(random, letters, 10 + random() % (index % 50 == 0 ? 200 : 40)));
        counted_input input(sequences, 1 + trial % 4, 2);
        const growth_alphabet alphabet(input.given);
        word_set words(input.given, alphabet, 6 + static_cast<unsigned>(trial % 5), input.workers);
        std::vector<std::uint8_t> is_kept(words.size());
        for (std::uint8_t& each : is_kept)
            each = trial % 2 == 0 || random() % 4 == 0 ? 1 : 0;
        words.keep(is_kept, input.workers);
        std::vector<std::uint32_t> expected(words.size());
        count_near_word_bits(input.given, input.resources, alphabet, words, expected);
        const auto all = [&](std::uint64_t memory) {
            std::vector<std::uint32_t> sums = sums_of(input, alphabet, words);
            input.resources.memory = memory;
            walk_pairs(input.given, input.resources, alphabet, words, sums);
            return sums;
        };
        EXPECT_EQ(all(std::uint64_t{1} << 30U), expected) << "trial " << trial;
        EXPECT_EQ(all(4096), expected) << "trial " << trial << ", in chunks";
    }
}

// A pair is dropped with the first letter after which no word is near to both, and not before.
TEST(walked_pairs, kernels_keep_what_a_word_may_still_be_near_to) {
    constexpr unsigned length = 6;
    std::mt19937_64 random(3);
    for (const simd::vector_target target :
         {simd::vector_target::baseline, simd::vector_target::avx2, simd::vector_target::avx512}) {
        const pair_kernels& kernels = pair_kernels_for(target);
        for (unsigned mismatches = 1; mismatches <= 3; ++mismatches) {
            std::vector<std::uint32_t> words(40 + padding_of_pairs);
            for (std::uint32_t& word : words)
                word = static_cast<std::uint32_t>(random() % 4096);
            const auto distance = [](std::uint32_t a, std::uint32_t b, unsigned letters) {
                unsigned differ = 0;
                for (unsigned letter = 0; letter < letters; ++letter)
                    differ += (a >> 2 * letter & 3U) != (b >> 2 * letter & 3U) ? 1U : 0U;
                return differ;
            };
            const std::size_t room = words.size() * words.size();
            std::array<std::vector<std::uint32_t>, 6> lists;
            for (auto& list : lists)
                list.resize(room);
            pair_rows from{lists[0].data(), lists[1].data(), lists[2].data()};
            pair_rows to{lists[3].data(), lists[4].data(), lists[5].data()};
            std::size_t count = kernels.list(words.data(), 40, 7, mismatches, from);
            std::size_t expected = 0;
            for (std::size_t a = 0; a < 40; ++a)
                for (std::size_t b = a + 1; b < 40; ++b)
                    expected += distance(words[a], words[b], length) <= 2 * mismatches ? 1U : 0U;
            EXPECT_EQ(count, expected);
            const auto word = static_cast<std::uint32_t>(random() % 4096);
            std::vector<std::uint32_t> sequences(room);
            const std::size_t near = kernels.near(from, count, word, mismatches, sequences.data());
            for (unsigned letters = 1; letters <= length; ++letters) {
                const unsigned left = length - letters;
                count = kernels.follow(from, count, 2 * left, word >> 2 * left & 3U, to);
                std::swap(from, to);
                expected = 0; // those that some end is near to both of
                for (std::size_t a = 0; a < 40; ++a)
                    for (std::size_t b = a + 1; b < 40; ++b) {
                        bool is_any = false;
                        for (std::uint32_t end = 0; end < 1U << 2 * left && !is_any; ++end) {
                            const std::uint32_t longer = word >> 2 * left << 2 * left | end;
                            is_any = std::max(distance(longer, words[a], length), distance(longer, words[b], length)) <=
                                     mismatches;
                        }
                        expected += is_any ? 1U : 0U;
                    }
                ASSERT_EQ(count, expected) << letters << " letters, " << mismatches << " mismatches";
            }
            EXPECT_EQ(count, near);
        }
    }
}

// Where a walk is not possible, its cost says so.
TEST(walked_pairs, are_of_four_letters_and_short_words) {
    std::mt19937_64 random(1);
    texts sequences;
    for (int index = 0; index < 50; ++index)
        sequences.push_back(random_text(random, "ACGT", 60));
    const counted_input input(sequences, 2, 2);
    const growth_alphabet alphabet(input.given);
    const auto cost = [&](unsigned length, std::uint64_t memory) {
        return cost_of_walked_pairs(input.given, alphabet, split_word::of(4, length), 1000, memory, 2);
    };
    constexpr double impossible_cost = std::numeric_limits<double>::infinity();
    EXPECT_LT(cost(9, std::uint64_t{1} << 30U), impossible_cost);
    EXPECT_EQ(cost(17, std::uint64_t{1} << 30U), impossible_cost);
    EXPECT_EQ(cost(5, std::uint64_t{1} << 30U), impossible_cost);
    EXPECT_EQ(cost(9, std::uint64_t{1} << 20U), impossible_cost);
}

} // namespace
} // namespace concord::substring::walked_pairs_test
