// The search for adapters where it is hard: ends that few reads reach, reads that never end in the adapter, a rare
// adapter beside many pieces of what was sequenced, and pieces that stand near the ends of a few reads.
#include "problems/adapters/verdict.hpp"

#include <concord/adapters.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace concord::adapters::adapters_hard_test {
namespace {

constexpr const char* mosaic_end = "CTGTCTCTTATACACATCT"; // Nextera, 19 letters

sequence_set set_of(const std::vector<std::string>& reads) {
    sequence_set_builder builder(alphabet::dna);
    for (const std::string& read : reads)
        builder.add("", read);
    return std::move(builder).finish();
}

class simulated {
  public:
    explicit simulated(unsigned seed) : random_(seed) {}
    std::size_t below(std::size_t bound) { return random_() % bound; }
    /// Letters of which A and T are so many in a hundred.
    std::string letters(std::size_t count, std::size_t weak = 50) {
        std::string made;
        for (std::size_t i = 0; i < count; ++i)
            made += below(100) < weak ? "AT"[below(2)] : "CG"[below(2)];
        return made;
    }
    /// About normal: `mean`, with a standard deviation of `deviation`.
    std::size_t near(double mean, double deviation) {
        double sum = -6;
        for (unsigned i = 0; i < 12; ++i)
            sum += static_cast<double>(below(1U << 20U)) / (1U << 20U);
        return static_cast<std::size_t>(std::max(0.0, mean + deviation * sum));
    }

  private:
    std::mt19937 random_;
};

std::vector<std::string> artificial_of(const std::vector<std::string>& reads) {
    std::vector<std::string> letters;
    for (const found_adapter& each : find_adapters(set_of(reads)).found)
        if (each.is_artificial()) letters.push_back(each.letters);
    return letters;
}

TEST(adapters_hard, an_adapter_that_is_whole_in_all_reads) {
    simulated data(1);
    std::vector<std::string> reads;
    for (unsigned i = 0; i < 3000; ++i)
        reads.push_back((data.letters(data.near(75, 16)) + mosaic_end + data.letters(150)).substr(0, 150));
    EXPECT_EQ(artificial_of(reads), std::vector<std::string>{mosaic_end});
}

TEST(adapters_hard, a_conserved_part_of_an_amplicon_is_none) {
    simulated data(2);
    const std::vector<std::size_t> before = {75, 78, 84, 90}; // what stands in front of it differs by a few insertions
    std::vector<std::string> reads;
    for (unsigned i = 0; i < 3000; ++i)
        reads.push_back((data.letters(before[data.below(4)]) + mosaic_end + data.letters(150)).substr(0, 150));
    EXPECT_TRUE(artificial_of(reads).empty());
}

TEST(adapters_hard, an_end_that_few_reads_reach) {
    simulated data(3);
    const std::string adapter = data.letters(54);
    std::vector<std::string> reads;
    for (std::size_t start = 21; start < 71; ++start) // eight reads of 38,000 hold all of it
        reads.insert(reads.end(), static_cast<std::size_t>(8 * std::pow(1.14, start - 21)), std::string(start, ' '));
    for (std::string& read : reads)
        read = (data.letters(read.size()) + adapter).substr(0, 75);
    const adapter_result result = find_adapters(set_of(reads));
    ASSERT_FALSE(result.found.empty());
    EXPECT_EQ(result.found[0].letters, adapter);
    EXPECT_LT(result.found[0].whole, 10U);
}

TEST(adapters_hard, a_tag_and_what_happens_to_follow_it) {
    simulated data(4);
    const std::string primer = data.letters(30);
    std::vector<std::string> reads;
    for (unsigned i = 0; i < 20000; ++i) // six letters that follow it are as frequent as TATATA is
        reads.push_back(i % 2 == 0 ? primer + data.letters(40, 90) : data.letters(70, 90));
    EXPECT_EQ(artificial_of(reads), std::vector<std::string>{primer});
}

TEST(adapters_hard, a_rare_adapter_beside_hundreds_of_clones) {
    simulated data(5);
    const std::string adapter = data.letters(34);
    std::vector<std::string> reads; // 400 clones, of which 30 reads each are on either strand, and 26 with the adapter
    for (unsigned i = 0; i < 400; ++i) {
        const std::string clone = data.letters(100);
        std::string turned(clone.rbegin(), clone.rend());
        for (char& letter : turned)
            letter = "TGCA"[std::string("ACGT").find(letter)];
        reads.insert(reads.end(), 30, clone);
        reads.insert(reads.end(), 30, turned);
    }
    for (unsigned i = 0; i < 26; ++i)
        reads.push_back((data.letters(10 + 2 * i) + adapter + data.letters(100)).substr(0, 100));
    EXPECT_EQ(artificial_of(reads), std::vector<std::string>{adapter});
}

/// A piece of 40 letters in reads of 600: `near_end` of them hold it within the last 60.
adapter_verdict verdict_of(unsigned reads, unsigned near_end) {
    const std::string letters = "ACGTTGCAAGGCTTACCGATTAGGCATCCAGTTGACCTAA";
    codes piece;
    for (const char letter : letters)
        piece.push_back(static_cast<std::uint8_t>(std::string("ACGT").find(letter)));
    strand_statistics strand(piece.size(), threshold::end_letters_of_long_reads);
    const strand_statistics other = strand;
    std::vector<std::uint8_t> read(600);
    for (std::uint32_t i = 0; i < reads; ++i) {
        placement at{.last = 40, .start = i < near_end ? 550 - i % 8 : 100 + 17 * i};
        at.end = at.start + 40;
        strand.add(at, read, piece, 0);
    }
    return judged(piece, strand, other, true);
}

TEST(adapters_hard, a_few_reads_that_hold_a_piece_near_their_ends) {
    // By chance (28 + 60) of (600 + 40 - 23) do: 14 %. With eight of nine, that is 1e-6; among hundreds of pieces it
    // says little. 16 of 18 are enough.
    EXPECT_EQ(verdict_of(8, 7), adapter_verdict::abundant_insert);
    EXPECT_EQ(verdict_of(18, 16), adapter_verdict::adapter);
}

} // namespace
} // namespace concord::adapters::adapters_hard_test
