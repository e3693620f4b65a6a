// The length of a window that few of many sequences hold, which no sample would show.
#include "problems/substring/cpu/words/frequent_window.hpp"
#include "support/counted_input.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace concord::substring::frequent_window_test {
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

TEST(frequent_window, is_followed_to_its_ends) {
    // The planted text alone, behind an ambiguous letter, and in front of one: no letter beside it is alike.
    std::mt19937_64 random(5);
    std::vector<std::string> texts;
    for (unsigned index = 0; index < 800; ++index)
        texts.push_back(random_text(random, "ACGT", 20) + "N" + (index % 40 == 0 ? planted : "") + "N");
    counted_input whole(texts, 1, 20);
    // 31 of 20 texts and more: one of the ambiguous letters is the mismatch of all but the window itself.
    EXPECT_EQ(reach_of_frequent_windows(whole.given, whole.resources), 31U);
    counted_input exact(texts, 1, 20);
    exact.given.mismatches = 0;
    EXPECT_EQ(reach_of_frequent_windows(exact.given, exact.resources), 30U);
}

TEST(frequent_window, crosses_no_strands) {
    // Halves of 40 letters, N between them; of every 40th, 20 letters before it and 20 behind it are the same.
    std::vector<std::string> texts;
    std::mt19937_64 random(6);
    for (unsigned index = 0; index < 400; ++index) {
        const std::string rest = random_text(random, "ACGT", 20);
        const std::string other = random_text(random, "ACGT", 20);
        texts.push_back(index % 40 == 0
                            ? rest + "GATTACACCGTGAATCGCTC" + "N" + "AGGTCCATGACCTTGCAGTA" + other
                            : rest + random_text(random, "ACGT", 20) + "N" + random_text(random, "ACGT", 20) + other);
    }
    counted_input joined(texts, 1, 10);
    const std::uint64_t reach = reach_of_frequent_windows(joined.given.with_both_strands_in_each(), joined.resources);
    EXPECT_GE(reach, 20U);
    EXPECT_LE(reach, 23U); // as many as 41 if windows could hold the letter between both
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
} // namespace concord::substring::frequent_window_test
