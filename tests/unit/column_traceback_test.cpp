// The alignment of a pattern that ends at a known place: by hand, and of so many columns that not all of them are kept.
#include "problems/distance/find/column_traceback.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace concord::edit_distance::column_traceback_test {
namespace {

using letters = std::vector<std::uint32_t>;

std::string written(const alignment& runs) {
    std::string made;
    for (const auto& run : runs)
        made += std::to_string(run.count) + run.operation;
    return made;
}

traced_end traced(const letters& pattern, const letters& text, std::uint64_t edits) {
    const pattern_row_masks masks(std::span<const std::uint32_t>(pattern), {});
    return trace_end(masks, std::span<const std::uint32_t>(text), false, edits);
}

letters of(const std::string& text) { return {text.begin(), text.end()}; }

/// What the pattern costs that ends where the text does, row by row.
std::uint64_t cost_at_end(const letters& pattern, const letters& text) {
    std::vector<std::uint64_t> row(text.size() + 1); // of no letters of the pattern
    for (std::size_t r = 1; r <= pattern.size(); ++r) {
        std::uint64_t diagonal = row[0]++;
        for (std::size_t c = 1; c <= text.size(); ++c) {
            const std::uint64_t substituted = diagonal + (pattern[r - 1] == text[c - 1] ? 0 : 1);
            diagonal = row[c];
            row[c] = std::min({substituted, row[c] + 1, row[c - 1] + 1});
        }
    }
    return row.back();
}

/// From the right TAC is equal; A then costs one in any way, and one that takes no letter of the text is preferred.
TEST(column_traceback, of_few_letters) {
    const traced_end found = traced(of("ATAC"), of("GATTAC"), 1);
    EXPECT_EQ(written(found.runs), "1I3=");
    EXPECT_EQ(found.letters, 3U);
    EXPECT_EQ(written(traced(of("ACGT"), of("AAACGT"), 0).runs), "4=");
    EXPECT_EQ(written(traced(of("GATTACA"), of("GATTCA"), 1).runs), "4=1I2=");
}

/// With a greater bound more words of a column may be on a way, of which only parts of the text are kept.
TEST(column_traceback, more_words_than_are_kept) {
    std::mt19937 random(3);
    for (const std::size_t length : {65U, 640U, 2200U}) {
        SCOPED_TRACE(length);
        letters pattern(length);
        std::ranges::generate(pattern, [&] { return static_cast<std::uint32_t>(random() % 4); });
        letters text(random() % 100, 7);
        for (const std::uint32_t letter : pattern) {
            const auto chance = random() % 100;
            if (chance != 0) text.push_back(chance == 1 ? 5 : letter);
            if (chance == 2) text.push_back(6);
        }
        const std::uint64_t edits = cost_at_end(pattern, text);
        const traced_end exact = traced(pattern, text, edits);
        std::uint64_t cost = 0;
        for (const auto& run : exact.runs)
            cost += run.operation == '=' ? 0 : run.count;
        EXPECT_EQ(cost, edits);
        for (const std::uint64_t bound : {edits + 1, edits + 64, std::uint64_t{1600}}) {
            const traced_end found = traced(pattern, text, bound);
            EXPECT_EQ(written(found.runs), written(exact.runs));
            EXPECT_EQ(found.letters, exact.letters);
        }
    }
}

} // namespace
} // namespace concord::edit_distance::column_traceback_test
