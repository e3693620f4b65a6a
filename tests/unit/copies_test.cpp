// Whether a sequence holds copies of a word that do not overlap: by rows of bits as by the matrix.
#include "problems/substring/variants/pieces.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

namespace concord::substring::copies_test {
namespace {

TEST(holds_copies, of_both_strands_are_taken_in_turn) {
    // AAGG, and CCTT as it is read on the other strand, with a mismatch in one of the three.
    sequence_set_builder builder(alphabet::dna);
    builder.add({}, "AAGGCCTTAATG");
    builder.add({}, "AAGG");
    const sequence_set set = std::move(builder).finish();
    substring_options options;
    for (const bool both_strands : {false, true})
        for (const std::uint64_t edits : {0U, 1U}) {
            options.both_strands = both_strands;
            const piece_collection of(set, options);
            const auto word = of.letters(of.pieces(1)[0].first, 4);
            const std::uint64_t held = 1 + (both_strands ? 1 : 0) + (edits > 0 ? 1 : 0);
            for (std::uint64_t copies = 1; copies <= 4; ++copies)
                EXPECT_EQ(holds_copies_by_rows(of, 0, word, {edits, false}, copies), copies <= held)
                    << both_strands << ", " << edits << ", " << copies;
        }
}

TEST(holds_copies, rows_of_bits_tell_the_same_as_the_matrix) {
    std::mt19937_64 random(11);
    const auto letters = [&](std::size_t count) { // few kinds: occurrences are many, and some letters match nothing
        std::string made;
        for (std::size_t at = 0; at < count; ++at)
            made += "AAACCCGN"[random() % 8];
        return made;
    };
    const auto worn = [&](std::size_t count) {
        std::string made;
        for (std::size_t at = 0; at < count; ++at)
            made += random() % 60 == 0 ? 'N' : at < 200 ? "ACC"[at % 3] : "GGT"[at % 3];
        return made;
    };
    std::size_t holding = 0;
    std::size_t of_long = 0; // that hold long words, on one strand
    std::size_t of_both = 0; // and on either
    for (int round = 0; round < 3000; ++round) {
        sequence_set_builder builder(alphabet::dna);
        const bool is_long =
            round % 4 == 0; // a word of several words of 64 letters, of a period that both strands have
        builder.add({}, is_long ? worn(random() % 500) : letters(random() % 70));
        builder.add({}, is_long ? worn(50 + random() % 90) : letters(1 + random() % 12));
        const sequence_set set = std::move(builder).finish();
        substring_options options;
        options.from_start = is_long ? 0 : random() % 2 * (1 + random() % 30);
        options.from_end = is_long ? random() % 2 * 300 : random() % 2 * (1 + random() % 30);
        options.iupac = random() % 3 == 0;
        options.both_strands = random() % 3 == 0;
        const piece_collection of(set, options);
        const piece& word = of.pieces(1)[0];
        const allowance allowed{random() % 4, random() % 2 == 0};
        const std::uint64_t copies = 2 + random() % 3;
        const bool expected = holds_copies(of, 0, of.letters(word.first, word.length), allowed, copies);
        EXPECT_EQ(holds_copies_by_rows(of, 0, of.letters(word.first, word.length), allowed, copies), expected)
            << "round " << round;
        holding += expected ? 1 : 0;
        of_long += expected && word.length > 64 && !options.both_strands ? 1 : 0;
        of_both += expected && word.length > 64 && options.both_strands ? 1 : 0;
    }
    EXPECT_GT(of_long, 10U);
    EXPECT_GT(of_both, 10U);
    EXPECT_GT(holding, 300U);
    EXPECT_LT(holding, 2700U);
}

} // namespace
} // namespace concord::substring::copies_test
