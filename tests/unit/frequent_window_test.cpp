// The length of a window that few of many sequences hold, which no sample would show.
#include "problems/substring/cpu/words/frequent_window.hpp"
#include "support/counted_input.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace concord::substring {
namespace {

constexpr const char* planted = "GATTACACCGTGAATCGCTCAGGTCCATGA"; // 30 letters

/// Random letters, in every 40th text with the planted ones between them; with a wrong one in every other of these.
std::vector<std::string> texts_with_planted(std::uint64_t seed, bool are_mutated) {
    std::mt19937_64 random(seed);
    std::vector<std::string> texts;
    for (unsigned index = 0; index < 800; ++index) {
        std::string middle = index % 40 == 0 ? planted : "";
        if (are_mutated && index % 80 == 40) middle[14] = middle[14] == 'A' ? 'C' : 'A';
        texts.push_back(random_text(random, "ACGT", 10 + random() % 20) + middle + random_text(random, "ACGT", 15));
    }
    return texts;
}

TEST(frequent_window, reaches_what_is_planted) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        // In 20 texts; half of them, which are a quarter of the support and more, are found, and all are within one.
        for (const bool are_mutated : {false, true}) {
            counted_input rare(texts_with_planted(seed, are_mutated), 1, 18);
            EXPECT_GE(reach_of_frequent_windows(rare.given, rare.resources), 26U);
            EXPECT_LE(reach_of_frequent_windows(rare.given, rare.resources), 34U); // letters beside it may be alike
        }
        // More than hold it (some hold what is near to a part by chance); or as many, one of which may be the other
        // strand.
        counted_input more(texts_with_planted(seed, true), 1, 21);
        EXPECT_LT(reach_of_frequent_windows(more.given, more.resources), 20U);
        counted_input strands(texts_with_planted(seed, false), 1, 20);
        EXPECT_GE(reach_of_frequent_windows(strands.given, strands.resources), 26U);
        strands.given.strands = strands.given.sequences() / 2;
        EXPECT_LT(reach_of_frequent_windows(strands.given, strands.resources), 20U);
    }
}

TEST(frequent_window, is_of_no_random_letters) {
    std::mt19937_64 random(4);
    std::vector<std::string> texts;
    for (unsigned index = 0; index < 800; ++index)
        texts.push_back(random_text(random, "ACGT", 50));
    counted_input alone(texts, 2, 10);
    EXPECT_EQ(reach_of_frequent_windows(alone.given, alone.resources), 0U);
}

} // namespace
} // namespace concord::substring
