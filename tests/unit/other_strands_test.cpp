// Windows that the other strand of their own sequence holds, asked one after the other: each as if it were asked alone.
#include "problems/substring/problem.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::other_strands_test {
namespace {

/// Whether some window of a text has at most so many mismatches to a word.
bool occurs(const std::string& text, const std::string& word, std::uint64_t most) {
    for (std::size_t start = 0; start + word.size() <= text.size(); ++start) {
        std::uint64_t mismatches = 0;
        for (std::size_t at = 0; at < word.size(); ++at)
            mismatches += text[start + at] == word[at] ? 0 : 1;
        if (mismatches <= most) return true;
    }
    return false;
}

TEST(other_strands, of_windows_in_a_row_and_of_equal_ones) {
    std::mt19937_64 random(19);
    std::size_t held = 0;
    std::size_t others = 0;
    for (int round = 0; round < 60; ++round) {
        // Periods, so that windows are equal to some before them; each strand has some other letters.
        std::vector<std::string> texts;
        sequence_set_builder builder(alphabet::dna);
        for (std::size_t sequence = 0; sequence < 4; ++sequence) {
            std::string letters;
            for (std::size_t at = 0; at < 60 + random() % 80; ++at)
                letters += random() % 12 == 0 ? "ACGT"[random() % 4] : "AACGT"[at % 5];
            builder.add({}, letters);
            texts.push_back(letters);
        }
        const sequence_set set = std::move(builder).finish();
        substring_options options;
        options.mismatches = random() % 4;
        options.support = 2;
        problem given(set, options);
        given.strands = 2;
        other_strands asked(given);
        for (const std::uint64_t length : {8U, 20U, 33U})
            for (std::uint64_t sequence = 0; sequence < 4; ++sequence)
                for (std::uint64_t start = 0; start + length <= texts[sequence].size(); start += 1 + random() % 2) {
                    const bool expected =
                        occurs(texts[(sequence + 2) % 4], texts[sequence].substr(start, length), options.mismatches);
                    EXPECT_EQ(asked.hold({sequence, start, 1}, length), expected)
                        << "round " << round << ", sequence " << sequence << ", " << start << ", " << length;
                    ++(expected ? held : others);
                }
    }
    EXPECT_GT(held, 1000U);
    EXPECT_GT(others, 1000U);
}

} // namespace
} // namespace concord::substring::other_strands_test
