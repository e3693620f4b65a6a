// By keys or by induced sorting: what the sample of a text chooses, which only takes time and never changes the array.
#include "runtime/thread_pool.hpp"
#include "suffixes/suffix_array.hpp"
#include "suffixes/text.hpp"
#include "support/mutated_copies.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace concord::suffixes::suffix_choice_test {
namespace {

using test::copies;
using test::random_letters;

/// A repeated word, of which a share of the letters are others.
std::string worn_period(const std::string& word, std::size_t length, double share) {
    std::mt19937_64 chance(3);
    std::string made;
    while (made.size() < length)
        made += word;
    made.resize(length);
    for (std::size_t changed = 0; changed < static_cast<std::size_t>(share * static_cast<double>(length)); ++changed)
        made[chance() % length] = "ACGT"[chance() % 4];
    return made;
}

/// The method, and whether the array is the one that `path` finds.
std::string method(const std::vector<std::string>& letters, suffix_options options = {}, unsigned threads = 1,
                   alphabet kind = alphabet::dna) {
    const sequence_set set = test::make_set(letters, kind);
    run_options run;
    run.threads = threads;
    runtime::thread_pool workers(run);
    const text made(sequence::packed(set), workers);
    std::vector<std::string> notes;
    const auto found = suffix_array<std::uint32_t>(made.view(), options, workers, notes);
    options.path = suffix_path::induced;
    std::vector<std::string> others;
    const auto right = suffix_array<std::uint32_t>(made.view(), options, workers, others);
    EXPECT_TRUE(std::ranges::equal(found.suffixes.view(), right.suffixes.view()));
    return notes.back().substr(0, notes.back().find(" of "));
}

constexpr const char* by_keys = "suffix array by keys";
constexpr const char* by_induction = "suffix array by induced sorting: the text repeats itself";

TEST(suffix_choice, unlike_letters_by_keys) {
    for (const std::size_t length : {5000U, 10'000U, 50'000U, 200'000U})
        EXPECT_EQ(method({random_letters(length, length)}), by_keys) << length;
}

/// In one sequence its end is smaller than any letter, which is how strings are compared. Two threads and three share
/// what is between the walks of induced sorting, five the walks, too.
TEST(suffix_choice, induction_by_any_number_of_threads_orders_as_strings_are_compared) {
    for (const std::size_t length : {20'000U, 75'000U}) {
        std::string all;
        for (const std::string& copy : copies(2, length, 100))
            all += copy;
        std::vector<std::uint32_t> expected(all.size());
        std::iota(expected.begin(), expected.end(), 0U);
        std::ranges::sort(expected, {}, [&](std::uint32_t at) { return std::string_view(all).substr(at); });
        const sequence_set set = test::make_set({all}, alphabet::dna);
        for (const unsigned threads : {1U, 2U, 3U, 5U}) {
            run_options run;
            run.threads = threads;
            runtime::thread_pool workers(run);
            const text made(sequence::packed(set), workers);
            std::vector<std::string> notes;
            suffix_options options;
            options.path = suffix_path::induced;
            const auto found = suffix_array<std::uint32_t>(made.view(), options, workers, notes);
            ASSERT_EQ(found.suffixes.size(), expected.size());
            EXPECT_TRUE(std::ranges::equal(found.suffixes.view(), expected)) << length << " " << threads;
        }
    }
}

TEST(suffix_choice, copies_by_induction) {
    for (const std::size_t length : {1000U, 5000U, 20'000U})
        for (const std::size_t distance : {1000U, 20U})
            EXPECT_EQ(method(copies(10, length, distance)), by_induction) << length << ' ' << distance;
}

TEST(suffix_choice, short_worn_periods_by_induction) {
    for (const std::size_t length : {700U, 1000U, 3000U})
        for (const char* const word : {"A", "CT", "ACGTT", "ACGGTTCA"})
            for (const double share : {0.05, 0.1})
                EXPECT_EQ(method({worn_period(word, length, share)}), by_induction) << length << word << share;
}

/// Of 100 letters, too few for a sample, words are counted: of CTCT...CT with three others more than half recur, of
/// random ones hardly any.
TEST(suffix_choice, a_hundred_letters_by_the_words_that_recur) {
    std::string letters;
    while (letters.size() < 100)
        letters += "CT";
    for (const std::size_t at : {20U, 51U, 74U})
        letters[at] = 'A';
    for (const alphabet kind : {alphabet::dna, alphabet::bytes}) {
        EXPECT_EQ(method({letters}, {}, 1, kind), by_induction);
        EXPECT_EQ(method({letters}, {.induction_needs = 1}, 1, kind), by_keys);
        EXPECT_EQ(method({letters.substr(0, 60)}, {}, 1, kind), by_keys);
        EXPECT_EQ(method({random_letters(100, 1)}, {}, 1, kind), by_keys);
    }
}

/// Three different words of sixteen letters, whose hashes may share a place of the table; and of a period of 35 half of
/// all words of a hundred letters.
TEST(suffix_choice, short_texts_of_few_letters_by_the_words_that_recur) {
    for (const char* const word : {"ACG", "CTA", "GAT", "TGC", "AAC", "CTT"}) {
        std::string letters;
        while (letters.size() < 150)
            letters += word;
        for (const std::size_t at : {31U, 64U, 97U, 120U})
            letters[at] = letters[at] == 'A' ? 'G' : 'A';
        EXPECT_EQ(method({letters}), by_induction) << word;
    }
    const std::string unit = random_letters(35, 5);
    EXPECT_EQ(method({(unit + unit + unit).substr(0, 100)}), by_induction);
}

TEST(suffix_choice, bytes_by_induction_whichever_they_are) {
    // The least and the greatest letter: numbers of letters begin with the least, and all 256 take two bytes each.
    constexpr std::pair<unsigned, unsigned> ends[] = {{0, 255}, {0, 254}, {1, 255}, {200, 255}, {0, 40}, {65, 82}};
    for (const auto& [least, greatest] : ends)
        for (const std::size_t rest : {0U, 1U, 7U}) { // behind whole words of letters
            std::string letters;
            for (std::size_t at = 0; at < 1000 + rest; ++at)
                letters += static_cast<char>(least + at * at % 601 % (greatest - least + 1));
            letters.back() = static_cast<char>(greatest);
            letters[letters.size() - 2] = static_cast<char>(least);
            EXPECT_EQ(method({letters, letters}, {}, 1, alphabet::bytes), by_induction) << least << ' ' << greatest;
            EXPECT_EQ(method({letters}, {.words_recur = true}, 1, alphabet::bytes), by_induction);
            EXPECT_EQ(method({letters}, {.path = suffix_path::keys}, 1, alphabet::bytes), by_keys);
        }
}

TEST(suffix_choice, somewhat_repetitive_texts_by_many_threads_or_without_memory_by_keys) {
    const std::vector<std::string> apart = copies(10, 20'000, 20);
    EXPECT_EQ(method(apart, {}, 8), by_keys);
    EXPECT_EQ(method(apart, {.induction_needs = 1}), by_keys);
}

/// From one letter on: groups of which all threads sort one together, then ones that are several threads' or one's.
TEST(prefix_doubling, finds_the_array_whatever_groups_threads_share) {
    const suffix_options doubled{
        .path = suffix_path::keys, .first_key_bits = 1, .rounds_of_keys = 0, .bucket_target = 1};
    const std::vector<std::vector<std::string>> texts = {{random_letters(90'000, 4)},
                                                         copies(6, 15'000, 100),
                                                         {worn_period("ACGGTTCA", 80'000, 0.001)},
                                                         {std::string(40'000, 'A')},
                                                         copies(700, 100, 50)};
    for (const std::vector<std::string>& text : texts)
        for (const unsigned threads : {1U, 2U, 7U})
            EXPECT_EQ(method(text, doubled, threads), by_keys) << threads << " threads, " << text.front().substr(0, 9);
}

TEST(suffix_choice, short_texts_whose_words_recur_without_a_sample) {
    EXPECT_EQ(method({random_letters(1000, 1)}, {.words_recur = true}), by_induction);
    EXPECT_EQ(method({random_letters(1000, 1)}, {.induction_needs = 1, .words_recur = true}), by_keys);
    EXPECT_EQ(method({random_letters(50'000, 1)}, {.words_recur = true}), by_keys);
}

} // namespace
} // namespace concord::suffixes::suffix_choice_test
