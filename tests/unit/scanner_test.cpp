// Few spans against all targets by one thread, and by several that share the targets; windows along one diagonal.
#include "problems/substring/cpu/scan/scan.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "simd/vector_target.hpp"
#include "support/options_of.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::scanner_test {
namespace {

using outcomes_of_spans = std::vector<std::vector<start_outcome>>;

std::vector<std::string> random_texts(std::size_t count, std::size_t letters, const std::string& planted) {
    std::mt19937 random(7);
    std::vector<std::string> texts;
    for (std::size_t sequence = 0; sequence < count; ++sequence) {
        std::string text;
        for (std::size_t at = 0; at < letters + sequence % 7; ++at)
            text += "ACGT"[random() % 4];
        if (sequence % 3 == 0) text.replace(random() % (letters - planted.size()), planted.size(), planted);
        texts.push_back(text);
    }
    return texts;
}

outcomes_of_spans scanned(const problem& given, const target_list& targets, const std::vector<source_span>& spans,
                          std::uint64_t length, runtime::thread_pool* team) {
    const seed_kernels& kernels = seed_kernels_for(simd::choose_vectors(simd::vector_target::automatic));
    outcomes_of_spans outcomes;
    scanner(given, kernels, targets).scan(spans, length, wanted::longest, nullptr, outcomes, team);
    return outcomes;
}

/// first_window_within, slowly: one start after the other.
std::uint64_t first_by_definition(const problem& given, std::uint64_t first, std::uint64_t last, std::uint64_t length) {
    while (first <= last && mismatches_within(given.letters, first, given.offset(1) + first, length, given.mismatches) >
                                given.mismatches)
        ++first;
    return first;
}

TEST(diagonal, finds_the_first_window_within_the_mismatches) {
    // The letters differ at 1, 4 and 5: windows of four have 1, 2, 2, 2 and 2 mismatches, those of two 1, 1, 0.
    const sequence_set set = test::make_set({"AAAAAAAA", "ACAACCAA"}, alphabet::dna);
    const problem given(set, test::options_of(0, 1));
    const auto found = [&](std::uint64_t first, std::uint64_t last, unsigned length, std::uint64_t k) {
        diagonal along(given.letters, 0, given.offset(1));
        along.start_at(first);
        return along.first_window_within(first, last, length, k);
    };
    EXPECT_EQ(found(0, 4, 4, 1), 0U);
    EXPECT_EQ(found(1, 4, 4, 1), 5U) << "none";
    EXPECT_EQ(found(1, 4, 4, 2), 1U);
    EXPECT_EQ(found(0, 6, 2, 0), 2U);
    EXPECT_EQ(found(3, 6, 2, 0), 6U) << "the last one";
}

TEST(diagonal, finds_the_first_window_of_any_length_at_any_start) {
    std::mt19937 random(11);
    for (unsigned round = 0; round < 3000; ++round) {
        const std::size_t letters = 1 + random() % 300;
        const unsigned rare = std::array<unsigned, 4>{1, 3, 10, 40}[random() % 4];
        std::string source;
        std::string target;
        for (std::size_t at = 0; at < letters; ++at) {
            source += "ACGT"[random() % 4];
            target += random() % rare == 0 ? "ACGT"[random() % 4] : source.back();
        }
        const sequence_set set = test::make_set({source, target}, alphabet::dna);
        const problem given(set, test::options_of(random() % 6, 1));
        const auto length = static_cast<unsigned>(1 + random() % std::min<std::size_t>(64, letters));
        const std::uint64_t last = random() % (letters - length + 1);
        const std::uint64_t first = random() % (last + 1);
        diagonal along(given.letters, 0, given.offset(1));
        along.start_at(first);
        EXPECT_EQ(along.first_window_within(first, last, length, given.mismatches),
                  first_by_definition(given, first, last, length))
            << source << ' ' << target << " [" << first << ", " << last << "], " << length << " letters, k "
            << given.mismatches;
    }
}

TEST(scanner, finds_the_same_by_a_team) {
    const std::vector<std::string> texts = random_texts(5000, 60, "ACGTTGCATGCCGATAACGT");
    const sequence_set set = test::make_set(texts, alphabet::dna);
    for (const std::uint64_t mismatches : {1U, 2U}) {
        substring_options options;
        options.mismatches = mismatches;
        options.support = 800;
        const problem given(set, options);
        std::vector<source_span> spans;
        for (std::uint64_t sequence = 0; sequence < 40; ++sequence)
            spans.push_back({sequence, 0, given.length(sequence) - 12 + 1});
        const target_list targets;
        const outcomes_of_spans alone = scanned(given, targets, spans, 12, nullptr);
        std::uint64_t longest = 0;
        for (const auto& of_span : alone)
            for (const start_outcome& each : of_span)
                longest = std::max(longest, each.length);
        EXPECT_GE(longest, 20U); // what is planted
        for (const unsigned threads : {1U, 2U, 5U}) {
            run_options run;
            run.threads = threads;
            runtime::thread_pool team(run);
            const outcomes_of_spans together = scanned(given, targets, spans, 12, &team);
            ASSERT_EQ(together.size(), alone.size());
            for (std::size_t span = 0; span < alone.size(); ++span)
                for (std::size_t start = 0; start < alone[span].size(); ++start) {
                    EXPECT_EQ(together[span][start].length, alone[span][start].length) << span << " " << start;
                    EXPECT_EQ(together[span][start].support, alone[span][start].support) << span << " " << start;
                }
        }
    }
}

} // namespace
} // namespace concord::substring::scanner_test
