// The alignment of a pattern by furthest rows on diagonals: by hand, and as the whole matrix says; letters as bytes.
#include "problems/distance/find/text_bytes.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace concord::edit_distance::diagonal_traceback_test {
namespace {

std::string written(const alignment& runs) {
    std::string made;
    for (const auto& run : runs)
        made += std::to_string(run.count) + run.operation;
    return made;
}

traced_end traced(std::string pattern, std::string text, std::uint64_t edits) {
    const std::size_t rows = pattern.size();
    const std::size_t columns = text.size();
    pattern += "########"; // which is read, and equal there
    text += "########";
    diagonal_traceback way;
    return way.trace({reinterpret_cast<const std::uint8_t*>(pattern.data()), rows},
                     {reinterpret_cast<const std::uint8_t*>(text.data()), columns}, edits);
}

/// D(r, c) of all cells, and the first of '=', 'I', 'X', 'D' that is on a best way to the end.
struct whole_matrix {
    whole_matrix(const std::string& pattern, const std::string& text) {
        std::vector<std::vector<std::uint64_t>> cost(pattern.size() + 1, std::vector<std::uint64_t>(text.size() + 1));
        for (std::size_t r = 1; r <= pattern.size(); ++r)
            for (std::size_t c = 0; c <= text.size(); ++c) {
                cost[r][c] = cost[r - 1][c] + 1;
                if (c == 0) continue;
                cost[r][c] = std::min(
                    {cost[r][c], cost[r][c - 1] + 1, cost[r - 1][c - 1] + (pattern[r - 1] == text[c - 1] ? 0 : 1)});
            }
        edits = cost.back().back();
        std::size_t c = text.size();
        for (std::size_t r = pattern.size(); r > 0;) {
            const std::uint64_t here = cost[r][c];
            char operation = 'D';
            if (c > 0 && pattern[r - 1] == text[c - 1])
                operation = '=';
            else if (cost[r - 1][c] + 1 == here)
                operation = 'I';
            else if (cost[r - 1][c - 1] + 1 == here)
                operation = 'X';
            r -= operation == 'D' ? 0 : 1;
            c -= operation == 'I' ? 0 : 1;
            operations.insert(operations.begin(), operation);
        }
        letters = text.size() - c;
    }
    std::uint64_t edits;
    std::uint64_t letters;
    std::string operations;
};

/// From the right TAC is equal; A then costs one in any way, and one that takes no letter of the text is preferred. The
/// second time the text ends before the pattern begins: its first letters are put in.
TEST(diagonal_traceback, of_few_letters) {
    EXPECT_EQ(written(traced("ATAC", "GATTAC", 1).runs), "1I3=");
    EXPECT_EQ(written(traced("GGTAC", "TAC", 2).runs), "2I3=");
    EXPECT_EQ(written(traced("ACGT", "AAACGT", 0).runs), "4=");
    EXPECT_EQ(written(traced("GATTACA", "GATTCA", 1).runs), "4=1I2=");
    EXPECT_EQ(written(traced("GATTACA", "GATGACA", 1).runs), "3=1X3=");
    EXPECT_EQ(traced("ATAC", "GATTAC", 1).letters, 3U);
}

TEST(diagonal_traceback, as_the_whole_matrix_says) {
    std::mt19937 random(5);
    for (int tried = 0; tried < 3000; ++tried) {
        std::string pattern(1 + random() % 40, 'A');
        const std::string word = tried % 3 == 0 ? "A" : tried % 3 == 1 ? "AC" : "ACGTA";
        for (std::size_t at = 0; at < pattern.size(); ++at)
            pattern[at] = random() % 10 == 0 ? "ACGT"[random() % 4] : word[at % word.size()];
        std::string text = std::string(random() % 6, 'A') + pattern;
        for (int edit = 0; edit < 5; ++edit) {
            const std::size_t at = random() % text.size();
            if (random() % 3 == 0)
                text.insert(at, 1, 'C');
            else if (random() % 2 == 0 && text.size() > 1)
                text.erase(at, 1);
            else
                text[at] = 'G';
        }
        const whole_matrix expected(pattern, text);
        if (text.size() > pattern.size() + expected.edits) continue; // longer than an occurrence can be
        const traced_end found = traced(pattern, text, expected.edits);
        std::string operations;
        for (const auto& run : found.runs)
            operations += std::string(run.count, run.operation);
        ASSERT_EQ(operations, expected.operations) << pattern << " " << text;
        ASSERT_EQ(found.letters, expected.letters) << pattern << " " << text;
    }
}

/// Windows that go on, that overlap, that leave some letters out and that begin again are those of the text; an N is
/// no letter of a pattern.
TEST(text_bytes, windows) {
    std::mt19937 random(9);
    std::string letters(200'000, 'A');
    for (char& letter : letters)
        letter = "ACGTN"[random() % 5];
    const sequence_set set = test::make_set({letters});
    text_bytes bytes(sequence::packed(set));
    std::uint64_t begin = 0;
    for (int tried = 0; tried < 400; ++tried) {
        begin = tried % 100 == 99 ? 7 : std::min<std::uint64_t>(begin + random() % 1500, letters.size() - 1000);
        const std::uint64_t size = 1 + random() % 1000;
        const byte_letters window = bytes.window(begin, begin + size);
        ASSERT_EQ(window.size, size);
        for (std::uint64_t at = 0; at < size; ++at) {
            const char letter = letters[begin + at];
            if (letter == 'N')
                ASSERT_GE(window.first[at], pattern_bytes::ambiguous) << begin << " " << at;
            else
                ASSERT_EQ("ACGT"[window.first[at]], letter) << begin << " " << at;
        }
    }
}

} // namespace
} // namespace concord::edit_distance::diagonal_traceback_test
