// Growth letter by letter and the look-up of neighbours, each for itself: as parts of a search they may give way to
// another path, which would give the same answer.
#include "oracles/substring.hpp"
#include "problems/substring/cpu/growth/pattern_growth.hpp"
#include "problems/substring/cpu/join/piece_index.hpp"
#include "problems/substring/cpu/join/short_words.hpp"
#include "problems/substring/cpu/join/window_index.hpp"
#include "problems/substring/cpu/words/word_table.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "support/chosen_cases.hpp"
#include "support/options_of.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>

namespace concord::substring::pattern_growth_test {
namespace {

using test::random_texts;
using texts = std::vector<std::string>;

/// A collection and what a search of it works with.
struct grown_input {
    grown_input(const texts& sequences, std::uint64_t mismatches, std::uint64_t support, std::uint64_t min_length = 1,
                alphabet kind = alphabet::dna)
        : set(test::make_set(sequences, kind)), options(test::options_of(mismatches, support, min_length)),
          given(set, options), workers(options.run),
          resources{workers, seed_kernels_for(vectors), std::uint64_t{1} << 30U, 0, notes, search_path::automatic, 0,
                    vectors} {}

    [[nodiscard]] pattern_growth grow(double most_cost = 1e12) const {
        return grow_patterns(given, resources, most_cost);
    }

    sequence_set set;
    substring_options options;
    problem given;
    runtime::thread_pool workers;
    std::vector<std::string> notes;
    simd::vector_target vectors = simd::choose_vectors(simd::vector_target::automatic);
    cpu_resources resources;
};

/// "sequence:start+length=support" of each window.
std::string drawn(const longest_windows& found) {
    std::vector<std::string> each;
    for (const window& at : found.windows)
        each.push_back(std::to_string(at.sequence) + ":" + std::to_string(at.start) + "=" + std::to_string(at.support));
    std::sort(each.begin(), each.end());
    std::string all = "+" + std::to_string(found.length);
    for (const std::string& one : each)
        all += " " + one;
    return all;
}

TEST(pattern_growth, by_hand) {
    // CGT stands as it is in the first, with one mismatch in the others (CAT, CGA); no word of four letters does.
    const grown_input three({"ACGT", "TCAT", "CGAA"}, 1, 3);
    const pattern_growth grown = three.grow();
    ASSERT_TRUE(grown.found.has_value());
    EXPECT_EQ(grown.found->length, 3U) << drawn(*grown.found);
    EXPECT_NE(drawn(*grown.found).find("0:1=3"), std::string::npos) << drawn(*grown.found);
    EXPECT_GT(grown.cost, 0);
    ASSERT_EQ(three.notes.size(), 1U);
    EXPECT_EQ(three.notes.front().substr(0, 5), "grew ");
}

TEST(pattern_growth, what_is_shorter_than_asked_for_is_nothing) {
    const grown_input three({"ACGT", "TCAT", "CGAA"}, 1, 3, 4);
    const pattern_growth grown = three.grow();
    ASSERT_TRUE(grown.found.has_value());
    EXPECT_TRUE(grown.found->windows.empty());
}

TEST(pattern_growth, gives_up_where_words_are_too_many) {
    std::mt19937_64 random(3);
    const grown_input many(random_texts(random, "ACGT", 50, 60), 3, 5);
    const pattern_growth grown = many.grow(1000);
    EXPECT_FALSE(grown.found.has_value());
    EXPECT_GT(grown.cost, 1000);
}

TEST(pattern_growth, gives_way_where_it_is_not_possible) {
    const auto is_possible = [](const grown_input& input) { return input.grow().found.has_value(); };
    EXPECT_TRUE(is_possible({{std::string(511, 'A'), "AA"}, 1, 2}));
    EXPECT_FALSE(is_possible({{std::string(512, 'A'), "AA"}, 1, 2}));
    EXPECT_FALSE(is_possible({{std::string(40, 'A'), std::string(40, 'A')}, 17, 2}));
    EXPECT_FALSE(is_possible({{"ACGT", "ACGT"}, 1, 1}));
}

TEST(pattern_growth, grows_what_the_textbook_finds) {
    for (const std::uint64_t trial : test::chosen_cases(60)) {
        std::mt19937_64 random(trial);
        const std::string letters = trial % 3 == 0 ? "ACGTN" : trial % 3 == 1 ? "ACGT" : "AC";
        const bool is_short = trial % 2 == 0; // what a sample of one long sequence is near to is words without number
        const grown_input small(random_texts(random, letters, 5 + random() % 30, is_short ? 12 : 70), random() % 3,
                                2 + random() % 4, 1 + random() % 3);
        substring_options options = small.options;
        options.ties = true;
        const substring_result expected = reference_search(small.set, options);
        for (const std::uint64_t sampled : {0U, 1U, 3U}) {
            if (sampled > 0 && !is_short) continue;
            std::optional<scoped_growth_sample> sample;
            if (sampled > 0) sample.emplace(growth_sample{1, sampled, 0, 1, 0});
            const pattern_growth grown = small.grow();
            ASSERT_TRUE(grown.found.has_value()) << "trial " << trial;
            EXPECT_EQ(!grown.found->windows.empty(), expected.found) << "trial " << trial;
            if (!expected.found) continue;
            EXPECT_EQ(grown.found->length, expected.best.length) << "trial " << trial << ", sample " << sampled;
            const bool has_best =
                std::any_of(grown.found->windows.begin(), grown.found->windows.end(), [&](const window& at) {
                    return at.sequence == expected.best.sequence && at.start == expected.best.start &&
                           at.support == expected.best.support;
                });
            EXPECT_TRUE(has_best) << "trial " << trial << ", sample " << sampled << ": " << drawn(*grown.found);
        }
    }
}

TEST(piece_index, finds_long_windows_once_each) {
    std::mt19937_64 random(8);
    run_options options;
    options.threads = 2;
    runtime::thread_pool workers(options);
    for (unsigned trial = 0; trial < 24; ++trial) {
        const std::array<std::string, 3> all{"ACGT", "ACDEFGHIKLMNPQRSTVWY", "ACGTACGTACGTN"};
        const std::string& letters = all[trial % all.size()];
        std::string text = random_texts(random, letters, 1, 1).front();
        while (text.size() < 150)
            text += letters[random() % letters.size()];
        std::vector<std::string> copies(12, text);
        for (std::string& copy : copies)
            for (unsigned change = 0; change < 6; ++change)
                copy[random() % copy.size()] = letters[random() % letters.size()];
        const grown_input small(copies, 1 + random() % 6, 1, 1, trial % 3 == 1 ? alphabet::protein : alphabet::dna);
        const std::uint64_t length = 20 + random() % 70;
        const equal_windows distinct(small.given, window_bits(small.given, length), length, workers);
        const growth_alphabet alphabet(small.given);
        for (std::uint64_t count = 1; count <= small.given.mismatches + 1; ++count) {
            const piece_plan plan = plan_of(small.given, alphabet.size(), length, 100, count);
            if (plan.pieces.front().radius > 2) continue; // millions of words
            const piece_index pieces(small.given, workers, alphabet, distinct, length,
                                     seed_kernels_for(simd::choose_vectors({})), plan);
            if (!alphabet.has_ambiguous()) { // else a piece may be near to nothing
                EXPECT_GE(pieces.measured_cost(distinct), tuning::cost_of_list * static_cast<double>(count));
            }
            std::vector<std::uint32_t> survivors(tuning::entries_per_tile + lane_padding);
            for (std::size_t source = 0; source < distinct.size(); source += 7) {
                const std::uint64_t start = distinct.occurrences(source)[0].position;
                std::vector<std::uint32_t> expected;
                for (std::size_t window = 0; window < distinct.size(); ++window)
                    if (mismatches_within(small.given.letters, start, distinct.occurrences(window)[0].position, length,
                                          small.given.mismatches) <= small.given.mismatches)
                        expected.push_back(static_cast<std::uint32_t>(window));
                std::vector<std::uint32_t> near;
                pieces.find_near(start, survivors, near);
                std::ranges::sort(near);
                ASSERT_EQ(near, expected) << "trial " << trial << ", length " << length << ", " << count << " pieces";
            }
        }
    }
}

/// ACNTACGT and ACGTACGT differ in the N, two windows with N there in the N and one letter more; an N differs from an
/// N.
TEST(piece_index, an_ambiguous_letter_differs_from_all) {
    run_options options;
    runtime::thread_pool workers(options);
    constexpr std::uint64_t length = 8;
    for (const std::uint64_t mismatches : {1U, 2U}) {
        const grown_input small({"ACNTACGT", "ACGTACGT", "ACCTACNT", "ACNTAGGT", "TGCATGCA"}, mismatches, 1);
        const equal_windows distinct(small.given, window_bits(small.given, length), length, workers);
        const growth_alphabet alphabet(small.given);
        for (std::uint64_t count = 1; count <= mismatches + 1; ++count) {
            const piece_index pieces(small.given, workers, alphabet, distinct, length,
                                     seed_kernels_for(simd::choose_vectors({})),
                                     plan_of(small.given, alphabet.size(), length, 5, count));
            std::vector<std::uint32_t> survivors(tuning::entries_per_tile + lane_padding);
            std::vector<std::uint32_t> near;
            pieces.find_near(small.given.offset(0), survivors, near);
            std::vector<std::uint64_t> sequences;
            for (const std::uint32_t window : near)
                for (std::uint64_t sequence = 0; sequence < small.given.sequences(); ++sequence)
                    if (distinct.occurrences(window)[0].position == small.given.offset(sequence))
                        sequences.push_back(sequence);
            std::ranges::sort(sequences);
            EXPECT_EQ(sequences,
                      mismatches == 1 ? (std::vector<std::uint64_t>{0, 1}) : (std::vector<std::uint64_t>{0, 1, 2, 3}))
                << count << " pieces";
        }
    }
}

TEST(piece_index, words_of_random_letters_are_as_frequent_as_by_chance) {
    std::mt19937_64 random(9);
    const grown_input unlike(random_texts(random, "ACGT", 400, 200), 1, 1);
    EXPECT_LT(repetition_of_words(unlike.given), 1.5);
    const grown_input copies(std::vector<std::string>(400, random_texts(random, "ACGT", 1, 200).front()), 1, 1);
    EXPECT_GT(repetition_of_words(copies.given), 100);
}

TEST(window_index, finds_the_neighbours_that_comparing_finds) {
    std::mt19937_64 random(7);
    run_options options;
    options.threads = 2;
    runtime::thread_pool workers(options);
    for (unsigned trial = 0; trial < 60; ++trial) {
        const std::string letters = trial % 3 == 0 ? "ACGT" : trial % 3 == 1 ? "AC" : "ACGTN";
        const grown_input small(random_texts(random, letters, 1 + random() % 8, 60), random() % 4, 1);
        const std::uint64_t length = 1 + random() % (trial % 3 == 2 ? 10 : 12);
        const equal_windows distinct(small.given, window_bits(small.given, length), length, workers);
        std::vector<std::uint64_t> starts;
        for (std::uint64_t sequence = 0; sequence < small.given.sequences(); ++sequence)
            for (std::uint64_t start = 0; start + length <= small.given.length(sequence); ++start)
                starts.push_back(small.given.offset(sequence) + start);
        const growth_alphabet alphabet(small.given);
        const window_index index(small.given, workers, alphabet, distinct, length);
        ASSERT_TRUE(short_words::can_hold(alphabet.size(), length));
        const short_words words(small.given, workers, alphabet, distinct, length);
        const auto text = [&](std::uint64_t position) {
            std::string letters_there;
            for (std::uint64_t at = position; at < position + length; ++at)
                for (std::size_t letter = 0; letter < alphabet.size(); ++letter)
                    if ((alphabet.literal(small.given, letter, at) & 1U) != 0)
                        letters_there += static_cast<char>('a' + letter);
            return letters_there;
        };
        for (const std::uint64_t start : starts) {
            std::vector<std::uint32_t> expected;
            const std::string own = text(start);
            if (alphabet.has_ambiguous() && own.find(static_cast<char>('a' + alphabet.ordinary())) != std::string::npos)
                continue; // near to nothing that is looked up
            for (std::size_t window = 0; window < distinct.size(); ++window) {
                const std::string other = text(distinct.occurrences(window)[0].position);
                std::uint64_t mismatches = 0;
                for (std::uint64_t at = 0; at < length; ++at)
                    mismatches += own[at] != other[at] ? 1U : 0U;
                if (mismatches <= small.given.mismatches) expected.push_back(static_cast<std::uint32_t>(window));
            }
            std::vector<std::uint32_t> near;
            index.find_near(start, near);
            ASSERT_EQ(near, expected) << "trial " << trial << ", " << own;
            near.clear();
            words.find_near(start, near);
            std::ranges::sort(near);
            ASSERT_EQ(near, expected) << "trial " << trial << ", " << own << ", by its front";
            for (std::uint64_t count = 1; count <= std::min(small.given.mismatches + 1, length); ++count) {
                const piece_plan plan = plan_of(small.given, alphabet.size(), length, 100, count);
                ASSERT_EQ(plan.pieces.size(), count);
                const piece_index pieces(small.given, workers, alphabet, distinct, length,
                                         seed_kernels_for(simd::choose_vectors({})), plan);
                std::vector<std::uint32_t> survivors(tuning::entries_per_tile + lane_padding);
                near.clear();
                pieces.find_near(start, survivors, near);
                std::ranges::sort(near);
                ASSERT_EQ(near, expected) << "trial " << trial << ", " << own << ", by " << count << " pieces";
            }
        }
    }
}

/// 1,000 sequences are 2 tasks of wide entries or 8 of narrow ones, of which one is taken after the other by few
/// threads.
TEST(word_table, has_narrow_entries_where_wide_ones_leave_threads_without_work) {
    const grown_input small(texts(1000, "ACGT"), 1, 2);
    const growth_alphabet alphabet(small.given);
    constexpr std::uint64_t memory = std::uint64_t{1} << 30U;
    const auto sequences_of = [&](unsigned threads) {
        return sequences_of_fitting_entry(small.given, memory, threads, alphabet, 4);
    };
    EXPECT_EQ(sequences_of(1), sequences_of_entry);
    EXPECT_EQ(sequences_of(2), sequences_of_entry);        // 512 sequences one after the other either way
    EXPECT_EQ(sequences_of(4), sequences_of_narrow_entry); // 512 or 2 * 128
    EXPECT_EQ(sequences_of(16), sequences_of_narrow_entry);
    EXPECT_EQ(sequences_of_fitting_entry(small.given, 1024, 1, alphabet, 4), 0U); // no table fits
}

TEST(word_table, counts_the_sequences_with_a_near_word_whatever_its_entries_hold) {
    std::mt19937_64 random(8);
    for (unsigned trial = 0; trial < 12; ++trial) {
        const std::string letters = trial % 3 == 0 ? "ACGT" : trial % 3 == 1 ? "AC" : "ACG";
        const std::size_t count = trial % 2 == 0 ? 40 : 300; // more than one narrow entry holds
        const texts sequences = random_texts(random, letters, count, 8);
        const grown_input small(sequences, random() % 3, 1);
        const unsigned length = 4 + static_cast<unsigned>(random() % 3);
        const growth_alphabet alphabet(small.given);
        const word_table wide = make_word_table(small.given, small.resources, alphabet, length, sequences_of_entry);
        const word_table narrow =
            make_word_table(small.given, small.resources, alphabet, length, sequences_of_narrow_entry);
        EXPECT_EQ(wide.supports, narrow.supports) << "trial " << trial;
        EXPECT_EQ(wide.exists, narrow.exists) << "trial " << trial;
        for (std::size_t word = 0; word < wide.supports.size(); ++word) {
            std::string text;
            for (std::size_t rest = word, left = length; left > 0; --left, rest /= letters.size())
                text.insert(text.begin(), letters[rest % letters.size()]);
            std::uint32_t expected = 0;
            for (const std::string& sequence : sequences) {
                bool is_held = false;
                for (std::size_t start = 0; start + length <= sequence.size(); ++start) {
                    std::uint64_t mismatches = 0;
                    for (std::size_t at = 0; at < length; ++at)
                        mismatches += sequence[start + at] != text[at] ? 1U : 0U;
                    is_held = is_held || mismatches <= small.given.mismatches;
                }
                expected += is_held ? 1U : 0U;
            }
            EXPECT_EQ(wide.supports[word], expected) << "trial " << trial << ", " << text;
        }
    }
}

TEST(count_neighbours, by_hand) {
    EXPECT_EQ(count_neighbours(4, 3, 0), 1);
    EXPECT_EQ(count_neighbours(4, 3, 1), 10); // itself and 3 * 3
    EXPECT_EQ(count_neighbours(4, 3, 2), 37); // and 3 pairs of positions, 9 ways each
    EXPECT_EQ(count_neighbours(4, 3, 3), 64); // all words
    EXPECT_EQ(count_neighbours(4, 3, 9), 64);
}

} // namespace
} // namespace concord::substring::pattern_growth_test
