// The join of windows, source against target, where many begin alike or are near each other: against what comparing
// letter by letter finds; and what is joined.
#include "problems/substring/cpu/join/join.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/tuning.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

namespace concord::substring::window_join_test {
namespace {

struct question {
    std::uint64_t length;
    std::uint64_t mismatches;
    std::uint64_t support;
    alphabet letters;
};

/// All windows that have the support, letter by letter; N is near to nothing, but its own sequence counts.
window_vector compare_all(const std::vector<std::string>& texts, const question& asked) {
    const bool has_ambiguous = asked.letters == alphabet::dna;
    window_vector supported;
    for (std::size_t sequence = 0; sequence < texts.size(); ++sequence) {
        for (std::size_t start = 0; start + asked.length <= texts[sequence].size(); ++start) {
            const std::string own = texts[sequence].substr(start, asked.length);
            std::uint64_t holders = 0;
            for (std::size_t other = 0; other < texts.size(); ++other) {
                bool is_near = other == sequence;
                for (std::size_t at = 0; at + asked.length <= texts[other].size() && !is_near; ++at) {
                    std::uint64_t differ = 0;
                    for (std::size_t index = 0; index < asked.length && differ <= asked.mismatches; ++index)
                        differ += own[index] != texts[other][at + index] || (has_ambiguous && own[index] == 'N');
                    is_near = differ <= asked.mismatches;
                }
                holders += is_near ? 1U : 0U;
            }
            if (holders >= asked.support) supported.push_back({sequence, start, holders});
        }
    }
    return supported;
}

std::size_t count_distinct(const std::vector<std::string>& texts, std::uint64_t length) {
    std::set<std::string> distinct;
    for (const std::string& text : texts)
        for (std::size_t start = 0; start + length <= text.size(); ++start)
            distinct.insert(text.substr(start, length));
    return distinct.size();
}

void expect_what_comparing_finds(const std::vector<std::string>& texts, const question& asked) {
    const sequence_set set = test::make_set(texts, asked.letters);
    substring_options options;
    options.mismatches = asked.mismatches;
    options.support = asked.support;
    options.run.threads = 2;
    const problem given(set, options);
    runtime::thread_pool workers(options.run);
    candidate_windows windows(given, asked.length);
    longest_windows found = join(given, workers, seed_kernels_for(simd::choose_vectors(simd::vector_target::automatic)),
                                 windows, equal_windows(given, windows.sources, asked.length, workers));
    std::ranges::sort(found.windows);
    const window_vector expected = compare_all(texts, asked);
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(found.windows, expected);
}

TEST(join, finds_what_comparing_finds_wherever_runs_stand) {
    // So many distinct windows that it is asked which letters tell them apart: some 2,500, nearly all of which begin,
    // or end, with the same run of more letters than are compared at first.
    for (const bool is_at_start : {true, false}) {
        SCOPED_TRACE(is_at_start ? "at the start" : "at the end");
        std::mt19937_64 random(7);
        std::vector<std::string> texts;
        for (std::size_t index = 0; index < 120; ++index) {
            std::string rest;
            while (rest.size() < 25)
                rest += "0123456789abcdefghijklmnopqrstuvwxyz"[random() % 4 + index % 8 * 4];
            texts.push_back(is_at_start ? std::string(45, 'A') + rest : rest + std::string(45, 'A'));
        }
        const std::size_t distinct = count_distinct(texts, 50);
        ASSERT_GE(distinct * distinct, tuning::worth_telling_letters);
        expect_what_comparing_finds(texts, {50, 4, 8, alphabet::bytes});
    }
}

TEST(join, counts_sequences_once_that_have_many_windows_near_each_other) {
    // Nearly all windows are near each other, in some sequences most, and some hold an N.
    for (const std::uint64_t length : {20U, 40U, 75U}) {
        SCOPED_TRACE(length);
        std::mt19937_64 random(length);
        std::vector<std::string> texts;
        for (std::size_t index = 0; index < 60; ++index) {
            std::string text(60 + random() % 40, 'A');
            while (text.size() < 110)
                text += "ACGT"[random() % 4];
            if (index % 10 == 0) text[random() % text.size()] = 'N';
            texts.push_back(text);
        }
        ASSERT_GE(count_distinct(texts, length), tuning::least_sources_in_balls);
        for (const std::uint64_t support : {5U, 20U, 35U})
            expect_what_comparing_finds(texts, {length, 3, support, alphabet::dna});
    }
}

TEST(join, finds_windows_one_letter_away_by_what_is_not_expected_there) {
    // So many distinct windows that it is asked how they are found: of period 3, with some other letters and some N.
    std::mt19937_64 random(3);
    std::vector<std::string> texts;
    for (std::size_t index = 0; index < 130; ++index) {
        std::string text;
        for (std::size_t at = 0; at < 110; ++at)
            text += random() % 25 == 0 ? "ACGT"[random() % 4] : "ACG"[at % 3];
        if (index % 10 == 0) text[random() % text.size()] = 'N';
        texts.push_back(text);
    }
    const std::size_t distinct = count_distinct(texts, 75);
    ASSERT_GE(distinct * distinct, tuning::worth_telling_letters);
    for (const std::uint64_t support : {2U, 8U})
        expect_what_comparing_finds(texts, {75, 1, support, alphabet::dna});
}

TEST(window_bits, a_sample_has_one_window_of_each_part_wherever_it_stands_in_its_sequence) {
    const sequence_set set = test::make_set(std::vector<std::string>(100, "ACGTACGTAC"), alphabet::dna);
    substring_options options;
    options.support = 1;
    const problem given(set, options);
    window_bits windows(given, 11); // none
    for (std::uint64_t sequence = 0; sequence < 100; ++sequence)
        windows.set(10 * sequence + 2, 10 * sequence + 6);
    const auto sampled = [&](std::uint64_t wanted) {
        std::vector<std::uint64_t> positions;
        windows.for_each_sampled(wanted, [&](std::uint64_t position) { positions.push_back(position); });
        return positions;
    };
    const std::vector<std::uint64_t> some = sampled(50); // of eight windows, those of two sequences, one each
    ASSERT_EQ(some.size(), 50U);
    std::array<unsigned, 10> of_start{};
    for (std::size_t part = 0; part < some.size(); ++part) {
        EXPECT_EQ(some[part] / 20, part);
        ++of_start[some[part] % 10];
    }
    EXPECT_EQ(of_start[0] + of_start[1] + of_start[6] + of_start[7] + of_start[8] + of_start[9], 0U);
    for (const std::size_t start : {2U, 3U, 4U, 5U})
        EXPECT_GE(of_start[start], 8U);
    const std::vector<std::uint64_t> all = sampled(1000);
    ASSERT_EQ(all.size(), 400U);
    for (std::size_t index = 0; index < all.size(); ++index)
        EXPECT_EQ(all[index], index / 4 * 10 + 2 + index % 4);
    EXPECT_TRUE(std::ranges::is_sorted(sampled(333)));
    EXPECT_EQ(sampled(333).size(), 333U);
}

// With more letters that match nothing than mismatches, a window has no occurrence but itself.
TEST(candidate_windows, are_those_that_may_occur_elsewhere) {
    const sequence_set set = test::make_set({"ACNGTNNACG", "NACGN", "NA"});
    substring_options options;
    options.mismatches = 1;
    const auto starts = [&](std::uint64_t support) {
        options.support = support;
        candidate_windows windows(problem(set, options), 4);
        EXPECT_EQ(windows.target_count, windows.source_count);
        std::vector<std::uint64_t> positions;
        windows.sources.for_each_sampled(100, [&](std::uint64_t position) { positions.push_back(position); });
        return positions;
    };
    // ACNG, CNGT, not NGTN to NNAC, NACG; in the second sequence NACG and ACGN.
    EXPECT_EQ(starts(2), (std::vector<std::uint64_t>{0, 1, 6, 10, 11}));
    EXPECT_EQ(starts(1), (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 10, 11}));
}

} // namespace
} // namespace concord::substring::window_join_test
