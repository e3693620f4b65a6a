// Supports by the words that sequences lack, against the definition.
#include "problems/substring/cpu/words/ball_unions.hpp"
#include "problems/substring/cpu/words/lacking_kernels.hpp"
#include "problems/substring/cpu/words/lacking_words.hpp"
#include "support/chosen_cases.hpp"
#include "support/counted_input.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace concord::substring::lacking_words_test {
namespace {

using texts = std::vector<std::string>;

/// Sequences that hold a window within so many mismatches of a word; letters other than A, C, G and T equal none.
std::uint32_t holders_of(const texts& sequences, std::string_view word, std::uint64_t mismatches) {
    std::uint32_t holders = 0;
    for (const std::string& each : sequences) {
        bool is_held = false;
        for (std::size_t start = 0; start + word.size() <= each.size(); ++start) {
            std::uint64_t differ = 0;
            for (std::size_t at = 0; at < word.size(); ++at)
                differ += word[at] == 'N' || word[at] != each[start + at] ? 1U : 0U;
            is_held = is_held || differ <= mismatches;
        }
        holders += is_held ? 1U : 0U;
    }
    return holders;
}

std::string text_of(std::uint64_t number, unsigned length) {
    std::string text(length, ' ');
    for (unsigned at = 0; at < length; ++at)
        text[at] = "ACGT"[number >> 2 * (length - 1 - at) & 3U];
    return text;
}

window_places all_of(unsigned length) {
    std::vector<unsigned> places(length);
    std::iota(places.begin(), places.end(), 0U);
    return {length, places};
}

std::vector<std::uint32_t> supports_of(const counted_input& input, const word_set& words) {
    const growth_alphabet alphabet(input.given);
    std::vector<std::uint32_t> supports(words.size());
    lacking_words(input.given, input.resources, alphabet).count(words, all_of(words.length()), supports);
    return supports;
}
std::vector<std::uint32_t> supports_of(const counted_input& input, unsigned length) {
    return supports_of(input, {input.given, growth_alphabet(input.given), length, input.workers});
}

// Words in order: ACGT, CCGT, GGGG. The first two differ in one letter, and the last sequence has an N in its place.
TEST(lacking_words, of_short_sequences) {
    const texts sequences{"ACGT", "CCGT", "GGGG", "NCGT"};
    EXPECT_EQ(supports_of({sequences, 1, 3}, 4), (std::vector<std::uint32_t>{3, 3, 0}));
    EXPECT_EQ(supports_of({sequences, 1, 4}, 4), (std::vector<std::uint32_t>{0, 0, 0}));
    EXPECT_EQ(supports_of({sequences, 1, 1}, 4), (std::vector<std::uint32_t>{3, 3, 1}));
    EXPECT_EQ(supports_of({sequences, 3, 4}, 4), (std::vector<std::uint32_t>{4, 4, 4})); // each has one G alike
    // GG has no window of three letters.
    EXPECT_EQ(supports_of({{"ACG", "GG", "ACGG", "TACG"}, 1, 3}, 3),
              (std::vector<std::uint32_t>{3, 0, 0})); // ACG, CGG, TAC
}

// Windows of ANGT: an N is one of two mismatches, and AAGT, ACTT and ANGT itself have another one at most; so has TTTT
// no window. Of NNGT both Ns are mismatches, so that GT must be there.
TEST(lacking_words, of_windows_with_ambiguous_letters) {
    const texts sequences{"ANGT", "AAGT", "ACTT", "TTTT", "NNGT"};
    for (const std::uint64_t support : {2U, 3U, 4U}) {
        const counted_input input(sequences, 2, support);
        const growth_alphabet alphabet(input.given);
        const word_set words(input.given, alphabet, 4, input.workers);
        longest_windows found{4, {}};
        lacking_words(input.given, input.resources, alphabet).add_ambiguous(words, found);
        const std::uint32_t first = holders_of(sequences, "ANGT", 2);
        const std::uint32_t last = holders_of(sequences, "NNGT", 2);
        EXPECT_EQ(first, 4U);
        EXPECT_EQ(last, 3U);
        std::ranges::sort(found.windows, {}, &window::sequence);
        ASSERT_EQ(found.windows.size(), support == 4 ? 1U : 2U) << support;
        EXPECT_EQ(found.windows[0].sequence, 0U);
        EXPECT_EQ(found.windows[0].support, first);
        if (support < 4) {
            EXPECT_EQ(found.windows[1].support, last);
        }
    }
}

TEST(lacking_words, are_those_of_the_definition) {
    for (const std::uint64_t trial : test::chosen_cases(60)) {
        std::mt19937_64 random(trial);
        const std::string letters = trial % 3 == 0 ? "ACGTACGTACGTACGTACGTN" : trial % 3 == 1 ? "ACGT" : "AAACGT";
        const std::size_t count = 3 + random() % 30;
        const unsigned length = 5 + static_cast<unsigned>(random() % 5);
        const std::uint64_t mismatches = length - 1 - random() % (std::min(length, 7U) - 1);
        texts sequences;
        for (std::size_t index = 0; index < count; ++index)
            sequences.push_back(random_text(random, letters, trial % 8 == 0 ? 90 + random() % 165 : 4 + random() % 50));
        const std::uint64_t support = std::max<std::uint64_t>(2, count - random() % (trial % 2 == 0 ? 3 : count));
        counted_input input(sequences, mismatches, support);
        input.vectors = std::vector{simd::vector_target::baseline, simd::vector_target::avx2,
                                    simd::vector_target::avx512}[trial / 6 % 3];
        const cpu_resources resources{input.workers,
                                      input.resources.kernels,
                                      input.resources.memory,
                                      0,
                                      input.notes,
                                      search_path::counted_words,
                                      0,
                                      input.vectors};
        const growth_alphabet alphabet(input.given);
        word_set words(input.given, alphabet, length, input.workers);
        std::vector<std::uint8_t> is_kept(words.size());
        for (std::uint8_t& each : is_kept)
            each = random() % (trial % 8 == 0 ? 4 : 32) == 0 ? 1 : 0;
        words.keep(is_kept, input.workers);
        const lacking_words lacking(input.given, resources, alphabet);
        std::vector<std::uint32_t> supports(words.size());
        lacking.count(words, all_of(length), supports);
        words.for_each_word([&](std::size_t rank, std::size_t word) {
            const std::uint32_t expected = holders_of(sequences, text_of(word, length), mismatches);
            ASSERT_EQ(supports[rank], expected < support ? 0 : expected)
                << "trial " << trial << ", " << text_of(word, length);
        });

        longest_windows found{length, {}};
        lacking.add_ambiguous(words, found);
        std::set<std::pair<std::uint64_t, std::uint64_t>> expected;
        for (std::size_t index = 0; index < count; ++index)
            for (std::size_t start = 0; start + length <= sequences[index].size(); ++start) {
                const std::string window = sequences[index].substr(start, length);
                if (window.find('N') != std::string::npos && holders_of(sequences, window, mismatches) >= support &&
                    static_cast<std::uint64_t>(std::ranges::count(window, 'N')) <= mismatches)
                    expected.emplace(index, start);
            }
        for (const window& each : found.windows) {
            EXPECT_TRUE(expected.erase({each.sequence, each.start})) << "trial " << trial;
            EXPECT_EQ(each.support,
                      holders_of(sequences, sequences[each.sequence].substr(each.start, length), mismatches));
        }
        EXPECT_TRUE(expected.empty()) << "trial " << trial;
    }
}

// Random reads, all of which hold some words within six mismatches, and none that are longer: against unions of balls.
TEST(lacking_words, are_counted_where_all_must_hold_the_answer) {
    std::mt19937_64 random(9);
    texts sequences;
    for (int index = 0; index < 4000; ++index)
        sequences.push_back(random_text(random, "ACGT", 80));
    sequences[7][40] = 'N';
    constexpr std::uint64_t support = 4000;
    counted_input input(sequences, 6, support);
    const counted_words counted = input.count(1e12);
    ASSERT_TRUE(counted.found);
    const auto is_of_lacking = [](const std::string& note) {
        return note.starts_with("the words that sequences lack count");
    };
    EXPECT_TRUE(std::ranges::any_of(input.notes, is_of_lacking));
    const growth_alphabet alphabet(input.given);
    const auto length = static_cast<unsigned>(counted.found->length);
    for (const unsigned letters : {length, length + 1}) {
        const word_set words(input.given, alphabet, letters, input.workers);
        std::vector<std::uint32_t> supports(words.size());
        count_ball_unions(input.given, input.resources, alphabet, words, 0, sequences.size(), supports);
        std::uint64_t windows = 0;
        word_reader reader(input.given, alphabet, letters);
        for (std::uint64_t sequence = 0; sequence < sequences.size(); ++sequence)
            words.for_each(reader, sequence, [&](std::uint64_t, front_and_end word, bool is_ordinary) {
                if (is_ordinary && supports[words.rank(word.front, word.end)] >= support) ++windows;
            });
        if (letters > length) {
            EXPECT_EQ(windows, 0U);
            continue;
        }
        std::uint64_t found = 0;
        for (const window& each : counted.found->windows)
            found += sequences[each.sequence].substr(each.start, length).find('N') == std::string::npos ? 1U : 0U;
        EXPECT_EQ(found, windows);
        EXPECT_GT(windows, 0U);
    }
}

// Fewer words take less, and fewer sequences that may lack one.
TEST(lacking_words, costs) {
    std::mt19937_64 random(7);
    texts sequences;
    for (int index = 0; index < 1000; ++index)
        sequences.push_back(random_text(random, "ACGT", 100));
    constexpr std::uint64_t memory = std::uint64_t{1} << 30U;
    const auto cost = [&](std::uint64_t mismatches, unsigned length, std::uint64_t support, double words) {
        const counted_input input(sequences, mismatches, support);
        return cost_of_lacking_words(input.given, memory, growth_alphabet(input.given), split_word::of(4, length),
                                     words);
    };
    EXPECT_LT(cost(6, 12, 1000, 1e4), cost(6, 12, 1000, 9e4));
    EXPECT_LT(cost(6, 12, 1000, 9e4), cost(6, 12, 900, 9e4));
    EXPECT_TRUE(std::isfinite(cost(2, 10, 1000, 9e4)));
    EXPECT_TRUE(std::isinf(cost(2, 11, 1000, 9e4)));  // nine letters must agree
    EXPECT_TRUE(std::isinf(cost(10, 17, 1000, 9e4))); // more letters than a number has bits for
    EXPECT_TRUE(std::isinf(cost(10, 10, 1000, 9e4))); // all of it may differ
    const auto possible = [&](const counted_input& input, std::uint64_t bytes) {
        return std::isfinite(
            cost_of_lacking_words(input.given, bytes, growth_alphabet(input.given), split_word::of(4, 10), 100));
    };
    EXPECT_TRUE(possible({sequences, 5, 1000}, memory));
    EXPECT_FALSE(possible({sequences, 5, 1000}, 1 << 10));
    sequences.push_back(random_text(random, "ACGT", 266)); // 257 windows
    EXPECT_FALSE(possible({sequences, 5, 1000}, memory));
    sequences.back().pop_back();
    EXPECT_TRUE(possible({sequences, 5, 1000}, memory));
    sequences.back() = std::string(200, 'N');
    EXPECT_FALSE(possible({sequences, 5, 1000}, memory));
}

// Of all words of four letters, the windows of ACGTA (ACGT and CGTA) are far from those that agree with either in fewer
// letters than are enough.
TEST(lacking_words, kernels_visit_what_no_window_is_near_to) {
    const std::string text = "ACGTA";
    for (const simd::vector_target target :
         {simd::vector_target::baseline, simd::vector_target::avx2, simd::vector_target::avx512})
        for (unsigned enough = 1; enough <= 4; ++enough)
            for (const std::size_t blocks : {1U, 2U}) {
                // In the second block, the windows are those of its last word.
                std::vector<std::uint64_t> agreeing(4 * blocks * 8, 0);
                for (unsigned at = 0; at < 4; ++at)
                    for (unsigned start = 0; start < 2; ++start) {
                        const std::size_t letter = std::string("ACGT").find(text[start + at]);
                        agreeing[((at * blocks + blocks - 1) * 4 + letter) * 2 + blocks - 1] |= std::uint64_t{1}
                                                                                                << start;
                    }
                std::vector<std::vector<std::uint64_t>> existing(5, std::vector<std::uint64_t>(4, ~std::uint64_t{0}));
                existing[4][0] = 0; // no word begins with A
                std::vector<const std::uint64_t*> rows;
                for (const std::vector<std::uint64_t>& each : existing)
                    rows.push_back(each.data());
                std::vector<beginning_list> lists(4);
                for (beginning_list& each : lists)
                    each.count = 0;
                std::vector<std::uint32_t> found;
                lacking_kernels_for(target).walk({4, enough, blocks, agreeing.data(), rows.data(), lists.data(),
                                                  [](void* to, const std::uint32_t* words, std::size_t count) {
                                                      auto& all = *static_cast<std::vector<std::uint32_t>*>(to);
                                                      all.insert(all.end(), words, words + count);
                                                  },
                                                  &found});
                std::vector<std::uint32_t> expected;
                for (std::uint32_t word = 64; word < 256; ++word)
                    if (holders_of({text}, text_of(word, 4), 4 - enough) == 0) expected.push_back(word);
                std::ranges::sort(found);
                EXPECT_EQ(found, expected) << enough << " of " << blocks;
            }
}

} // namespace
} // namespace concord::substring::lacking_words_test
