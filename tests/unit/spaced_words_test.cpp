// Windows of many letters: by the places in which near ones agree, by pieces that they share, and letter by letter with
// those that follow.
#include "oracles/substring.hpp"
#include "problems/substring/cpu/growth/literal_walk.hpp"
#include "problems/substring/cpu/growth/pattern_growth.hpp"
#include "problems/substring/cpu/words/pieced_windows.hpp"
#include "problems/substring/cpu/words/spaced_counts.hpp"
#include "problems/substring/cpu/words/spaced_words.hpp"
#include "support/chosen_cases.hpp"
#include "support/options_of.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <tuple>

namespace concord::substring::spaced_words_test {
namespace {

using test::random_texts;
using texts = std::vector<std::string>;
constexpr int no_letter = -1000;                                        ///< no character is it
using placed = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>; ///< sequence, start, support

/// A collection and what a search of it works with.
struct spaced_input {
    spaced_input(const texts& sequences, std::uint64_t mismatches, std::uint64_t support, std::uint64_t min_length = 1,
                 alphabet kind = alphabet::bytes, unsigned threads = 1)
        : set(test::make_set(sequences, kind)), options(test::options_of(mismatches, support, min_length)),
          given(set, options), workers(with_threads(threads)),
          resources{workers, seed_kernels_for(vectors), std::uint64_t{1} << 30U, 0, notes, search_path::automatic, 0,
                    vectors} {}

    [[nodiscard]] spaced_words find(double most_cost = 1e12) const {
        return find_by_spaced_words(given, resources, most_cost);
    }
    const run_options& with_threads(unsigned threads) {
        options.run.threads = threads;
        return options.run;
    }

    sequence_set set;
    substring_options options;
    problem given;
    runtime::thread_pool workers;
    std::vector<std::string> notes;
    simd::vector_target vectors = simd::choose_vectors(simd::vector_target::automatic);
    cpu_resources resources;
};

std::string letters_of(std::size_t count) {
    std::string letters;
    for (std::size_t index = 0; index < count; ++index)
        letters += static_cast<char>(index);
    return letters;
}

std::vector<placed> drawn(const longest_windows& found) {
    std::vector<placed> all;
    for (const window& at : found.windows)
        all.emplace_back(at.sequence, at.start, at.support);
    std::ranges::sort(all);
    return all;
}

/// All windows of a length that have the support, letter by letter.
std::vector<placed> windows_with_support(const texts& sequences, std::uint64_t length, std::uint64_t mismatches,
                                         std::uint64_t support, int ambiguous) {
    std::vector<placed> all;
    for (std::size_t sequence = 0; sequence < sequences.size(); ++sequence) {
        for (std::size_t start = 0; start + length <= sequences[sequence].size(); ++start) {
            std::uint64_t holders = 0;
            for (std::size_t other = 0; other < sequences.size(); ++other) {
                bool is_near = other == sequence;
                for (std::size_t at = 0; at + length <= sequences[other].size() && !is_near; ++at) {
                    std::uint64_t differ = 0;
                    for (std::size_t index = 0; index < length; ++index) {
                        const char own = sequences[sequence][start + index];
                        differ += own == ambiguous || own != sequences[other][at + index] ? 1U : 0U;
                    }
                    is_near = differ <= mismatches;
                }
                holders += is_near ? 1U : 0U;
            }
            if (holders >= support) all.emplace_back(sequence, start, holders);
        }
    }
    return all;
}

TEST(spaced_words, by_hand) {
    // t-r-e agrees in two places of three with xre (r, e), with tye (t, e) and with trz (t, r); no word of four does.
    const spaced_input four({"tre", "xreb", "btye", "trzq"}, 1, 4);
    const spaced_words found = four.find();
    ASSERT_TRUE(found.found.has_value());
    EXPECT_EQ(found.found->length, 3U);
    EXPECT_EQ(drawn(*found.found), (std::vector<placed>{{0, 0, 4}}));
    EXPECT_EQ(four.notes.size(), 1U);
}

TEST(spaced_words, windows_of_as_many_letters_as_mismatches_are_near_to_all) {
    const spaced_input two({"ab", "cd", "e"}, 2, 2); // two of them have two letters
    const spaced_words found = two.find();
    EXPECT_FALSE(found.found.has_value()); // the longest possible are no longer than k: left to others
    const spaced_input longer({"abcd", "efgh", "i"}, 2, 2);
    ASSERT_TRUE(longer.find().found.has_value());
    EXPECT_EQ(longer.find().found->length, 2U);
    EXPECT_EQ(drawn(*longer.find().found).size(), 6U);
    EXPECT_EQ(drawn(*longer.find().found).front(), (placed{0, 0, 2}));
}

TEST(spaced_words, what_is_shorter_than_asked_for_is_nothing) {
    const spaced_input four({"tre", "xreb", "btye", "trzq"}, 1, 3, 4);
    const spaced_words found = four.find();
    ASSERT_TRUE(found.found.has_value());
    EXPECT_TRUE(found.found->windows.empty());
}

TEST(spaced_words, gives_up_where_it_costs_too_much) {
    std::mt19937_64 random(4);
    const spaced_input many(random_texts(random, letters_of(60), 40, 80), 3, 5);
    const spaced_words found = many.find(1000);
    EXPECT_FALSE(found.found.has_value());
    EXPECT_GT(found.cost, 1000);
}

TEST(pieced_windows, by_hand) {
    // GTACGT of the first and GTTCGT of the second differ in one letter, and no windows of seven letters in fewer than
    // two; the third has neither.
    const spaced_input three({"AAGTACGTCC", "GTTCGTA", "CCCCCCC"}, 1, 2, 1, alphabet::dna);
    const auto found = find_by_pieces(three.given, three.resources, 1e12);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->length, 6U);
    EXPECT_EQ(drawn(*found), (std::vector<placed>{{0, 2, 2}, {1, 0, 2}}));
    EXPECT_FALSE(find_by_pieces(three.given, three.resources, 1).has_value()); // too dear
}

TEST(pieced_windows, follow_a_long_text_that_few_sequences_share) {
    // 41 letters in 12 of 400 random sequences, behind an ambiguous letter; the last of these has A for its 20th
    // letter. Within one mismatch twelve share all of it. Chance explains ten letters, and pieces have at most 32.
    const std::string text = "GATTACACCGTGAATCGCTCAGGTCCATGACCTTGCAGTAC";
    std::mt19937_64 random(3);
    texts sequences;
    for (unsigned index = 0; index < 400; ++index) {
        std::string planted = index % 34 == 0 ? text : "";
        if (index == 374) planted[19] = 'A';
        std::string before(30, ' ');
        for (char& letter : before)
            letter = "ACGT"[random() % 4];
        before.back() = 'N';
        sequences.push_back(before + planted);
    }
    const spaced_input rare(sequences, 1, 12, 1, alphabet::dna);
    for (const std::uint64_t reached : {0U, 20U, 40U}) {
        const auto whole = find_by_pieces(rare.given, rare.resources, 1e12, reached);
        ASSERT_TRUE(whole.has_value());
        EXPECT_EQ(whole->length, 41U);
        ASSERT_EQ(whole->windows.size(), 12U); // of each of the twelve, itself
        for (const window& each : whole->windows)
            EXPECT_EQ(each, (window{each.sequence, 30, 12}));
    }
    const spaced_input one_more(sequences, 1, 13, 1, alphabet::dna); // no thirteenth has it
    const auto shorter = find_by_pieces(one_more.given, one_more.resources, 1e12);
    ASSERT_TRUE(shorter.has_value());
    EXPECT_LT(shorter->length, 20U);
}

TEST(pieced_windows, find_what_comparing_finds) {
    unsigned found_some = 0;
    for (const std::uint64_t trial : test::chosen_cases(50)) {
        std::mt19937_64 random(trial);
        const bool is_dna = trial % 3 != 0;
        const std::string letters = trial % 3 == 1 ? "ACGTN" : is_dna ? "ACGT" : letters_of(20);
        const texts sequences = random_texts(random, letters, 12, 40);
        const spaced_input small(sequences, 1 + random() % 5, 2 + random() % 8, 1,
                                 is_dna ? alphabet::dna : alphabet::bytes, 1 + trial % 2);
        const auto found = find_by_pieces(small.given, small.resources, 1e12);
        if (!found) continue; // windows no longer than there are mismatches, or too long for pieces
        const substring_result expected = reference_search(small.set, small.options);
        ASSERT_EQ(!found->windows.empty(), expected.found) << "trial " << trial;
        if (!expected.found) continue;
        ++found_some;
        ASSERT_EQ(found->length, expected.best.length) << "trial " << trial;
        EXPECT_EQ(drawn(*found), windows_with_support(sequences, found->length, small.given.mismatches,
                                                      small.given.support, is_dna ? 'N' : no_letter))
            << "trial " << trial;
    }
    EXPECT_GT(found_some, 0U);
}

TEST(spaced_words, finds_what_comparing_finds) {
    for (const std::uint64_t trial : test::chosen_cases(80)) {
        std::mt19937_64 random(trial);
        const alphabet kind = trial % 4 == 0 ? alphabet::dna : alphabet::bytes;
        const std::string letters =
            kind == alphabet::dna ? "ACGTN" : letters_of(trial % 4 == 1 ? 256 : 5 + random() % 60);
        const texts sequences = random_texts(random, letters, 5 + random() % 30, trial % 5 == 0 ? 90 : 25);
        const spaced_input small(sequences, 1 + random() % 4, 2 + random() % 5, 1 + random() % 3, kind,
                                 trial % 2 == 0 ? 1 : 2);
        const spaced_words spaced = small.find();
        if (longest_possible(small.given) <= small.given.mismatches) continue;
        ASSERT_TRUE(spaced.found.has_value()) << "trial " << trial;
        const substring_result expected = reference_search(small.set, small.options);
        ASSERT_EQ(!spaced.found->windows.empty(), expected.found) << "trial " << trial;
        if (!expected.found) continue;
        ASSERT_EQ(spaced.found->length, expected.best.length) << "trial " << trial;
        EXPECT_EQ(drawn(*spaced.found),
                  windows_with_support(sequences, spaced.found->length, small.given.mismatches, small.given.support,
                                       kind == alphabet::dna ? 'N' : no_letter))
            << "trial " << trial;
    }
}

TEST(spaced_counts, bounds_are_never_less_than_supports) {
    for (const std::uint64_t trial : test::chosen_cases(30)) {
        std::mt19937_64 random(trial);
        // More sequences than one table has bits for, and letters enough that not all words have entries.
        const texts sequences = random_texts(random, letters_of(trial % 2 == 0 ? 200 : 20), 600, 12);
        const spaced_input some(sequences, 1 + trial % 3, 2, 1, alphabet::bytes, 2);
        const growth_alphabet letters(some.given);
        const spaced_costs costs(some.given, some.resources, letters);
        const spaced_counts counts(some.given, some.resources, letters, costs);
        for (std::uint64_t length = some.given.mismatches + 1; length <= some.given.mismatches + 3; ++length) {
            placed_windows windows;
            for (std::uint32_t sequence = 0; sequence < sequences.size(); sequence += 7)
                for (std::uint64_t start = 0; start + length <= sequences[sequence].size(); ++start)
                    windows.add(some.given.offset(sequence) + start, sequence);
            const std::vector<std::uint32_t> bounds = counts.bounds(windows, length);
            const std::vector<std::uint32_t> supports = counts.supports(windows, length);
            const auto expected = windows_with_support(sequences, length, some.given.mismatches, 0, no_letter);
            for (std::size_t index = 0; index < windows.size(); ++index) {
                const std::uint32_t sequence = windows.sequences[index];
                const placed first{sequence, windows.positions[index] - some.given.offset(sequence), 0};
                const auto found = std::ranges::lower_bound(expected, first);
                ASSERT_EQ(supports[index], std::get<2>(*found)) << "trial " << trial << ", length " << length;
                ASSERT_GE(bounds[index], supports[index]) << "trial " << trial << ", length " << length;
            }
        }
    }
}

TEST(literal_walk, tells_the_letters_that_follow) {
    const spaced_input three({"banana", "bandana", "nab"}, 0, 2);
    const growth_alphabet alphabet(three.given); // a b d n: 0 1 2 3
    const std::vector<std::uint64_t> sequences{0, 1, 2};
    const literal_text text(three.given, alphabet, sequences);
    literal_walk walk(text);
    const auto followers = [&](std::size_t depth) {
        const auto letters = walk.followers(depth);
        return std::vector<std::uint8_t>(letters.begin(), letters.end());
    };
    using some = std::vector<std::uint8_t>;
    EXPECT_EQ(followers(0), (some{0, 1, 2, 3}));
    walk.enter(0, 0);
    EXPECT_EQ(followers(1), (some{1, 3})); // ab, an
    walk.enter(1, 3);
    EXPECT_EQ(followers(2), (some{0, 2})); // ana, and
    walk.enter(2, 2);
    EXPECT_EQ(followers(3), (some{0})); // anda
    walk.enter(1, 1);
    EXPECT_EQ(followers(2), some{}); // ab ends
    walk.enter(0, 2);
    EXPECT_EQ(followers(1), (some{0})); // da
}

TEST(spaced_growth, grows_many_letters_as_the_textbook_does) {
    for (const std::uint64_t trial : test::chosen_cases(20)) {
        std::mt19937_64 random(trial);
        const std::string letters = letters_of(trial % 3 == 0 ? 250 : 40);
        texts sequences = random_texts(random, letters, 8 + random() % 12, trial % 2 == 0 ? 140 : 30);
        for (std::string& text : sequences)
            if (random() % 2 == 0) text += std::string(random() % 20, 'x') + "shared by many of them";
        sequences.push_back(letters); // all of them occur
        if (trial % 4 == 0) sequences.insert(sequences.end(), sequences.begin(), sequences.begin() + 4); // equal ones
        const spaced_input small(sequences, random() % 4, 3 + random() % 6, 1 + random() % 3, alphabet::bytes,
                                 trial % 2 == 0 ? 1 : 2);
        ASSERT_TRUE(growth_alphabet(small.given).are_many());
        const pattern_growth grown = grow_patterns(small.given, small.resources, 1e12);
        ASSERT_TRUE(grown.found.has_value()) << "trial " << trial;
        const substring_result expected = reference_search(small.set, small.options);
        ASSERT_EQ(!grown.found->windows.empty(), expected.found) << "trial " << trial;
        if (!expected.found) continue;
        ASSERT_EQ(grown.found->length, expected.best.length) << "trial " << trial;
        EXPECT_EQ(drawn(*grown.found), windows_with_support(sequences, grown.found->length, small.given.mismatches,
                                                            small.given.support, no_letter))
            << "trial " << trial;
    }
}

} // namespace
} // namespace concord::substring::spaced_words_test
