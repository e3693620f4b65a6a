// Rings: matches along all diagonals of a source and a long target, letter by letter and in blocks, by every vector
// target; and windows of some spans of which equal ones are counted once.
#include "problems/substring/cpu/scan/ring_counts.hpp"

#include "problems/substring/cpu/scan/diagonal_kernels.hpp"
#include "problems/substring/cpu/scan/distinct_spans.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <concord/device.hpp>

#include <random>
#include <string>
#include <vector>

namespace concord::substring::ring_counts_test {
namespace {

std::string random_text(std::size_t letters, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::string text;
    for (std::size_t at = 0; at < letters; ++at)
        text += "ACGT"[random() % 4];
    return text;
}

substring_options with_support(std::uint64_t support, std::uint64_t mismatches = 0) {
    substring_options options;
    options.support = support;
    options.mismatches = mismatches;
    return options;
}

/// Supports of all windows of the first text among the others.
std::vector<std::uint64_t> supports_of_first(const std::vector<std::string>& texts, std::size_t length,
                                             std::uint64_t mismatches, std::uint64_t wanted,
                                             simd::vector_target vectors) {
    const sequence_set set = test::make_set(texts, alphabet::dna);
    const problem given(set, with_support(wanted, mismatches));
    const growth_alphabet letters(given);
    ring_targets targets(given, letters);
    for (std::uint64_t sequence = 1; sequence < given.sequences(); ++sequence)
        targets.add(sequence, 1);
    std::vector<std::uint8_t> rows;
    for (const char letter : texts[0])
        rows.push_back(static_cast<std::uint8_t>(std::string("ACGT").find(letter)));
    std::vector<std::uint64_t> supports(texts[0].size() - length + 1, 0);
    count_in_rings(targets, ring_kernels_for(vectors), std::vector<ring_span>{{rows, supports}}, length,
                   {.least = wanted}, [] {});
    return supports;
}

/// The same by a sum for each diagonal.
std::vector<std::uint64_t> expected_supports(const std::vector<std::string>& texts, std::size_t length,
                                             std::uint64_t mismatches) {
    const std::string& source = texts[0];
    std::vector<std::uint64_t> supports(source.size() - length + 1, 0);
    for (std::size_t index = 1; index < texts.size(); ++index) {
        const std::string& target = texts[index];
        std::vector<bool> holds(supports.size(), false);
        for (std::size_t diagonal = 0; diagonal < source.size() + target.size(); ++diagonal) {
            std::uint64_t differing = 0;
            std::size_t letters = 0;
            for (std::size_t at = diagonal > target.size() ? diagonal - target.size() : 0;
                 at < source.size() && at + target.size() - diagonal < target.size(); ++at) {
                const auto differs = [&](std::size_t of) {
                    return source[of] != target[of + target.size() - diagonal];
                };
                differing += differs(at) ? 1U : 0U;
                if (++letters > length) differing -= differs(at - length) ? 1U : 0U;
                if (letters >= length && differing <= mismatches) holds[at + 1 - length] = true;
            }
        }
        for (std::size_t start = 0; start < supports.size(); ++start)
            supports[start] += holds[start] ? 1U : 0U;
    }
    return supports;
}

// A target of 600 letters is a ring of 1,024. CCGG ends it, and what begins it follows in the ring, but in no window.
TEST(ring_counts, windows_do_not_lead_around_the_ring) {
    const std::string target = "TTAA" + std::string(592, 'A') + "CCGG";
    for (const simd::vector_target vectors : usable_vectors()) {
        EXPECT_EQ(supports_of_first({"CCGGTTAA", target}, 4, 0, 1, vectors),
                  (std::vector<std::uint64_t>{1, 0, 0, 0, 1}));
        // CGGT is near to CCGG, GTTA to TTAA. GGTT would be near to GG and what follows around the ring.
        EXPECT_EQ(supports_of_first({"CCGGTTAA", target}, 4, 2, 1, vectors),
                  (std::vector<std::uint64_t>{1, 1, 0, 1, 1}));
    }
}

TEST(ring_counts, counts_letter_by_letter_what_a_comparison_of_all_counts) {
    for (const simd::vector_target vectors : usable_vectors())
        for (const std::uint64_t length : {9U, 16U, 31U, 78U}) {
            const std::string text = random_text(200, length);
            const std::vector<std::string> texts{
                text, random_text(300, 1) + text, text.substr(50) + random_text(900, 2), random_text(512, 3), "ACGT",
                text};
            for (const std::uint64_t mismatches : {0U, 3U, 7U})
                EXPECT_EQ(supports_of_first(texts, length, mismatches, 1, vectors),
                          expected_supports(texts, length, mismatches))
                    << length << " letters, " << mismatches << " mismatches, " << to_string(vectors);
        }
}

// Windows without the support may count as less than they have; those with it are exact.
TEST(ring_counts, long_windows_with_the_support_are_exact_though_blocks_leave_few) {
    for (const std::size_t length : {79U, 94U, 95U, 300U, 560U}) {
        const std::string text = random_text(700, length);
        std::vector<std::string> texts{text};
        for (std::uint64_t copy = 0; copy < 12; ++copy) { // worn by one letter in 13 or fewer, and shifted
            std::string worn = random_text(copy * 11, copy) + text;
            for (std::size_t at = copy; at < worn.size(); at += 13 + 3 * copy)
                worn[at] = worn[at] == 'A' ? 'C' : 'A';
            texts.push_back(worn);
        }
        for (const std::uint64_t mismatches : {0U, 4U, 20U}) {
            const std::vector<std::uint64_t> right = expected_supports(texts, length, mismatches);
            for (const simd::vector_target vectors : usable_vectors())
                for (const std::uint64_t wanted : {2U, 7U, 11U}) {
                    const std::vector<std::uint64_t> found =
                        supports_of_first(texts, length, mismatches, wanted, vectors);
                    for (std::size_t start = 0; start < right.size(); ++start) {
                        const std::string where = std::to_string(length) + " letters, " + std::to_string(mismatches) +
                                                  " mismatches, start " + std::to_string(start);
                        if (right[start] >= wanted)
                            ASSERT_EQ(found[start], right[start]) << where;
                        else
                            ASSERT_LT(found[start], wanted) << where;
                    }
                }
        }
    }
}

// 5,000 windows of A alone, and those around two letters: of each class the first one is counted.
TEST(distinct_spans, equal_windows_are_one) {
    const std::string run(2503, 'A');
    const sequence_set set = test::make_set({run + "CA", run}, alphabet::dna);
    const problem given(set, with_support(2));
    run_options run_by;
    run_by.threads = 2;
    runtime::thread_pool workers(run_by);
    const std::vector<source_span> all{{0, 0, 2502}, {1, 0, 2500}};
    const auto distinct = distinct_spans::of(given, all, 4, workers);
    ASSERT_TRUE(distinct.has_value());
    // AAAA at 0; AAAC, AACA from 2,500 and 2,501 on.
    ASSERT_EQ(distinct->spans().size(), 2U);
    EXPECT_EQ(distinct->spans()[0].first, 0U);
    EXPECT_EQ(distinct->spans()[0].starts, 1U);
    EXPECT_EQ(distinct->spans()[1].sequence, 0U);
    EXPECT_EQ(distinct->spans()[1].first, 2500U);
    EXPECT_EQ(distinct->spans()[1].starts, 2U);
    const longest_windows found = distinct->all_equal_to({4, {{0, 2501, 1}, {0, 0, 2}}});
    ASSERT_EQ(found.windows.size(), 5001U);
    EXPECT_EQ(found.length, 4U);
    EXPECT_EQ(found.windows.front(), (window{0, 0, 2}));
    EXPECT_EQ(found.windows[2500], (window{0, 2501, 1}));
    EXPECT_EQ(found.windows.back(), (window{1, 2499, 2}));
}

TEST(distinct_spans, nothing_of_unequal_or_few_windows) {
    const sequence_set set = test::make_set({random_text(6000, 1), std::string(600, 'A')}, alphabet::dna);
    const problem given(set, with_support(2));
    const run_options options = run_options{};
    runtime::thread_pool workers(options);
    EXPECT_FALSE(distinct_spans::of(given, std::vector<source_span>{{0, 0, 5900}}, 20, workers).has_value());
    EXPECT_FALSE(distinct_spans::of(given, std::vector<source_span>{{1, 0, 580}}, 20, workers).has_value());
}

} // namespace
} // namespace concord::substring::ring_counts_test
