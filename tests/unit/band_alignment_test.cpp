// Alignments in a band, worked out by hand, on every vector target.
#include "problems/adapters/band_alignment.hpp"

#include <concord/device.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace concord::adapters::band_alignment_test {
namespace {

std::vector<std::uint8_t> codes_of(std::string_view text) {
    std::vector<std::uint8_t> codes;
    for (const char letter : text)
        codes.push_back(static_cast<std::uint8_t>(std::string_view("ACGTN").find(letter)));
    return codes;
}

using alignment = std::tuple<int, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;

/// Score, first, last, start, end, differences: as all targets say.
alignment aligned(std::string_view letters, std::string_view read, std::ptrdiff_t diagonal, bool ends_read) {
    const std::vector<std::uint8_t> sequence = codes_of(letters);
    const std::vector<std::uint8_t> stretch = codes_of(read);
    alignment first;
    bool is_first = true;
    for (const vector_target target : usable_vectors()) {
        const band_alignment best =
            best_in_band({.letters = sequence, .read = stretch, .diagonal = diagonal, .ends_read = ends_read},
                         band_kernels_for(target));
        const alignment made{best.score, best.first, best.last, best.start, best.end, best.differences};
        const alignment& expected = is_first ? made : first;
        EXPECT_EQ(made, expected) << to_string(target);
        first = made;
        is_first = false;
    }
    return first;
}

constexpr std::string_view adapter = "AGATCGGAAGAGCACACGTC"; // 20 letters: five diagonals on either side

TEST(band_alignment, a_whole_sequence) {
    EXPECT_EQ(aligned(adapter, "CCTTA" + std::string(adapter) + "GGTTA", 5, true), alignment(20, 0, 20, 5, 25, 0));
    // One letter differs: 19 equal ones less three.
    EXPECT_EQ(aligned(adapter, "CCTTAAGATCGGAATAGCACACGTCGGTTA", 5, true), alignment(16, 0, 20, 5, 25, 1));
    // One is missing, one is too many.
    EXPECT_EQ(aligned(adapter, "CCTTAAGATCGGAGAGCACACGTCGGTTA", 5, true), alignment(16, 0, 20, 5, 24, 1));
    EXPECT_EQ(aligned(adapter, "CCTTAAGATCGGAATGAGCACACGTCGGTTA", 5, true), alignment(17, 0, 20, 5, 26, 1));
}

TEST(band_alignment, few_differences_only) {
    // Four of 20 letters differ, then five: of these at least one in five is allowed.
    EXPECT_EQ(aligned(adapter, "CCTTAAGATAGGAACAGCATACGGCGGTTA", 5, true), alignment(16 - 12, 0, 20, 5, 25, 4));
    EXPECT_EQ(aligned(adapter, "CCTTAACATAGGAACAGCATACGGCGGTTA", 5, true), alignment());
}

TEST(band_alignment, cut_by_an_end_of_the_read) {
    EXPECT_EQ(aligned(adapter, "CCTTAAGATCGGAAGAG", 5, true), alignment(12, 0, 12, 5, 17, 0));
    EXPECT_EQ(aligned(adapter, "CGGAAGAGCACACGTCTTTAT", -4, true), alignment(16, 4, 20, 0, 16, 0));
    EXPECT_EQ(aligned(adapter, "CGGAAGAGCA", -4, true), alignment(10, 4, 14, 0, 10, 0));
    // Where the stretch ends and the read does not, only the end of the sequence is an end: eight letters more are
    // lost.
    EXPECT_EQ(aligned(adapter, "CCTTAAGATCGGAAGAG", 5, false), alignment());
}

TEST(band_alignment, only_in_the_band) {
    // The sequence stands on diagonal 5, which is within five of 0 and not of -1.
    const std::string read = "CCTTA" + std::string(adapter) + "G";
    EXPECT_EQ(aligned(adapter, read, 0, true), alignment(20, 0, 20, 5, 25, 0));
    EXPECT_EQ(std::get<0>(aligned(adapter, read, -1, true)), 0);
}

TEST(band_alignment, of_equal_ones_the_last_beginning) {
    // ACGT four times in six times ACGT: at 0, 4, and, out of the band, 8.
    EXPECT_EQ(aligned("ACGTACGTACGTACGT", "ACGTACGTACGTACGTACGTACGT", 1, true), alignment(16, 0, 16, 4, 20, 0));
    // A first letter that differs may as well be lost, and then it begins one letter later.
    EXPECT_EQ(aligned(adapter, "CCTTCTGATCGGAAGAGCACACGTCGGTTA", 5, true), alignment(16, 0, 20, 6, 25, 1));
}

TEST(band_alignment, letters_that_are_none) {
    EXPECT_EQ(aligned(adapter, "CCTTAAGATCGGANGAGCACACGTCGGTTA", 5, true), alignment(16, 0, 20, 5, 25, 1));
    EXPECT_EQ(aligned(adapter, "NNNNNNNNNNNNNNNNNNNNNNNNNNNNNN", 5, true), alignment());
}

TEST(band_alignment, the_longest_sequence) {
    std::vector<std::uint8_t> letters(most_band_letters);
    for (std::size_t i = 0; i < letters.size(); ++i)
        letters[i] = static_cast<std::uint8_t>(i * i / 7 % 4);
    std::vector<std::uint8_t> read = letters;
    read[400] ^= 1U;
    for (const vector_target target : usable_vectors()) {
        const band_alignment best = best_in_band({.letters = letters, .read = read, .diagonal = 0, .ends_read = true},
                                                 band_kernels_for(target));
        EXPECT_EQ(best.score, 958 - 3);
        EXPECT_EQ(best.last, 959U);
        EXPECT_EQ(best.end, 959U);
        EXPECT_EQ(best.differences, 1U);
    }
}

} // namespace
} // namespace concord::adapters::band_alignment_test
