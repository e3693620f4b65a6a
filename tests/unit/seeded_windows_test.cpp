// The answer by seeds: worked examples, and what is known where there are too many seeds.
#include "problems/substring/cpu/seeds/seeded_windows.hpp"

#include "support/simulated_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace concord::substring::seeded_windows_test {
namespace {

constexpr double all = std::numeric_limits<double>::infinity();
constexpr std::uint64_t bytes = std::uint64_t{1} << 26U;

sequence_set of_dna(const std::vector<std::string>& texts) {
    sequence_set_builder builder(alphabet::dna);
    for (const std::string& text : texts)
        builder.add({}, text);
    return std::move(builder).finish();
}

seeded_windows by_seeds(const sequence_set& set, const suffixes::wanted_support& wanted,
                        const seed_differences& allowed, double instructions = all, bool are_counted = false) {
    const run_options options;
    runtime::thread_pool workers(options);
    std::vector<std::string> notes;
    seeded_windows answer =
        find_by_seeds(sequence::packed(set), wanted, allowed, {instructions, bytes, are_counted}, workers, notes);
    if (answer.found) std::ranges::sort(answer.found->windows);
    return answer;
}

// ACGT ~ ACGA: the paper's Table 1. The seed is ACG.
TEST(seeded_windows, of_the_papers_example) {
    const seeded_windows answer = by_seeds(of_dna({"ACGTA", "ACGACA"}), {2, 1}, {1});
    ASSERT_TRUE(answer.found);
    EXPECT_EQ(answer.found->length, 4U);
    EXPECT_EQ(answer.found->windows, (window_vector{{0, 0, 2}, {1, 0, 2}}));
}

// CGTTAGC: without its third T in the second sequence, without its A in the third.
TEST(seeded_windows, with_edits) {
    const sequence_set set = of_dna({"ACGTTAGC", "ACGTAGC", "CGTTGC"});
    const seeded_windows answer = by_seeds(set, {3, 1}, {1, true});
    ASSERT_TRUE(answer.found);
    EXPECT_EQ(answer.found->length, 7U);
    EXPECT_EQ(answer.found->windows, (window_vector{{0, 1, 3}}));
    EXPECT_EQ(by_seeds(set, {3, 1}, {1}).found->length, 5U); // CGTTA, with mismatches alone
}

// ACGTTGA and the strands of TCAACGT: with owners, the strands of one sequence are one. 1 is the reverse strand of 0.
TEST(seeded_windows, of_strands) {
    const sequence_set set = of_dna({"ACGTTGA", "TCAACGT", "TCAACCT", "AGGTTGA"});
    const std::vector<std::uint64_t> owners{0, 0, 1, 1};
    const seeded_windows answer = by_seeds(set, {2, 1, owners}, {1});
    ASSERT_TRUE(answer.found);
    EXPECT_EQ(answer.found->length, 7U);
    EXPECT_EQ(answer.found->windows, (window_vector{{0, 0, 2}, {1, 0, 2}, {2, 0, 2}, {3, 0, 2}}));
}

// An ambiguous letter is a mismatch, with itself as well: with k = 1 all of ACNGT is shared.
TEST(seeded_windows, ambiguous_letters_are_mismatches) {
    const seeded_windows answer = by_seeds(of_dna({"ACNGT", "ACNGT"}), {2, 1}, {1});
    ASSERT_TRUE(answer.found);
    EXPECT_EQ(answer.found->length, 5U);
}

TEST(seeded_windows, none_of_the_least_length) {
    const seeded_windows answer = by_seeds(of_dna({"ACGTA", "ACGACA"}), {2, 5}, {1});
    ASSERT_TRUE(answer.found);
    EXPECT_TRUE(answer.found->windows.empty());
}

// What k letters share is not asked of seeds, unless it is known to be too short.
TEST(seeded_windows, that_are_too_short_for_seeds) {
    EXPECT_FALSE(by_seeds(of_dna({"AA", "CC"}), {2, 1}, {1}).found);
    EXPECT_TRUE(by_seeds(of_dna({"AA", "CC"}), {2, 2}, {1}).found);
}

TEST(seeded_windows, say_what_they_reached_where_there_are_too_many) {
    const sequence_set set = test::simulated_reads(400, 60, 60, 0.01);
    for (const std::uint64_t support : {2U, 5U}) {
        const seeded_windows answer = by_seeds(set, {support, 1}, {1});
        ASSERT_TRUE(answer.found);
        EXPECT_EQ(answer.reached, answer.found->length);
        for (const double instructions : {0.0, 1e4, 1e5, 1e6}) {
            const seeded_windows part = by_seeds(set, {support, 1}, {1}, instructions);
            EXPECT_LE(part.reached, answer.found->length) << "support " << support << ", " << instructions;
            if (part.found) {
                EXPECT_EQ(part.found->windows, answer.found->windows);
            }
        }
        EXPECT_FALSE(by_seeds(set, {support, 1}, {1}, 0).found);
    }
}

// All seeds begin with A: few stretches of the suffix array have them.
TEST(seeded_windows, are_the_same_where_all_seeds_are_counted) {
    std::mt19937_64 random(5);
    std::vector<std::string> texts;
    for (unsigned index = 0; index < 32; ++index) {
        std::string text;
        while (text.size() < 1024)
            text += "CGT"[random() % 3];
        for (std::size_t at = 0; at < 40; ++at)
            if (random() % 16 != 0) text[500 + at] = 'A';
        texts.push_back(text);
    }
    const sequence_set set = of_dna(texts);
    const seeded_windows answer = by_seeds(set, {8, 1}, {1});
    ASSERT_TRUE(answer.found);
    unsigned found = 0;
    for (double instructions = 1e5; instructions < 1e8; instructions *= 2) {
        const seeded_windows counted = by_seeds(set, {8, 1}, {1}, instructions, true);
        EXPECT_LE(counted.reached, answer.found->length) << instructions;
        if (!counted.found) continue;
        EXPECT_EQ(counted.found->windows, answer.found->windows) << instructions;
        ++found;
    }
    EXPECT_GT(found, 0U);
    EXPECT_FALSE(by_seeds(set, {8, 1}, {1}, 1e5, true).found);
}

} // namespace
} // namespace concord::substring::seeded_windows_test
