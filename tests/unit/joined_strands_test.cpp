// Words of both strands that are counted at once, and windows by their pieces, by hand and against what the textbook
// says; and when they are.
#include "oracles/substring_variants.hpp"
#include "problems/substring/variants/joined_strands.hpp"
#include "support/chosen_cases.hpp"
#include "support/sequence_text.hpp"
#include "support/variant_tools.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::joined_strands_test {
namespace {

constexpr double any_cost = 1e12;

/// What is asked of some sequences, and what it is answered with.
struct strands_input {
    strands_input(const std::vector<std::string>& sequences, std::uint64_t mismatches, std::uint64_t support,
                  std::uint64_t from_start = 0)
        : set(test::make_set(sequences)), options(made(mismatches, support, from_start)),
          of(set, options), given{of, {mismatches, false}, support, 1, 1}, tools(options.run) {}

    [[nodiscard]] std::optional<longest_windows> count(double most_cost = any_cost) const {
        return count_joined_strands(given, tools.resources, most_cost);
    }
    [[nodiscard]] std::optional<longest_windows> find_by_pieces(double most_cost = any_cost) const {
        return find_joined_strands_by_pieces(given, tools.resources, most_cost);
    }

    static substring_options made(std::uint64_t mismatches, std::uint64_t support, std::uint64_t from_start) {
        substring_options options;
        options.both_strands = options.ties = true;
        options.mismatches = mismatches;
        options.support = support;
        options.from_start = from_start;
        options.run.threads = 2;
        return options;
    }

    sequence_set set;
    substring_options options;
    piece_collection of;
    variant_problem given;
    test::variant_tools tools;
};

/// "sequence:start=support" of each window, in their order.
std::string drawn(window_vector windows) {
    std::ranges::sort(windows);
    std::string all;
    for (const window& at : windows)
        all += std::to_string(at.sequence) + ":" + std::to_string(at.start) + "=" + std::to_string(at.support) + " ";
    return all;
}

TEST(joined_strands, by_hand) {
    // GACC stands in the first; the second has its reverse complement GGTC with one mismatch, as GGTA. A word that
    // ended in one strand and went on in the other would be longer.
    const strands_input two({"GACCT", "TGGTA"}, 1, 2);
    ASSERT_TRUE(are_strands_joined(two.given));
    const auto counted = two.count();
    ASSERT_TRUE(counted.has_value());
    EXPECT_EQ(counted->length, 4U);
    EXPECT_EQ(drawn(counted->windows), "0:0=2 0:1=2 1:0=2 1:1=2 ");
    const auto pieced = two.find_by_pieces();
    ASSERT_TRUE(pieced.has_value());
    EXPECT_EQ(pieced->length, 4U);
    EXPECT_EQ(drawn(pieced->windows), "0:0=2 0:1=2 1:0=2 1:1=2 ");
    EXPECT_FALSE(two.find_by_pieces(1).has_value()); // it takes more than one instruction
}

TEST(joined_strands, windows_end_between_strands_by_pieces) {
    // Of the joined ACGAC N GTCGT all letters but one are those of the second, on both sides of the end of a strand.
    const strands_input three({"ACGAC", "ACGACTGTCGT", "AAAAAAAAAAA"}, 1, 2);
    const auto pieced = three.find_by_pieces();
    ASSERT_TRUE(pieced.has_value());
    EXPECT_EQ(pieced->length, 5U);
    EXPECT_EQ(drawn(pieced->windows), "0:0=2 1:0=2 1:6=2 ");
}

TEST(joined_strands, a_hairpin_counts_once) {
    // AAGCTT is its own reverse complement: with the support 2, what the others share is shorter.
    const strands_input two({"AAGCTT", "CCCCCC"}, 1, 2);
    const auto counted = two.count();
    ASSERT_TRUE(counted.has_value());
    for (const window& each : counted->windows)
        EXPECT_EQ(each.support, 2U);
    const auto pieced = two.find_by_pieces();
    ASSERT_TRUE(pieced.has_value());
    EXPECT_EQ(drawn(pieced->windows), drawn(counted->windows));
    EXPECT_EQ(counted->length, longest_common_substring(two.set, two.options).best.length);
    EXPECT_LT(counted->length, 6U);
}

TEST(joined_strands, are_what_the_textbook_finds) {
    unsigned answered = 0;
    unsigned pieced = 0;
    unsigned trials = 0;
    for (const std::uint64_t trial : test::chosen_cases(120)) {
        std::mt19937_64 random(trial);
        const std::string letters = trial % 3 == 0 ? "ACGTACGTACGTN" : trial % 3 == 1 ? "ACGT" : "AACGT";
        std::vector<std::string> sequences;
        for (std::uint64_t index = 0; index < 8 + trial % 20; ++index) {
            std::string text;
            const std::uint64_t length = random() % (trial % 2 == 0 ? 14 : 40);
            while (text.size() < length)
                text += letters[random() % letters.size()];
            sequences.push_back(text);
        }
        const strands_input input(sequences, 1 + random() % 3, 2 + random() % 6, trial % 5 == 0 ? 9 : 0);
        ++trials;
        const auto counted = input.count();            // nothing: it has words that chance does not explain
        const auto by_pieces = input.find_by_pieces(); // nothing: windows are too long or too short for pieces
        answered += counted ? 1U : 0U;
        pieced += by_pieces ? 1U : 0U;
        const substring_result expected = reference_variants(input.set, input.options);
        window_vector ties;
        for (const substring_candidate& tie : expected.ties)
            ties.push_back({tie.sequence, tie.start, tie.support});
        for (const auto& found : {counted, by_pieces}) {
            if (!found) continue;
            ASSERT_EQ(!found->windows.empty(), expected.found) << "trial " << trial;
            if (!expected.found) continue;
            EXPECT_EQ(found->length, expected.best.length) << "trial " << trial;
            EXPECT_EQ(drawn(found->windows), drawn(ties)) << "trial " << trial;
        }
    }
    EXPECT_GT(2 * answered, trials);
    EXPECT_GT(2 * pieced, trials);
}

TEST(joined_strands, are_one_piece_of_nucleotides_with_mismatches) {
    const std::vector<std::string> two = {"GACCTACG", "TGGTA"};
    strands_input input(two, 1, 2);
    EXPECT_TRUE(are_strands_joined(input.given));
    input.given.allowed.indels = true;
    EXPECT_FALSE(are_strands_joined(input.given));
    input.given.allowed = {0, false};
    EXPECT_FALSE(are_strands_joined(input.given));
    substring_options both_ends = input.options;
    both_ends.from_start = both_ends.from_end = 3;
    const piece_collection pieces(input.set, both_ends);
    EXPECT_FALSE(are_strands_joined({pieces, {1, false}, 2, 1, 1}));
    EXPECT_FALSE(input.count(1).has_value()); // it takes more than one instruction
}

/// Whether words of both strands are counted for sequences at random.
bool are_counted(std::uint64_t mismatches, substring_metric metric) {
    std::mt19937_64 random(3);
    sequence_set_builder builder(alphabet::dna);
    for (unsigned read = 0; read < 1000; ++read) {
        std::string text;
        while (text.size() < 60)
            text += "ACGT"[random() % 4];
        builder.add({}, text);
    }
    substring_options options = strands_input::made(mismatches, 60, 0);
    options.metric = metric;
    options.ties = false;
    const substring_result found = longest_common_substring(std::move(builder).finish(), options);
    return std::ranges::any_of(found.run.notes,
                               [](const std::string& note) { return note.starts_with("counted what is near"); });
}

TEST(joined_strands, are_counted_where_that_is_quick) {
    EXPECT_TRUE(are_counted(1, substring_metric::hamming));
    EXPECT_TRUE(are_counted(2, substring_metric::hamming));
    EXPECT_FALSE(are_counted(5, substring_metric::hamming));
    EXPECT_FALSE(are_counted(1, substring_metric::levenshtein));
}

} // namespace
} // namespace concord::substring::joined_strands_test
