// How many targets hold each window of a source, by the kernel along diagonals for itself: windows of all lengths
// beside those of the targets, in one part or several, of every number of mismatches that there is code of its own for.
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/scan/diagonal_kernels.hpp"
#include "simd/vector_target.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::diagonal_kernels_test {
namespace {

using texts = std::vector<std::string>;

/// Supports by the first letter of a window, of letters A, C, G and T; N is nowhere.
std::vector<std::uint64_t> counted(const texts& targets, const std::string& source, std::size_t window,
                                   std::uint64_t mismatches, const std::vector<std::uint64_t>& weights = {}) {
    const std::string letters = "ACGT";
    std::size_t longest = 0;
    for (const std::string& target : targets)
        longest = std::max(longest, target.size());
    const std::size_t words = longest / 64 + 1;
    const std::size_t lanes = (targets.size() + growth_padding - 1) / growth_padding * growth_padding;
    growth_rows rows(letters.size() * words * lanes, 0);
    growth_rows ends(words * lanes, 0);
    growth_rows by_lane(lanes, 0);
    std::ranges::copy(weights, by_lane.begin());
    for (std::size_t lane = 0; lane < targets.size(); ++lane) {
        const std::size_t before = words * 64 - targets[lane].size(); // the last letter is the highest bit
        for (std::size_t at = 0; at < targets[lane].size(); ++at) {
            const std::size_t word = (before + at) / 64 * lanes + lane;
            const std::uint64_t bit = std::uint64_t{1} << (before + at) % 64;
            if (const std::size_t letter = letters.find(targets[lane][at]); letter != std::string::npos)
                rows[letter * words * lanes + word] |= bit;
            if (at + 1 >= window) ends[word] |= bit;
        }
    }
    std::vector<std::uint8_t> numbers;
    for (const char letter : source)
        numbers.push_back(static_cast<std::uint8_t>(std::min(letters.find(letter), letters.size())));
    const diagonal_shape shape{.lanes = lanes,
                               .stride = lanes,
                               .words = static_cast<unsigned>(words),
                               .longest = longest,
                               .window = window,
                               .mismatches = mismatches,
                               .ends = ends.data(),
                               .weights = weights.empty() ? nullptr : by_lane.data(),
                               .rows = rows.data(),
                               .letters = letters.size()};
    std::vector<std::uint64_t> supports(source.size() + 1 - window, 0);
    const std::vector<diagonal_source> sources{{numbers, supports.data()}};
    growth_rows scratch(scratch_of_diagonals(letters.size(), shape.words, source.size(), source.size()));
    diagonal_kernels_for(simd::choose_vectors(simd::vector_target::automatic)).count(shape, sources, scratch.data());
    return supports;
}

bool holds(const std::string& target, const std::string& word, std::uint64_t mismatches) {
    for (std::size_t first = 0; first + word.size() <= target.size(); ++first) {
        std::uint64_t differ = 0;
        for (std::size_t at = 0; at < word.size() && differ <= mismatches; ++at)
            differ += word[at] != target[first + at] || word[at] == 'N' ? 1U : 0U;
        if (differ <= mismatches) return true;
    }
    return false;
}

TEST(diagonal_kernels, by_hand) {
    // ACG, CGT and GTA: CGT is in both as it is, ACG in the first, and each in the second but for a letter.
    EXPECT_EQ(counted({"TTACGT", "CGTC"}, "ACGTA", 3, 0), (std::vector<std::uint64_t>{1, 2, 0}));
    EXPECT_EQ(counted({"TTACGT", "CGTC"}, "ACGTA", 3, 1), (std::vector<std::uint64_t>{1, 2, 2}));
    EXPECT_EQ(counted({"TTACGT", "CGTC"}, "ACGTA", 3, 1, {5, 7}), (std::vector<std::uint64_t>{5, 12, 12}));
    // No window goes on from the end of a target to its beginning.
    EXPECT_EQ(counted({"GTTTTTAC"}, "ACGT", 4, 1), (std::vector<std::uint64_t>{0}));
}

TEST(diagonal_kernels, are_split_where_mismatches_are_few) {
    EXPECT_TRUE(is_split(200, 131, 1));
    EXPECT_TRUE(is_split(400, 30, 1));
    EXPECT_FALSE(is_split(200, 131, most_split_mismatches + 1));
    EXPECT_FALSE(is_split(400, 3, 2)); // parts of three starts are read once for each of them
    // 131 letters from the first start on and 70 behind them, rows of up to 0 and 1 mismatches.
    EXPECT_EQ(steps_of_split(200, 131, 1), 201U * 3 + 70 * 6);
    // Parts of 56 and 55 of 111 starts.
    EXPECT_EQ(starts_of_part(90, 111, 4, 1), 56U);
}

TEST(diagonal_kernels, count_as_letter_by_letter) {
    std::uint64_t held = 0;
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        std::mt19937_64 random(seed);
        const std::string letters = seed % 3 == 0 ? "ACGTN" : seed % 3 == 1 ? "AAAAAAAAAAAAC" : "ACGT";
        const std::size_t most = seed % 4 == 0 ? 40 : seed % 4 == 1 ? 130 : seed % 4 == 2 ? 220 : 480;
        const auto text = [&](std::size_t length) {
            std::string made(length, 'A');
            for (std::size_t at = 0; at < length; ++at) // of period 7, and worn
                made[at] = at >= 7 && random() % 40 != 0 ? made[at - 7] : letters[random() % letters.size()];
            return made;
        };
        texts targets;
        for (std::size_t number = 1 + random() % 11; number > 0; --number)
            targets.push_back(text(1 + random() % most));
        std::vector<std::uint64_t> weights;
        if (seed % 5 == 0)
            for (std::size_t lane = 0; lane < targets.size(); ++lane)
                weights.push_back(1 + random() % 9);
        std::string source = text(1 + random() % most);
        if (const std::string& like = targets[random() % targets.size()]; random() % 2 == 0) source = like;
        const std::size_t window = 1 + random() % source.size();
        const std::uint64_t mismatches = seed % 7;
        const std::vector<std::uint64_t> found = counted(targets, source, window, mismatches, weights);
        for (std::size_t start = 0; start < found.size(); ++start) {
            std::uint64_t expected = 0;
            for (std::size_t lane = 0; lane < targets.size(); ++lane)
                if (holds(targets[lane], source.substr(start, window), mismatches))
                    expected += weights.empty() ? 1 : weights[lane];
            ASSERT_EQ(found[start], expected) << "seed " << seed << ", window " << window << " at " << start;
            held += expected;
        }
    }
    EXPECT_GT(held, 1000U);
}

} // namespace
} // namespace concord::substring::diagonal_kernels_test
