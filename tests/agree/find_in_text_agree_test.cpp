// One pattern in one text: the bit vectors give what the textbook's matrix gives, for every width of letters.
#include "oracles/find.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <concord/error.hpp>
#include <concord/find.hpp>

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace concord::find_in_text_agree_test {
namespace {

struct text_case {
    std::string pattern;
    std::string text;
    text_search_options options;

    [[nodiscard]] std::string to_paste() const {
        std::string made = "pattern " + pattern + "\ntext " + text;
        if (options.max_edits) made += "\nk = " + std::to_string(*options.max_edits);
        for (const auto& [first, second] : options.equalities)
            made += std::string("\nequal ") + static_cast<char>(first) + " " + static_cast<char>(second);
        return made + (options.at_start ? "\nfrom the start" : "") + (options.every_minimum ? "\nall minima" : "");
    }
};

text_case make_text_case(std::uint64_t seed) {
    std::mt19937_64 bits(seed);
    const auto below = [&](std::uint64_t limit) { return bits() % limit; };
    const std::string letters = std::string("ACGTNRYacgt").substr(0, 1 + below(11));
    const auto some = [&](std::uint64_t length) {
        std::string made;
        const std::uint64_t period = below(4) == 0 ? 1 + below(7) : length + 1;
        while (made.size() < length)
            made += made.size() >= period ? made[made.size() - period] : letters[below(letters.size())];
        return made;
    };
    static constexpr std::uint64_t edges[] = {1, 2, 5, 20, 63, 64, 65, 127, 128, 129, 200, 300};
    static constexpr std::uint64_t lengths[] = {0, 1, 5, 63, 64, 65, 129, 511, 512, 513, 700, 1100};
    text_case made;
    made.pattern = some(edges[below(12)]);
    made.text = some(lengths[below(12)]);
    for (std::uint64_t planted = below(3); planted > 0; --planted) {
        std::string copy;
        for (const char letter : made.pattern) {
            const std::uint64_t edit = below(12);
            if (edit != 0) copy += letter;
            if (edit == 1) copy += letters[below(letters.size())];
        }
        made.text.insert(below(2) == 0 ? 0 : below(made.text.size() + 1), copy);
    }
    made.options.at_start = below(2) == 0;
    made.options.every_minimum = below(2) == 0;
    if (below(3) != 0) made.options.max_edits = below(4) == 0 ? below(400) : below(20);
    for (std::uint64_t count = below(2) * below(5); count > 0; --count)
        made.options.equalities.push_back({static_cast<unsigned char>("ACGTNRYacgtxy"[below(13)]),
                                           static_cast<unsigned char>("ACGTNRYacgtxy"[below(13)])});
    return made;
}

template <class Number>
std::vector<Number> widened(const std::string& text) {
    return {text.begin(), text.end()};
}

std::vector<pattern_occurrence> found_as(const text_case& tried, int width) {
    const sequence_ref bytes(tried.pattern);
    if (width == 0) return find_in_text(bytes, sequence_ref(tried.text), tried.options);
    const auto narrow = widened<std::uint8_t>(tried.pattern);
    const auto wide = widened<std::uint32_t>(tried.text);
    return find_in_text(sequence_ref(symbol_view(std::span(narrow))), sequence_ref(std::span(wide)), tried.options);
}

void try_case(const text_case& tried) {
    const std::vector<pattern_occurrence> expected =
        edit_distance::reference_places(tried.pattern, tried.text, tried.options);
    for (const int width : {0, 1}) {
        const std::vector<pattern_occurrence> found = found_as(tried, width);
        ASSERT_EQ(found.size(), expected.size()) << tried.to_paste();
        for (std::size_t at = 0; at < found.size(); ++at) {
            ASSERT_EQ(std::tie(found[at].start, found[at].end, found[at].edits),
                      std::tie(expected[at].start, expected[at].end, expected[at].edits))
                << "number " << at << "\n"
                << tried.to_paste();
            ASSERT_EQ(cigar(found[at].alignment), cigar(expected[at].alignment)) << tried.to_paste();
        }
    }
}

class find_in_text_agrees : public testing::TestWithParam<int> {};

TEST_P(find_in_text_agrees, with_the_textbook) {
    for (const std::uint64_t seed : test::seeds(73'000'000 + 1'000 * static_cast<std::uint64_t>(GetParam()), 150)) {
        SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
        try_case(make_text_case(seed));
        if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, find_in_text_agrees, testing::Range(0, 4));

std::vector<std::string> places(const std::string& pattern, const std::string& text,
                                const text_search_options& options = {}) {
    std::vector<std::string> made;
    for (const pattern_occurrence& each : find_in_text(sequence_ref(pattern), sequence_ref(text), options))
        made.push_back(std::to_string(each.start) + "-" + std::to_string(each.end) + " " + std::to_string(each.edits) +
                       " " + cigar(each.alignment));
    return made;
}

TEST(find_in_text_agrees_with, paper) {
    using list = std::vector<std::string>;
    EXPECT_EQ(places("ACG", "TACGACGT"), (list{"1-4 0 3=", "4-7 0 3="}));
    // ACG and ACGG are both one edit from ACGT, and both are reported, unless they are to be minima.
    EXPECT_EQ(places("ACGT", "TTACGGCC"), (list{"2-5 1 3=1I", "2-6 1 3=1X"}));
    text_search_options options;
    options.every_minimum = true;
    options.max_edits = 1;
    EXPECT_EQ(places("ACGT", "TTACGGCC", options), (list{"2-6 1 3=1X"}));
    options = {};
    options.at_start = true;
    EXPECT_EQ(places("ACGT", "ACGGCACGT", options), (list{"0-3 1 3=1I", "0-4 1 3=1X"}));
    options = {};
    options.equalities = {{'N', 'A'}, {'N', 'C'}};
    EXPECT_EQ(places("GNT", "CGATTGGT", options), (list{"1-4 0 3="}));
    EXPECT_EQ(places("A", "CCN", options), (list{"2-3 0 1="})); // A and C are not equal through N
    EXPECT_EQ(places("AC", ""), (list{"0-0 2 2I"}));
    options = {};
    options.max_edits = 1;
    EXPECT_EQ(places("ACGT", "GGGG", options), list{});
}

/// The one row of the last word begins in the column in which the pattern ends.
TEST(find_in_text_agrees_with, a_last_word_of_one_letter) {
    text_search_options options;
    options.max_edits = 0;
    for (const std::size_t words : {1, 2, 3, 4, 5}) {
        const std::string pattern = std::string(64 * words, 'A') + "C";
        const std::string length = std::to_string(pattern.size());
        const std::string end = std::to_string(pattern.size() + 2);
        for (const bool at_start : {false, true}) {
            options.at_start = at_start;
            EXPECT_EQ(places(pattern, pattern + "AC", options), (std::vector{"0-" + length + " 0 " + length + "="}));
        }
        options.at_start = false;
        EXPECT_EQ(places(pattern, "AG" + pattern, options), (std::vector{"2-" + end + " 0 " + length + "="}));
    }
}

TEST(find_in_text_agrees_with, a_part_that_is_worse_than_the_others) {
    const std::string bad(600, 'C');
    const std::string good(1000, 'A');
    const std::string others(700, 'G');
    EXPECT_EQ(places(bad + good, others + good + "TT"), (std::vector<std::string>{"700-1700 600 600I1000="}));
    // Of the letters behind the good part any number up to that of the bad one takes their places.
    const std::vector<std::string> found = places(good + bad, "TT" + good + others);
    ASSERT_EQ(found.size(), 601U);
    EXPECT_EQ(found.front(), "2-1002 600 1000=600I");
    EXPECT_EQ(found.back(), "2-1602 600 1000=600X");
}

TEST(find_in_text_agrees_with, letters_of_sets) {
    const sequence_set set = test::make_set({"GATNA", "CCGATTACC"});
    const std::vector<pattern_occurrence> found = find_in_text({set, 0}, {set, 1});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(cigar(found[0].alignment), "3=1X1=");
}

TEST(find_in_text_refuses, what_has_no_answer) {
    EXPECT_THROW((void)find_in_text(sequence_ref(""), sequence_ref("A")), error);
    const sequence_set set = test::make_set({"GATTA", "CCGATTACC"});
    text_search_options options;
    options.equalities = {{'A', 'C'}};
    EXPECT_THROW((void)find_in_text({set, 0}, {set, 1}, options), error);
    options = {};
    options.run.cancelled = [] { return true; };
    EXPECT_THROW((void)find_in_text(sequence_ref("A"), sequence_ref("A"), options), error);
}

} // namespace
} // namespace concord::find_in_text_agree_test
