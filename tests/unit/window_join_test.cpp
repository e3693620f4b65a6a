// The join of windows, source against target, where many begin alike: against what comparing letter by letter finds.
#include "problems/substring/cpu/join/join.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/tuning.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace concord::substring {
namespace {

TEST(join, finds_what_comparing_finds_wherever_runs_stand) {
    // So many distinct windows that it is asked which letters tell them apart: some 2,500, nearly all of which begin,
    // or end, with the same run of more letters than are compared at first.
    for (const bool is_at_start : {true, false}) {
        std::mt19937_64 random(7);
        std::vector<std::string> texts;
        for (std::size_t index = 0; index < 120; ++index) {
            std::string rest;
            while (rest.size() < 25)
                rest += "0123456789abcdefghijklmnopqrstuvwxyz"[random() % 4 + index % 8 * 4];
            texts.push_back(is_at_start ? std::string(45, 'A') + rest : rest + std::string(45, 'A'));
        }
        constexpr std::uint64_t length = 50;
        constexpr std::uint64_t mismatches = 4;
        constexpr std::uint64_t support = 8;
        const sequence_set set = test::make_set(texts, alphabet::bytes);
        substring_options options;
        options.mismatches = mismatches;
        options.support = support;
        options.run.threads = 2;
        const problem given(set, options);
        runtime::thread_pool workers(options.run);
        candidate_windows windows(given, length);
        std::set<std::string> distinct;
        std::vector<window> expected;
        for (std::size_t sequence = 0; sequence < texts.size(); ++sequence) {
            for (std::size_t start = 0; start + length <= texts[sequence].size(); ++start) {
                const std::string own = texts[sequence].substr(start, length);
                distinct.insert(own);
                std::uint64_t holders = 0;
                for (const std::string& other : texts) {
                    bool is_near = false;
                    for (std::size_t at = 0; at + length <= other.size() && !is_near; ++at) {
                        std::uint64_t differ = 0;
                        for (std::size_t index = 0; index < length && differ <= mismatches; ++index)
                            differ += own[index] != other[at + index] ? 1U : 0U;
                        is_near = differ <= mismatches;
                    }
                    holders += is_near ? 1U : 0U;
                }
                if (holders >= support) expected.push_back({sequence, start, holders});
            }
        }
        ASSERT_GE(distinct.size() * distinct.size(), tuning::worth_telling_letters);
        longest_windows found =
            join(given, workers, seed_kernels_for(simd::choose_vectors(simd::vector_target::automatic)), windows,
                 equal_windows(given, windows.sources, length, workers));
        std::ranges::sort(found.windows);
        EXPECT_FALSE(expected.empty());
        EXPECT_EQ(found.windows, expected) << (is_at_start ? "at the start" : "at the end");
    }
}

} // namespace
} // namespace concord::substring
