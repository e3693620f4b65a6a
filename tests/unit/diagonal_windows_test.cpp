// Windows counted along diagonals, against windows that are compared letter by letter with each place of each text.
#include "problems/substring/variants/diagonal_windows.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"
#include "support/variant_tools.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::diagonal_windows_test {
namespace {

bool holds(const piece_collection& of, const lane_text& text, std::uint64_t start, std::uint64_t length,
           std::uint64_t mismatches) {
    for (std::uint64_t first = text.first; first + length <= text.first + text.length; ++first) {
        std::uint64_t differ = 0;
        bool is_in_piece = true;
        for (std::uint64_t at = 0; at < length; ++at) {
            is_in_piece = is_in_piece && of.text()[first + at] != piece_collection::barrier;
            differ += of.match(of.text()[start + at], of.text()[first + at]) ? 0 : 1;
        }
        if (is_in_piece && differ <= mismatches) return true;
    }
    return false;
}

std::vector<std::string> random_texts(std::mt19937_64& random, const std::string& letters) {
    std::vector<std::string> texts(9 + random() % 12);
    for (std::string& text : texts) // of one word of 64 places, of several, and shorter than a window
        for (std::uint64_t left = random() % 4 == 0 ? random() % 200 : 20 + random() % 50; left > 0; --left)
            text += letters[random() % letters.size()];
    return texts;
}

TEST(diagonal_windows, are_counted_in_texts_as_letter_by_letter) {
    std::size_t held = 0;
    for (const std::uint64_t seed : test::seeds(6'400'000, 24)) {
        std::mt19937_64 random(seed);
        substring_options options;
        options.both_strands = random() % 2 == 0;
        options.iupac = random() % 3 == 0;
        if (random() % 3 == 0) options.from_start = options.from_end = 9 + random() % 9;
        const sequence_set set = test::make_set(random_texts(random, random() % 2 == 0 ? "ACGTACGTN" : "ACGTR"));
        piece_collection of(set, options);
        of.mask(0, 0, std::min<std::uint64_t>(4, set.length(0)));
        options.run.threads = 1 + random() % 2;
        test::variant_tools tools(options.run);
        const std::uint64_t length = 1 + random() % 12;
        const variant_problem given{of, {random() % std::min<std::uint64_t>(length, 5), false}, 1, 1, 1};
        window_starts starts;
        for (const piece& in : of.pieces())
            for (std::uint64_t start = in.first; !in.is_reverse && start + length <= in.first + in.length; ++start)
                if (random() % 3 == 0) starts.push_back(start);
        std::vector<lane_text> texts;
        for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence)
            if (random() % 4 != 0) texts.push_back({sequence, of.text_first(sequence), of.text_length(sequence)});
        ASSERT_TRUE(std::isfinite(cost_along_diagonals(given, tools.resources, spans_of(of, starts, length), length)));
        const window_classes classes = group_windows(of, starts, length, reading::forward, tools.workers);
        const counted_classes counted =
            count_along_diagonals(given, tools.resources, word_letters(of), texts, classes, length);
        for (std::size_t index = 0; index < classes.size(); ++index) {
            std::uint64_t expected = 0;
            for (const lane_text& each : texts)
                expected += holds(of, each, classes.representative(index), length, given.allowed.edits) ? 1 : 0;
            ASSERT_EQ(counted.supports[index], expected) << "seed " << seed << ", class " << index;
            held += expected;
        }
    }
    EXPECT_GT(held, 1000U);
}

TEST(diagonal_windows, are_of_spans_of_single_pieces) {
    substring_options options;
    options.from_start = 6;
    options.from_end = 6;
    const piece_collection of(test::make_set({"ACGTTAGGGGACGTAC", "ACGTTA"}), options);
    const std::vector<window_span> spans =
        spans_of(of, {of.pieces()[0].first, of.pieces()[0].first + 2, of.pieces()[1].first + 1}, 4);
    ASSERT_EQ(spans.size(), 2U);
    EXPECT_EQ(spans[0].first, of.pieces()[0].first);
    EXPECT_EQ(spans[0].length, 6U);
    EXPECT_EQ(spans[1].first, of.pieces()[1].first + 1);
    EXPECT_EQ(spans[1].length, 4U);
}

TEST(diagonal_windows, have_no_edits_and_no_copies) {
    const piece_collection of(test::make_set({"ACGTTAGG", "ACGTTAGG"}), {});
    test::variant_tools tools;
    const std::vector<window_span> spans{{0, 8}};
    EXPECT_TRUE(std::isfinite(cost_along_diagonals({of, {2, false}, 2, 1, 1}, tools.resources, spans, 5)));
    EXPECT_FALSE(std::isfinite(cost_along_diagonals({of, {2, true}, 2, 1, 1}, tools.resources, spans, 5)));
    EXPECT_FALSE(std::isfinite(cost_along_diagonals({of, {2, false}, 2, 1, 2}, tools.resources, spans, 5)));
}

} // namespace
} // namespace concord::substring::diagonal_windows_test
