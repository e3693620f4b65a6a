// Columns of letters: their counts, their information, the motif that they make.
#include "formats/occurrences.hpp"
#include "report/figures.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace concord::app::motif_test {
namespace {

sequence_set set_of(alphabet kind, const std::vector<std::string>& sequences) {
    sequence_set_builder builder(kind);
    for (const std::string& letters : sequences)
        builder.add("s", letters);
    return std::move(builder).finish();
}

const std::vector<substring_occurrence> at_the_beginning = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
const substring_candidate three_letters = {.sequence = 0, .start = 0, .length = 3, .support = 4};

TEST(letter_profile, counts_columns_and_leaves_out_ambiguous_letters) {
    const sequence_set set = set_of(alphabet::dna, {"ACNT", "ACUT", "AGTT", "ANGT"});
    const formats::letter_profile profile = formats::profile_of(set, three_letters, at_the_beginning, 100);
    EXPECT_EQ(profile.letters, "ACGT");
    EXPECT_EQ(profile.sites, 4U);
    EXPECT_EQ(profile.counts, (std::vector<std::vector<std::uint64_t>>{{4, 0, 0, 0}, {0, 2, 1, 0}, {0, 0, 1, 2}}));
    EXPECT_EQ(formats::letter_counts(set, profile.letters), (std::vector<std::uint64_t>{4, 2, 2, 6}));
    EXPECT_EQ(formats::profile_of(set, three_letters, at_the_beginning, 2).counts.size(), 2U);
}

TEST(letter_profile, bytes_have_the_letters_that_occur) {
    const sequence_set set = set_of(alphabet::bytes, {"x~\xff", "x~\x01", "xy\x01", "x~\x01"});
    const formats::letter_profile profile = formats::profile_of(set, three_letters, at_the_beginning, 100);
    EXPECT_EQ(profile.letters, "\x01xy~\xff");
    EXPECT_EQ(profile.counts[1], (std::vector<std::uint64_t>{0, 0, 1, 3, 0}));
}

TEST(logo, information_by_hand) {
    formats::letter_profile profile;
    profile.letters = "ACGT";
    profile.counts = {{100, 0, 0, 0}, {50, 50, 0, 0}, {25, 25, 25, 25}, {0, 0, 0, 0}, {1, 0, 0, 0}};
    const std::vector<double> bits = report::information_content(profile);
    const double correction = 3 / (2 * std::log(2.0) * 100); // 0.0216 bits for 100 letters
    EXPECT_NEAR(bits[0], 2 - correction, 1e-12);
    EXPECT_NEAR(bits[1], 1 - correction, 1e-12);
    EXPECT_EQ(bits[2], 0);
    EXPECT_EQ(bits[3], 0);
    EXPECT_EQ(bits[4], 0); // one letter tells nothing: 2 - 2.16 bits
}

TEST(logo, without_information_there_are_shares) {
    formats::letter_profile profile;
    profile.letters = "ACGT";
    profile.counts = {{1, 0, 0, 0}, {1, 1, 0, 0}}; // 2 - 2.16 and 2 - 1 - 1.08 bits
    EXPECT_TRUE(report::shows_shares(profile));
    profile.counts = {{30, 0, 0, 0}, {1, 1, 1, 1}};
    EXPECT_FALSE(report::shows_shares(profile));
    profile.kind = alphabet::bytes;
    EXPECT_TRUE(report::shows_shares(profile));
}

TEST(logo, proteins_have_twenty_letters) {
    formats::letter_profile profile;
    profile.kind = alphabet::protein;
    profile.letters = formats::profile_letters(alphabet::protein);
    profile.counts.assign(1, std::vector<std::uint64_t>(20, 0));
    profile.counts[0][3] = 1000;
    EXPECT_NEAR(report::information_content(profile)[0], std::log2(20.0) - 19 / (2 * std::log(2.0) * 1000), 1e-12);
}

TEST(motif, minimal_meme_format) {
    formats::letter_profile profile;
    profile.letters = "ACGT";
    profile.counts = {{3, 1, 0, 0}, {0, 0, 0, 0}};
    profile.sites = 4;
    std::string text;
    formats::write_meme_motif(profile, {1, 1, 1, 5}, "AN", [&](std::string_view bytes) { text += bytes; });
    EXPECT_EQ(text, "MEME version 4\n\nALPHABET= ACGT\n\nstrands: +\n\nBackground letter frequencies\n"
                    "A 0.12500 C 0.12500 G 0.12500 T 0.62500\n\nMOTIF AN concord\n\n"
                    "letter-probability matrix: alength= 4 w= 2 nsites= 4\n"
                    " 0.750000 0.250000 0.000000 0.000000\n 0.125000 0.125000 0.125000 0.625000\n");
}

} // namespace
} // namespace concord::app::motif_test
