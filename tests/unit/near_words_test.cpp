// Counts of what is near to all words at once, against one word after the other.
#include "problems/substring/variants/near_words.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::near_words_test {
namespace {

/// One letter in `unknown` matches nothing; 0: none does.
sequence_set random_reads(std::size_t reads, std::size_t letters, unsigned unknown) {
    std::mt19937_64 random(3);
    sequence_set_builder builder(alphabet::dna);
    for (std::size_t read = 0; read < reads; ++read) {
        std::string text;
        for (std::size_t at = 0; at < letters; ++at)
            text += unknown > 0 && random() % unknown == 0 ? 'N' : "ACGT"[random() % 4];
        builder.add({}, text);
    }
    return std::move(builder).finish();
}

/// Places of the text where a word occurs within so many mismatches.
std::uint64_t places_near(const piece_collection& of, std::uint64_t number, std::uint64_t letters,
                          std::uint64_t mismatches) {
    std::uint64_t places = 0;
    for (const piece& in : of.pieces())
        for (std::uint64_t start = in.first; start + letters <= in.first + in.length; ++start) {
            std::uint64_t differ = 0;
            for (std::uint64_t at = 0; at < letters; ++at)
                differ += of.text()[start + at] != (number >> 2 * (letters - 1 - at) & 3U) ? 1U : 0U;
            places += differ <= mismatches ? 1U : 0U;
        }
    return places;
}

struct near_case {
    std::size_t reads;
    std::size_t letters_of_read;
};

class near_words_of : public testing::TestWithParam<near_case> {};

TEST_P(near_words_of, all_words_are_counted_as_one_by_one) {
    const sequence_set set = random_reads(GetParam().reads, GetParam().letters_of_read, 0);
    const bool is_long = GetParam().reads > 1000;
    for (const vector_target vectors : {vector_target::baseline, vector_target::automatic}) {
        substring_options options;
        options.run.vectors = vectors;
        options.run.threads = 2;
        const piece_collection of(set, options);
        runtime::thread_pool workers(options.run);
        for (std::uint64_t letters = is_long ? 4 : 2; letters <= (is_long ? 7U : 8U); letters += is_long ? 3 : 1)
            for (std::uint64_t mismatches = is_long ? 3 : 0; mismatches < std::min<std::uint64_t>(letters, 4);
                 ++mismatches) {
                const near_words near(of, texts_of_all_pieces(of), letters, mismatches, 0, workers, true);
                const std::uint64_t words = std::uint64_t{1} << 2 * letters;
                for (std::uint64_t number = 1; number < words; number += 1 + words / (is_long ? 4 : 64))
                    for (std::uint64_t within = 0; within <= mismatches; ++within)
                        ASSERT_EQ(near.of_number(number, within), places_near(of, number, letters, within))
                            << letters << " letters, word " << number << " within " << within;
            }
    }
}

// Of more than 65,535 sequences counts have 32 bits.
INSTANTIATE_TEST_SUITE_P(collections, near_words_of, testing::Values(near_case{30, 60}, near_case{65536, 8}));

TEST(near_words, places_with_letters_that_match_nothing_are_not_missed) {
    const sequence_set set = random_reads(30, 60, 16);
    substring_options options;
    options.run.threads = 1;
    const piece_collection of(set, options);
    runtime::thread_pool workers(options.run);
    const near_words near(of, texts_of_all_pieces(of), 5, 2, 0, workers);
    for (std::uint64_t number = 0; number < 1024; ++number)
        ASSERT_GE(near.of_number(number), places_near(of, number, 5, 2)) << "word " << number;
}

// Every word of two letters is within one mismatch of AN: AC and GG, and the four that NC may be, and AN itself.
TEST(near_words, letters_that_may_be_any_are_counted_once) {
    sequence_set_builder builder(alphabet::dna);
    for (const char* text : {"AC", "GG", "NC", "AN"})
        builder.add({}, text);
    const sequence_set set = std::move(builder).finish();
    substring_options options;
    options.run.threads = 1;
    options.iupac = true;
    const piece_collection of(set, options);
    runtime::thread_pool workers(options.run);
    const near_words near(of, texts_of_all_pieces(of), 2, 1, 0, workers, true);
    const std::uint64_t last = of.pieces()[3].first;
    EXPECT_EQ(near.at_sets(last), 1U + 1U + 4U + 4U);
    EXPECT_GE(near.at(last), 1U + 1U + 4U + 4U);
}

// ACGTACGTACGNA is four words, of which the other one is one: within no mismatch of it lie both, and of the first all
// that the second may be. Without letters that are sets no words are so long, nor longer ones with these.
TEST(near_words, are_longer_where_letters_are_sets) {
    sequence_set_builder builder(alphabet::dna);
    builder.add({}, "ACGTACGTACGTA");
    builder.add({}, "ACGTACGTACGNA");
    const sequence_set set = std::move(builder).finish();
    substring_options options;
    options.run.threads = 1;
    options.iupac = true;
    const piece_collection of(set, options);
    constexpr std::uint64_t memory = std::uint64_t{1} << 40U;
    constexpr std::uint64_t letters = near_words::most_letters_of_sets;
    ASSERT_EQ(letters, 13U);
    EXPECT_TRUE(near_words::fit(of, {1, false}, letters, memory));
    EXPECT_FALSE(near_words::fit(of, {1, false}, letters + 1, memory));
    options.iupac = false;
    EXPECT_FALSE(near_words::fit(piece_collection(set, options), {1, false}, letters, memory));

    runtime::thread_pool workers(options.run);
    const near_words near(of, texts_of_all_pieces(of), letters, 0, 0, workers, true);
    EXPECT_EQ(near.at_sets(of.pieces()[0].first), 1U + 1U);
    EXPECT_EQ(near.at_sets(of.pieces()[1].first), 1U + 4U);
}

// All letters of sets: no occurrence is missed, and of words with plain letters and Ns, in plain texts, none is counted
// twice.
TEST(near_words, places_with_letters_that_are_sets_are_not_missed) {
    for (const std::string letters : {"ACGTACGTACGTN", "ACGTACGTACGTACGTRYSWKMBDHVN"}) {
        std::mt19937_64 random(5);
        sequence_set_builder builder(alphabet::dna);
        for (std::size_t read = 0; read < 20; ++read) {
            std::string text;
            for (std::size_t at = 0; at < 40; ++at)
                text += read < 15 && letters.size() == 13 ? "ACGT"[random() % 4] : letters[random() % letters.size()];
            builder.add({}, text);
        }
        builder.add({}, std::string(30, 'N')); // too many spellings
        const sequence_set set = std::move(builder).finish();
        substring_options options;
        options.run.threads = 1;
        options.iupac = true;
        const piece_collection of(set, options);
        runtime::thread_pool workers(options.run);
        constexpr std::uint64_t length = 6;
        const std::vector<lane_text> texts = texts_of_all_pieces(of);
        for (std::uint64_t mismatches = 0; mismatches <= 3; ++mismatches) {
            const near_words near(of, texts, length, mismatches, 0, workers, true);
            const near_words of_plain(of, std::span(texts).first(15), length, mismatches, 0, workers, true);
            for (const piece& in : of.pieces().first(20))
                for (std::uint64_t start = in.first; start + length <= in.first + in.length; ++start) {
                    std::uint64_t places = 0;
                    std::uint64_t plain = 0; // of the first 15
                    for (std::size_t index = 0; index < texts.size(); ++index)
                        for (std::uint64_t other = texts[index].first;
                             other + length <= texts[index].first + texts[index].length; ++other) {
                            std::uint64_t differ = 0;
                            for (std::uint64_t at = 0; at < length; ++at)
                                differ += of.match(of.text()[start + at], of.text()[other + at]) ? 0U : 1U;
                            places += differ <= mismatches && index < 20 ? 1U : 0U;
                            plain += differ <= mismatches && index < 15 ? 1U : 0U;
                        }
                    ASSERT_GE(near.at_sets(start), places + 1); // the last text may be any
                    ASSERT_GE(near.at(start), near.at_sets(start));
                    if (letters.size() == 13) {
                        ASSERT_EQ(of_plain.at_sets(start), plain);
                    }
                }
        }
    }
}

TEST(near_words, counts_of_few_sequences_are_never_fewer_than_these) {
    sequence_set_builder builder(alphabet::dna);
    builder.add({}, std::string(40000, 'A'));
    builder.add({}, std::string(40000, 'A') + "C");
    const sequence_set set = std::move(builder).finish();
    substring_options options;
    options.run.threads = 1;
    const piece_collection of(set, options);
    runtime::thread_pool workers(options.run);
    const near_words near(of, texts_of_all_pieces(of), 6, 2, 0, workers);
    EXPECT_EQ(near.of_number(0), std::numeric_limits<std::uint16_t>::max());
    EXPECT_EQ(near.of_number(0x015U), 1U); // AAACCC: only the last place of the second is near
    EXPECT_EQ(near.of_number(0xFFFU), 0U);
}

} // namespace
} // namespace concord::substring::near_words_test
