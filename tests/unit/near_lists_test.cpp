// Few words that are counted by lists of what is near to every possible word.
#include "problems/substring/cpu/words/near_lists.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "support/chosen_cases.hpp"
#include "support/counted_input.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::near_lists_test {
namespace {

using texts = std::vector<std::string>;

/// The words of a length that are kept, and their supports by lists.
struct listed_words {
    listed_words(const counted_input& input, unsigned length, const std::vector<std::uint8_t>& is_kept)
        : letters(input.given), words(input.given, letters, length, input.workers) {
        std::vector<std::uint8_t> kept(words.size());
        for (std::size_t rank = 0; rank < kept.size(); ++rank)
            kept[rank] = is_kept[rank % is_kept.size()];
        words.keep(kept, input.workers);
        supports.assign(words.size(), 77);
        count_near_lists(input.given, input.resources, letters, words, supports);
    }

    growth_alphabet letters;
    word_set words;
    std::vector<std::uint32_t> supports;
};

// ACG ACT CGT GTA TAC: ACG is near to ACT, and to CCG of the third one, but not twice to the first one.
TEST(near_lists, by_hand) {
    const counted_input input({"ACGTACT", "GACTG", "CCG"}, 1, 2);
    const listed_words listed(input, 3, {1});
    // ACG ACT CCG CGT CTG GAC GTA TAC
    EXPECT_EQ(listed.supports, (std::vector<std::uint32_t>{3, 2, 3, 1, 2, 2, 1, 2}));
}

TEST(near_lists, have_what_every_sequence_says) {
    for (const std::uint64_t seed : test::chosen_cases(60)) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937_64 random(seed);
        const bool is_dna = seed % 3 != 0;
        texts all = related_texts(random, is_dna ? seed % 4 < 2 ? "ACGT" : "ACGTN" : "ARNDCQ", 2 + random() % 20);
        counted_input input(all, random() % 4, 2, 1, is_dna ? alphabet::dna : alphabet::protein);
        const auto length = static_cast<unsigned>(1 + random() % (is_dna ? 9 : 4));
        const listed_words listed(input, length,
                                  seed % 2 == 0 ? std::vector<std::uint8_t>{1, 0, 0} : std::vector<std::uint8_t>{1});
        std::vector<std::uint32_t> expected(listed.words.size(), 0);
        std::vector<bool> has_plain(expected.size(), false); // others are only written for windows with an N
        word_reader reader(input.given, listed.letters, length);
        for (std::uint64_t sequence = 0; sequence < input.given.sequences(); ++sequence)
            listed.words.for_each(
                reader, sequence, [&](std::uint64_t start, const front_and_end& word, bool is_ordinary) {
                    if (!is_ordinary || !listed.words.has(word)) return;
                    has_plain[listed.words.rank(word.front, word.end)] = true;
                    std::uint32_t& holders = expected[listed.words.rank(word.front, word.end)];
                    if (holders > 0) return;
                    const std::uint64_t position = input.given.offset(sequence) + start;
                    for (std::uint64_t other = 0; other < input.given.sequences(); ++other) {
                        bool is_near = false;
                        for (std::uint64_t at = 0; at + length <= input.given.length(other) && !is_near; ++at)
                            is_near = mismatches_within(input.given.letters, position, input.given.offset(other) + at,
                                                        length, input.given.mismatches) <= input.given.mismatches;
                        holders += is_near ? 1 : 0;
                    }
                });
        for (std::size_t rank = 0; rank < expected.size(); ++rank)
            if (has_plain[rank]) EXPECT_EQ(listed.supports[rank], expected[rank]) << "rank " << rank;
    }
}

// ANT is within one mismatch of whatever begins with A and ends with T, and of nothing else: it is written AAT, to
// which CAT is as near.
TEST(near_lists, of_windows_with_ambiguous_letters) {
    const counted_input input({"ACT", "ANT", "CAT"}, 1, 2);
    const listed_words listed(input, 3, {1});
    // AAT ACT CAT
    EXPECT_EQ(listed.supports, (std::vector<std::uint32_t>{3, 2, 1}));
}

TEST(near_lists, are_not_made_without_room) {
    const counted_input plain({"ACGTACGTACGT", "ACGTTACGTTGA"}, 1, 2);
    const growth_alphabet letters(plain.given);
    const split_word split = split_word::of(letters.ordinary(), 8);
    const double cost = cost_of_near_lists(plain.given, std::uint64_t{1} << 30U, letters, split, 10, 20);
    EXPECT_LT(cost, 1e6);
    EXPECT_GT(cost_of_near_lists(plain.given, std::uint64_t{1} << 30U, letters, split, 1000, 20), cost);
    EXPECT_EQ(cost_of_near_lists(plain.given, 1U << 20U, letters, split, 10, 20), impossible);
}

} // namespace
} // namespace concord::substring::near_lists_test
