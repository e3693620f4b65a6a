// Ends of patterns by deltas: hand-worked, and against the textbook's matrix in texts of several sequences.
#include "problems/distance/find/delta_search.hpp"

#include "agree/find_ways.hpp"
#include "sequence/packed_sequences.hpp"
#include "support/random_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace concord::edit_distance::delta_search_test {
namespace {

using costs = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

std::vector<found_end> runs_of(const std::string& pattern, const std::vector<std::string>& texts, std::uint64_t edits,
                               std::uint64_t first, std::uint64_t last, simd::vector_target vectors) {
    const sequence_set patterns = test::make_set({pattern}, alphabet::dna);
    const sequence_set set = test::make_set(texts, alphabet::dna);
    delta_search search(sequence::packed(set), delta_kernel_for(vectors));
    std::vector<found_end> ends;
    search.find(pattern_letters(patterns, 0, false), edits, first, last, ends);
    return ends;
}

costs ends_of(const std::string& pattern, const std::vector<std::string>& texts, std::uint64_t edits,
              std::uint64_t first, std::uint64_t last, simd::vector_target vectors) {
    costs found;
    for (const found_end& each : runs_of(pattern, texts, edits, first, last, vectors))
        for (std::uint64_t letter = each.first(); letter <= each.last; ++letter)
            found.emplace_back(letter, each.edits);
    return found;
}

/// Of each end within the bound the cost, cell by cell; any letter of a text may come first.
costs expected_ends(const std::string& pattern, const std::vector<std::string>& texts, std::uint64_t edits,
                    std::uint64_t first, std::uint64_t last) {
    costs expected;
    std::uint64_t letter = 0;
    for (const std::string& text : texts) {
        std::vector<std::uint32_t> column(pattern.size() + 1);
        for (std::size_t row = 0; row < column.size(); ++row)
            column[row] = static_cast<std::uint32_t>(row);
        for (const char each : text) {
            std::uint32_t above_left = 0;
            for (std::size_t row = 1; row < column.size(); ++row) {
                const bool is_equal = each != 'N' && pattern[row - 1] == each;
                const std::uint32_t made =
                    std::min({above_left + (is_equal ? 0 : 1), column[row] + 1, column[row - 1] + 1});
                above_left = std::exchange(column[row], made);
            }
            if (letter >= first && letter < last && column.back() <= edits)
                expected.emplace_back(letter, column.back());
            ++letter;
        }
    }
    return expected;
}

TEST(delta_search, finds_ends_with_their_costs) {
    for (const simd::vector_target vectors : usable_vectors()) {
        // GATTACA: whole at letter 8; without its last letter, and with one more, a letter before and behind.
        EXPECT_EQ(ends_of("GATTACA", {"CCGATTACACC"}, 1, 0, 11, vectors), (costs{{7, 1}, {8, 0}, {9, 1}}));
        // An end is of one sequence: TACA lacks three letters, GAT four.
        EXPECT_EQ(ends_of("GATTACA", {"GAT", "TACA"}, 2, 0, 7, vectors), costs{});
        EXPECT_EQ(ends_of("GATTACA", {"GAT", "TACA"}, 3, 0, 7, vectors), (costs{{6, 3}}));
        // Only those of the part.
        EXPECT_EQ(ends_of("GATTACA", {"CCGATTACACC"}, 1, 8, 9, vectors), (costs{{8, 0}}));
    }
}

TEST(delta_search, ends_of_the_same_cost_are_one) {
    const std::vector<std::string> texts = {std::string(1500, 'A'), std::string(1700, 'A')};
    for (const simd::vector_target vectors : usable_vectors()) {
        // All letters are ends, of a run for each lane: but of either text by themselves.
        const std::vector<found_end> runs = runs_of("A", texts, 0, 0, 3200, vectors);
        ASSERT_LE(runs.size(), most_delta_lanes + 1);
        EXPECT_TRUE(std::ranges::any_of(runs, [](const found_end& each) { return each.first() == 1500; }));
        EXPECT_TRUE(std::ranges::any_of(runs, [](const found_end& each) { return each.last == 1499; }));
        // A cost of its own is a run of its own: the third letter of a text is an end with a letter missing.
        const std::vector<found_end> with_edit = runs_of("AAAA", texts, 1, 0, 3200, vectors);
        ASSERT_LE(with_edit.size(), most_delta_lanes + 3);
        EXPECT_EQ(with_edit[0].first(), 2);
        EXPECT_EQ(with_edit[0].letters, 1);
        EXPECT_EQ(with_edit[0].edits, 1);
        EXPECT_EQ(with_edit[1].first(), 3);
        EXPECT_EQ(with_edit[1].edits, 0);
    }
}

TEST(delta_search, agrees_with_the_matrix) {
    static constexpr std::size_t lengths[] = {1, 7, 63, 64, 65, 127, 128, 129, 300};
    for (const std::uint64_t seed : test::seeds(83'000'000, 40)) {
        SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
        test::text_maker random(seed);
        const std::string letters = random.below(3) == 0 ? "AC" : "ACGT";
        const std::string pattern = random.some(lengths[random.below(9)], letters);
        const std::uint64_t edits = random.below(std::min<std::uint64_t>(pattern.size(), 40));
        std::vector<std::string> texts;
        std::uint64_t all = 0;
        for (std::uint64_t count = 1 + random.below(6); count > 0; --count) {
            std::string text = random.some(random.below(4) == 0 ? random.below(40) : random.below(2'000), letters);
            text.insert(random.below(text.size() + 1), random.edited(pattern + pattern, letters + "N", 5));
            all += text.size();
            texts.push_back(std::move(text));
        }
        const std::uint64_t first = random.below(2) == 0 ? 0 : random.below(all);
        const std::uint64_t last = first + random.below(all - first + 1);
        const costs expected = expected_ends(pattern, texts, edits, first, last);
        for (const simd::vector_target vectors : usable_vectors())
            ASSERT_EQ(ends_of(pattern, texts, edits, first, last, vectors), expected) << to_string(vectors);
    }
}

} // namespace
} // namespace concord::edit_distance::delta_search_test
