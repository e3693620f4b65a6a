// Counts of what is near to all words at once, against one word after the other.
#include "problems/substring/variants/near_words.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace concord::substring {
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
} // namespace concord::substring
