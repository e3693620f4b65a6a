// The paths against each other where the oracle is too slow: thousands of reads with an adapter, and genomes.
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/test_settings.hpp"
#include "support/chosen_cases.hpp"
#include "support/simulated_set.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace concord::substring_paths_agree_test {
namespace {

using substring::search_path;

substring_result by_path(const sequence_set& set, std::uint64_t k, std::uint64_t t, search_path path, unsigned threads,
                         std::uint64_t memory, std::uint64_t min_length = 10) {
    substring_options options;
    options.mismatches = k;
    options.support = t;
    options.min_length = min_length;
    options.ties = options.occurrences = true;
    options.run.threads = threads;
    const substring::problem given(set, options);
    runtime::thread_pool workers(options.run);
    std::vector<std::string> notes;
    const substring::cpu_resources resources{
        workers, substring::seed_kernels_for(simd::choose_vectors(vector_target::automatic)), memory, 0, notes, path};
    substring_result result;
    substring::finish(given, options, substring::search_on_cpu(given, resources), workers, result);
    return result;
}

void expect_all_paths_agree(const sequence_set& set, std::uint64_t k, std::uint64_t t) {
    SCOPED_TRACE(testing::Message() << "k " << k << ", t " << t);
    const substring_result dense = by_path(set, k, t, search_path::dense, 2, std::uint64_t{1} << 30U);
    ASSERT_TRUE(dense.found);
    for (const search_path path : {search_path::automatic, search_path::filter_and_join, search_path::filter_and_scan,
                                   search_path::diagonals, search_path::pattern_growth, search_path::counted_words}) {
        for (const std::uint64_t memory : {std::uint64_t{1} << 30U, std::uint64_t{1} << 20U}) { // cramped tables, too
            const substring_result other = by_path(set, k, t, path, memory == (1U << 20U) ? 1 : 2, memory);
            SCOPED_TRACE(testing::Message() << "path " << static_cast<int>(path) << ", memory " << memory);
            EXPECT_EQ(other.best, dense.best);
            EXPECT_EQ(other.ties, dense.ties);
            EXPECT_EQ(other.occurrences, dense.occurrences);
        }
    }
}

/// Of all numbers of mismatches with all supports, those that are to be tried.
void expect_all_paths_agree(const sequence_set& set, const std::vector<std::uint64_t>& mismatches,
                            const std::vector<std::uint64_t>& supports) {
    for (const std::uint64_t number : test::chosen_cases(mismatches.size() * supports.size()))
        expect_all_paths_agree(set, mismatches[number / supports.size()], supports[number % supports.size()]);
}

// Too long to be grown, and without mismatches: the suffix array decides, where more than one must have the answer.
TEST(paths_agree, on_long_texts_without_mismatches) {
    for (const std::uint64_t trial : test::chosen_cases(20)) {
        std::mt19937_64 random(trial);
        sequence_set_builder builder(alphabet::dna);
        const std::string letters = trial % 3 == 0 ? "ACGTN" : trial % 3 == 1 ? "ACGT" : "AC";
        for (std::uint64_t index = 0; index < 5; ++index) {
            std::string text;
            const std::uint64_t period = 1 + random() % (trial % 2 == 0 ? 7 : 700);
            for (std::uint64_t at = 0; at < 520 + random() % 100; ++at)
                text += at < period || random() % 50 == 0 ? letters[random() % letters.size()] : text[at - period];
            builder.add(std::to_string(index), text);
        }
        const sequence_set set = std::move(builder).finish();
        for (const std::uint64_t t : {1U, 2U, 4U, 5U}) {
            SCOPED_TRACE(testing::Message() << "trial " << trial << ", t " << t);
            substring_options options;
            options.support = t;
            options.ties = options.occurrences = true;
            options.run.device = device::cpu();
            const substring_result sorted = longest_common_substring(set, options);
            ASSERT_TRUE(sorted.found);
            EXPECT_EQ(std::ranges::any_of(sorted.run.notes,
                                          [](const std::string& note) { return note.starts_with("suffix array"); }),
                      t > 1);
            const substring_result dense = by_path(set, 0, t, search_path::dense, 2, std::uint64_t{1} << 30U, 1);
            EXPECT_EQ(sorted.best, dense.best);
            EXPECT_EQ(sorted.ties, dense.ties);
            EXPECT_EQ(sorted.occurrences, dense.occurrences);
            for (const std::uint64_t k : {0U, 2U}) { // in stretches, and by seeds from 257 letters on
                const substring_result seeds = by_path(set, k, t, search_path::dense, 2, std::uint64_t{1} << 30U, 1);
                for (const search_path path : {search_path::automatic, search_path::diagonals}) {
                    const substring_result other = by_path(set, k, t, path, 2, std::uint64_t{1} << 30U, 1);
                    EXPECT_EQ(other.best, seeds.best) << "k " << k << ", path " << static_cast<int>(path);
                    EXPECT_EQ(other.ties, seeds.ties) << "k " << k << ", path " << static_cast<int>(path);
                }
            }
        }
    }
}

/// Reads of which two fifths have an adapter, some letters are ambiguous, and a few reads masked.
sequence_set reads_with_ambiguous_letters(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const std::string letters = "ACGT";
    sequence_set_builder builder(alphabet::dna);
    for (std::uint64_t index = 0; index < 700; ++index) {
        std::string text;
        for (unsigned at = 0; at < 60; ++at)
            text += letters[random() % 4];
        if (index % 5 < 2) text.replace(20 + random() % 20, 20, "AGATCGGAAGAGCACACGTC");
        for (char& letter : text)
            if (random() % 200 == 0) letter = random() % 2 == 0 ? 'N' : letters[random() % 4];
        if (index % 97 == 0) text.replace(5, 30, std::string(30, 'N'));
        builder.add(std::to_string(index), text);
    }
    return std::move(builder).finish();
}

// Whole sequences are the answer where one is enough, and where some are equal or near to each other.
TEST(paths_agree, where_the_longest_windows_are_the_answer) {
    for (const std::uint64_t trial : test::chosen_cases(4)) {
        std::mt19937_64 random(trial);
        const std::string letters = trial % 2 == 0 ? "ACGT" : "ACGTN";
        sequence_set_builder builder(alphabet::dna);
        std::vector<std::string> texts;
        for (std::uint64_t index = 0; index < 1200; ++index) {
            std::string text = index % 40 == 39 ? texts[random() % texts.size()] : std::string();
            if (index % 3 == 1)
                text = "AGATCGGAAGAGCACACGTCTGAACTCCAG"; // as many have, which are not near to each other
            while (text.size() < 80 - (trial % 4 == 3 ? random() % 3 : 0))
                text += letters[random() % 4];
            for (std::uint64_t change = random() % 4; change > 0; --change)
                text[random() % text.size()] = letters[random() % letters.size()];
            texts.push_back(text);
            builder.add(std::to_string(index), text);
        }
        const sequence_set set = std::move(builder).finish();
        for (const std::uint64_t k : {1U, 2U, 4U})
            for (const std::uint64_t t : {1U, 2U, 3U}) {
                const substring_result dense = by_path(set, k, t, search_path::dense, 2, std::uint64_t{1} << 30U);
                for (const unsigned threads : {1U, 3U}) {
                    const substring_result other =
                        by_path(set, k, t, search_path::automatic, threads, std::uint64_t{1} << 30U);
                    EXPECT_EQ(other.best, dense.best) << "trial " << trial << ", k " << k << ", t " << t;
                    EXPECT_EQ(other.ties, dense.ties) << "trial " << trial << ", k " << k << ", t " << t;
                }
            }
    }
}

std::vector<substring_candidate> candidates_by(const sequence_set& set, std::uint64_t k, std::uint64_t t,
                                               search_path path) {
    substring_options options;
    options.mismatches = k;
    options.support = t;
    options.run.threads = 2;
    const substring::problem given(set, options);
    runtime::thread_pool workers(options.run);
    std::vector<std::string> notes;
    const substring::cpu_resources resources{
        workers,
        substring::seed_kernels_for(simd::choose_vectors(vector_target::automatic)),
        std::uint64_t{1} << 30U,
        0,
        notes,
        path};
    const std::uint64_t longest = substring::search_on_cpu(given, resources).length;
    return substring::search_each_on_cpu(given, longest, resources);
}

// By words in tables and what the filter leaves, by the suffix array, and by a scan of everything.
TEST(paths_agree, on_the_candidates_of_each_sequence) {
    const sequence_set set = reads_with_ambiguous_letters(1);
    const std::array<std::uint64_t, 4> supports{2, 20, 140, 350};
    for (const std::uint64_t number : test::chosen_cases(3 * supports.size())) {
        const std::uint64_t k = number / supports.size();
        const std::uint64_t t = supports[number % supports.size()];
        EXPECT_EQ(candidates_by(set, k, t, search_path::automatic), candidates_by(set, k, t, search_path::dense))
            << "k " << k << ", t " << t;
    }
}

// Windows with an ambiguous letter are no words of a table, but as long as these and may come first: late adapters
// leave most reads with short candidates.
TEST(paths_agree, on_candidates_that_hold_an_ambiguous_letter) {
    const std::string adapter = "AGATCGGAAGAGCACACGTCTGAACTCCAGTCAC";
    for (const std::uint64_t trial : test::chosen_cases(8)) {
        std::mt19937_64 random(trial);
        sequence_set_builder builder(alphabet::dna);
        for (std::uint64_t index = 0; index < 500; ++index) {
            std::string text;
            while (text.size() < 51)
                text += "ACGT"[random() % 4];
            if (index % 5 < 2) {
                const std::uint64_t start = 36 + random() % 15;
                text.replace(start, 51 - start, adapter, 0, 51 - start);
                if (index % 4 == 0) text.replace(43, 8, "NAGATCGT"); // the last letter is wrong
            }
            builder.add(std::to_string(index), text);
        }
        const sequence_set set = std::move(builder).finish();
        EXPECT_EQ(candidates_by(set, 1, 100, search_path::automatic), candidates_by(set, 1, 100, search_path::dense))
            << "trial " << trial;
    }
}

TEST(paths_agree, on_short_reads) {
    const sequence_set set = test::simulated_reads(3000, 51, 51, 0.005);
    expect_all_paths_agree(set, {0, 1, 2, 3, 5}, {2, 30, 300});
}

TEST(paths_agree, on_reads_of_mixed_lengths_beyond_a_word) {
    const sequence_set set = test::simulated_reads(1200, 30, 170, 0.02);
    expect_all_paths_agree(set, {1, 3, 6}, {5, 100});
}

// Lengths of long sequences are distinguished in wider bins than those of short ones, and both share groups.
TEST(paths_agree, whatever_shares_a_group) {
    const sequence_set set = test::simulated_reads(600, 30, 170, 0.02);
    substring_options options;
    options.mismatches = 20;
    options.support = 50;
    options.min_length = 10;
    options.ties = true;
    options.run.device = device::cpu();
    options.run.threads = 2;
    const auto in_small_tiles = [&] {
        const runtime::scoped_tile small(1);
        return longest_common_substring(set, options);
    };
    const substring_result alone = in_small_tiles();
    const substring_result shared = longest_common_substring(set, options);
    EXPECT_EQ(shared.best, alone.best);
    EXPECT_EQ(shared.ties, alone.ties);
}

TEST(paths_agree, on_genomes) {
    const sequence_set set = test::simulated_genomes(6, 5000);
    expect_all_paths_agree(set, {0, 2, 9}, {2, 4, 6});
}

} // namespace
} // namespace concord::substring_paths_agree_test
