// Windows that are dropped by the places near to both their halves: none that has the support is, and nearly all
// others.
#include "problems/substring/variants/listed_places.hpp"
#include "problems/substring/variants/split_places.hpp"
#include "support/fewest_edits.hpp"
#include "support/sequence_text.hpp"
#include "support/variant_habits.hpp"
#include "support/variant_tools.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::split_places_test {
namespace {

using test::fewest_edits;

std::string reverse_complement(const std::string& of) {
    std::string made;
    for (std::size_t at = of.size(); at-- > 0;)
        made += of[at] == 'N' ? 'N' : "TGCA"[std::string("ACGT").find(of[at])];
    return made;
}

struct judged_windows {
    std::uint64_t supported = 0;
    std::uint64_t others = 0;
    std::uint64_t dropped = 0;
    std::uint64_t known = 0; ///< counted
};

/// How windows are dropped: by sums, or by lists.
enum class places { summed, listed };

void drop(places by, const variant_problem& given, const variant_resources& resources, std::uint64_t length,
          window_starts& starts, known_supports& known) {
    if (by == places::summed)
        drop_by_split_places(given, resources, length, starts);
    else
        drop_by_listed_places(given, resources, length, HUGE_VAL, starts, known);
}

/// Drops windows of all texts; those that have the support must be left.
judged_windows judge(places by, const std::vector<std::string>& texts, std::uint64_t length, std::uint64_t edits,
                     std::uint64_t support, bool both_strands, unsigned threads) {
    const sequence_set set = test::make_set(texts);
    substring_options options;
    options.metric = substring_metric::levenshtein;
    options.both_strands = both_strands;
    options.run.threads = threads;
    const piece_collection of(set, options);
    test::variant_tools tools(options.run);
    const variant_problem given{of, {edits, true}, support, 1, 1};
    window_starts starts;
    for (const piece& in : of.pieces())
        for (std::uint64_t at = 0; !in.is_reverse && at + length <= in.length; ++at)
            starts.push_back(in.first + at);
    window_starts left = starts;
    known_supports known;
    drop(by, given, tools.resources, length, left, known);
    judged_windows judged;
    for (const piece& in : of.pieces())
        for (std::uint64_t at = 0; !in.is_reverse && at + length <= in.length; ++at) {
            const std::string window = texts[in.sequence].substr(at, length);
            const auto holders = static_cast<std::uint64_t>(std::ranges::count_if(texts, [&](const std::string& text) {
                return fewest_edits(text, window) <= edits ||
                       (both_strands && fewest_edits(reverse_complement(text), window) <= edits);
            }));
            const bool is_left = std::ranges::binary_search(left, in.first + at);
            const auto counted = std::ranges::lower_bound(known.starts, in.first + at);
            const bool is_known = counted != known.starts.end() && *counted == in.first + at;
            if (is_known) {
                EXPECT_EQ(known.supports[static_cast<std::size_t>(counted - known.starts.begin())], holders)
                    << window << " within " << edits << " in " << testing::PrintToString(texts);
                ++judged.known;
            }
            EXPECT_TRUE(is_known || !is_left || known.length == 0 || window.find('N') != std::string::npos) << window;
            if (window.find('N') != std::string::npos) {
                EXPECT_TRUE(is_left) << window;
                continue;
            }
            (holders >= support ? judged.supported : judged.others) += 1;
            judged.dropped += is_left ? 0U : 1U;
            EXPECT_TRUE(is_left || holders < support) << window << " within " << edits << ", support " << support
                                                      << " of " << holders << " in " << testing::PrintToString(texts);
        }
    return judged;
}

std::string random_text(std::mt19937_64& random, std::size_t letters, std::size_t kinds) {
    std::string text;
    for (std::size_t at = 0; at < letters; ++at)
        text += "ACGT"[random() % kinds];
    return text;
}

/// Copies of an ancestor with edits, some of them read from the other strand.
std::vector<std::string> copies_of(std::mt19937_64& random, std::size_t letters, std::size_t kinds) {
    const std::string ancestor = random_text(random, letters, kinds);
    std::vector<std::string> texts;
    for (std::size_t index = 0; index < 8; ++index) {
        std::string text = ancestor.substr(random() % 4, letters - 10 + random() % 11);
        for (std::uint64_t change = 0; change < random() % 6 && !text.empty(); ++change) {
            const std::size_t at = random() % text.size();
            if (random() % 3 == 0)
                text.erase(at, 1);
            else if (random() % 2 == 0)
                text.insert(at, 1, "ACGT"[random() % kinds]);
            else
                text[at] = random() % 4 == 0 ? 'N' : "ACGT"[random() % kinds];
        }
        if (random() % 3 == 0) text = random_text(random, random() % 12, kinds) + text;
        const bool is_reverse = random() % 4 == 0;
        texts.push_back(is_reverse ? reverse_complement(text) : text);
    }
    return texts;
}

/// Of copies of an ancestor of so many letters.
void judge_copies(places by, std::mt19937_64& random, std::uint64_t letters, std::uint64_t length, std::uint64_t edits,
                  judged_windows& all) {
    const std::vector<std::string> texts = copies_of(random, letters, random() % 4 == 0 ? 1 + random() % 3 : 4);
    const judged_windows here =
        judge(by, texts, length, edits, 2 + random() % 6, random() % 2 == 0, 1 + static_cast<unsigned>(random() % 3));
    all.supported += here.supported;
    all.others += here.others;
    all.dropped += here.dropped;
    all.known += here.known;
}

TEST(split_places, windows_with_the_support_are_left) {
    std::mt19937_64 random(23);
    judged_windows all;
    for (int round = 0; round < 160 && !HasFailure(); ++round) {
        const std::uint64_t edits = 1 + random() % 3;
        const std::uint64_t length = 10 + random() % 7;
        judge_copies(places::summed, random, 18, length, edits, all);
    }
    EXPECT_GT(all.supported, 400U);
    EXPECT_GT(static_cast<double>(all.dropped), 0.9 * static_cast<double>(all.others));
}

// Of words of two nucleotides some hundred places are near to each half, and most sequences have several of a window.
TEST(split_places, halves_may_be_near_to_many_places) {
    std::mt19937_64 random(31);
    judged_windows all;
    for (const std::uint64_t length : {11U, 12U, 14U}) {
        std::vector<std::string> texts;
        for (std::size_t index = 0; index < 20; ++index)
            texts.push_back(random_text(random, 30 + random() % 30, 2));
        const judged_windows here = judge(places::summed, texts, length, 2, 16, false, 2);
        all.supported += here.supported;
        all.others += here.others;
        all.dropped += here.dropped;
    }
    EXPECT_GT(all.supported, 200U);
    EXPECT_GT(static_cast<double>(all.dropped), 0.7 * static_cast<double>(all.others));
}

// Of windows of up to 32 letters. Where texts end, and of long halves, fewer edits are found than there are: more is
// left.
TEST(listed_places, windows_with_the_support_are_left) {
    std::mt19937_64 random(29);
    judged_windows all;
    for (int round = 0; round < 120 && !HasFailure(); ++round) {
        const std::uint64_t edits = 1 + random() % 6;
        const std::uint64_t length = 12 + edits + random() % (21 - edits);
        judge_copies(places::listed, random, length + 4, length, edits, all);
    }
    EXPECT_GT(all.supported, 400U);
    EXPECT_GT(static_cast<double>(all.dropped), 0.7 * static_cast<double>(all.others));
    EXPECT_GT(all.known, 50U);
}

// A place counts once for a sequence: ACGTTGCAGGACTA five times in one of them, and twice elsewhere, has a support
// of 3.
TEST(split_places, repeats_in_one_sequence_count_once) {
    const std::string window = "ACGTTGCAGGACTA";
    std::vector<std::string> texts{window + window + "C" + window + window + window, "TT" + window, window + "GG",
                                   "CATTAGAGGCCATTATATCGCCG"};
    for (const places by : {places::summed, places::listed})
        EXPECT_GT(judge(by, texts, window.size(), 2, 3, false, 1).supported, 0U);
    const sequence_set set = test::make_set(texts);
    substring_options options;
    options.metric = substring_metric::levenshtein;
    const piece_collection of(set, options);
    test::variant_tools tools(options.run);
    for (const places by : {places::summed, places::listed})
        for (const std::uint64_t support : {3U, 4U}) {
            window_starts starts{of.text_first(1) + 2};
            known_supports known;
            drop(by, {of, {2, true}, support, 1, 1}, tools.resources, window.size(), starts, known);
            EXPECT_EQ(starts.size(), support == 3 ? 1U : 0U);
        }
}

TEST(split_places, a_search_by_them_finds_the_same) {
    std::mt19937_64 random(5);
    const std::string note = "near to both their halves";
    search_habits habits = current_search_habits();
    habits.always_filters = true;
    std::uint64_t bounded = 0; // searches
    for (int round = 0; round < 60; ++round) {
        const std::string adapter = random_text(random, 5 + random() % 10, 4);
        const std::size_t kinds = random() % 5 == 0 ? 2 : 4;
        std::vector<std::string> texts;
        for (std::size_t index = 0; index < 20; ++index) {
            std::string text = random_text(random, 20 + random() % 40, kinds);
            if (random() % 3 == 0) text.insert(random() % text.size(), adapter);
            if (random() % 9 == 0) text[random() % text.size()] = 'N';
            texts.push_back(random() % 4 == 0 ? reverse_complement(text) : text);
        }
        const sequence_set set = test::make_set(texts);
        substring_options options = test::with_two_edits(2 + random() % 9);
        options.mismatches = 1 + random() % 5;
        options.both_strands = random() % 2 == 0;
        options.run.threads = 1 + static_cast<unsigned>(random() % 3);
        if (random() % 4 == 0) options.from_start = options.from_end = 15 + random() % 10;
        if (random() % 4 == 0) options.top = 2;
        const substring_result expected = longest_common_substring(set, options);
        const scoped_search_habits scope(habits);
        const substring_result found = longest_common_substring(set, options);
        ASSERT_EQ(found.best, expected.best) << testing::PrintToString(texts);
        ASSERT_EQ(found.ties, expected.ties) << testing::PrintToString(texts);
        ASSERT_EQ(found.further.size(), expected.further.size());
        for (std::size_t rank = 0; rank < found.further.size(); ++rank)
            ASSERT_EQ(found.further[rank].best, expected.further[rank].best) << testing::PrintToString(texts);
        bounded += std::ranges::any_of(found.run.notes,
                                       [&](const std::string& each) { return each.find(note) != std::string::npos; })
                       ? 1U
                       : 0U;
    }
    EXPECT_GT(bounded, 30U);
}

} // namespace
} // namespace concord::substring::split_places_test
