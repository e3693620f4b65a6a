// Windows one letter from each other, found by letters that are not expected where they stand.
#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/join/one_mismatch_pairs.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace concord::substring::one_mismatch_pairs_test {
namespace {

substring_options one_mismatch() {
    substring_options options;
    options.mismatches = 1;
    options.support = 1;
    options.run.threads = 2;
    return options;
}

std::vector<std::uint64_t> unexpected_in(const std::string& text, const expected_letters& rule) {
    const sequence_set set = test::make_set({text}, alphabet::dna);
    const problem given(set, one_mismatch());
    std::vector<std::uint64_t> found;
    rule.for_each_unexpected(given, 0, text.size(), [&](std::uint64_t index) { found.push_back(index); });
    return found;
}

TEST(expected_letters, are_those_of_a_period_or_always_the_same) {
    using indices = std::vector<std::uint64_t>;
    EXPECT_EQ(unexpected_in("ACACTCAC", expected_letters::of_period(2)), (indices{4, 6}));
    EXPECT_EQ(unexpected_in("GCACAC", expected_letters::of_period(2)), (indices{0, 2}));
    EXPECT_EQ(unexpected_in("AACAT", expected_letters::of_letter(0)), (indices{2, 4})); // A has the code 0
    // Longer than a word of 64 letters.
    std::string text(150, 'A');
    text[70] = text[149] = 'G';
    EXPECT_EQ(unexpected_in(text, expected_letters::of_letter(0)), (indices{70, 149}));
    EXPECT_EQ(unexpected_in(text, expected_letters::of_period(1)), (indices{70, 71, 149}));
}

TEST(expected_letters, are_said_by_the_rule_with_the_fewest_others) {
    const auto unexpected = [](const std::string& text) {
        const sequence_set set = test::make_set({text}, alphabet::dna);
        const problem given(set, one_mismatch());
        const auto likely = most_likely_letters(given, growth_alphabet(given), text.size());
        return likely ? likely->unexpected : -1;
    };
    EXPECT_EQ(unexpected("AAAAAAAAAA"), 0);
    EXPECT_EQ(unexpected("ACGACGACGACG"), 0);    // of period 3
    EXPECT_EQ(unexpected("AAAAACAAAAGAAAA"), 2); // by the most frequent letter: by the one before, four
    EXPECT_EQ(unexpected("ACGACGACTACGACG"), 2); // T, and the G behind it
}

/// All pairs of a source and a target by positions, found and by comparing letter by letter.
void expect_all_pairs(const std::vector<std::string>& texts, alphabet letters, std::uint64_t length,
                      const expected_letters& rule, bool are_sources_all) {
    const sequence_set set = test::make_set(texts, letters);
    const problem given(set, one_mismatch());
    const substring_options options = one_mismatch();
    runtime::thread_pool workers(options.run);
    const candidate_windows windows(given, length);
    const equal_windows targets(given, windows.targets, length, workers);
    window_bits some(given, set.longest() + 1); // none
    for (std::uint64_t sequence = 0; sequence < set.size(); sequence += 3)
        if (given.length(sequence) >= length)
            some.set(given.offset(sequence), given.offset(sequence) + given.length(sequence) - length + 1);
    const equal_windows of_some(given, some, length, workers);
    const equal_windows& sources = are_sources_all ? targets : of_some;
    const one_mismatch_pairs pairs(given, workers, growth_alphabet(given), sources, targets, length, rule);
    for (std::size_t source = 0; source < sources.size(); ++source) {
        const std::uint64_t position = sources.occurrences(source)[0].position;
        if (given.set.next_ambiguous(position) < position + length) continue;
        std::vector<std::uint32_t> expected;
        for (std::size_t target = 0; target < targets.size(); ++target)
            if (mismatches_within(given.letters, position, targets.occurrences(target)[0].position, length, 1) <= 1)
                expected.push_back(static_cast<std::uint32_t>(target));
        std::vector<std::uint32_t> found;
        pairs.find_near(source, found);
        ASSERT_EQ(found, expected) << "source " << source << ", length " << length;
    }
}

TEST(one_mismatch_pairs, are_all_that_comparing_finds_by_any_rule) {
    for (const std::uint64_t length : {6U, 31U, 70U}) {
        std::mt19937_64 random(length);
        std::vector<std::string> texts;
        for (std::size_t index = 0; index < 40; ++index) {
            std::string text;
            for (std::size_t at = 0; at < length + random() % 8; ++at)
                text += random() % 12 == 0 ? "ACGT"[random() % 4] : index % 2 == 0 ? 'A' : "ACG"[at % 3];
            if (index % 7 == 0) text[random() % text.size()] = "NR"[random() % 2];
            texts.push_back(text);
        }
        for (const expected_letters& rule : {expected_letters::of_letter(0), expected_letters::of_letter(3),
                                             expected_letters::of_period(1), expected_letters::of_period(3)})
            for (const bool are_sources_all : {true, false})
                expect_all_pairs(texts, alphabet::dna, length, rule, are_sources_all);
    }
}

TEST(one_mismatch_pairs, of_many_letters) {
    std::mt19937_64 random(9);
    std::vector<std::string> texts;
    for (std::size_t index = 0; index < 60; ++index) {
        std::string text(25, '0');
        for (std::size_t change = random() % 3; change > 0; --change)
            text[random() % text.size()] = static_cast<char>('!' + random() % 90);
        texts.push_back(text);
    }
    expect_all_pairs(texts, alphabet::bytes, 20, expected_letters::of_period(1), true);
    expect_all_pairs(texts, alphabet::bytes, 20, expected_letters::of_letter('0'), false);
}

} // namespace
} // namespace concord::substring::one_mismatch_pairs_test
