// What is dropped of windows before they are counted, and what is known of them after an answer is masked: never a
// window that has the support.
#include "problems/substring/variants/variant_engine.hpp"
#include "problems/substring/variants/variants.hpp"

#include "support/chosen_cases.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::window_drops_test {
namespace {

std::string random_letters(std::mt19937_64& random, std::size_t count) {
    std::string made;
    for (std::size_t at = 0; at < count; ++at)
        made += "ACGT"[random() % 4];
    return made;
}

/// Reads, every other one of which ends in the adapter.
sequence_set reads_with(const std::string& adapter, std::size_t reads, std::size_t letters) {
    std::mt19937_64 random(11);
    sequence_set_builder builder(alphabet::dna);
    for (std::size_t read = 0; read < reads; ++read) {
        const std::string end = read % 2 == 0 ? adapter : std::string();
        builder.add({}, random_letters(random, letters - end.size()) + end);
    }
    return std::move(builder).finish();
}

struct searched {
    searched(const sequence_set& set, const substring_options& options, const allowance& allowed, std::uint64_t support)
        : of(set, options), given{of, allowed, support, 1, 1}, workers(options.run),
          vectors(simd::choose_vectors(options.run.vectors)), resources{workers,
                                                                        row_kernels_for(vectors),
                                                                        reach_kernels_for(vectors),
                                                                        neighbourhood_kernels_for(vectors),
                                                                        std::uint64_t{1} << 28U,
                                                                        notes} {}

    [[nodiscard]] filtered all_windows(std::uint64_t length) const {
        filtered windows;
        for (const piece& one : of.pieces())
            for (std::uint64_t at = 0; !one.is_reverse && at + length <= one.length; ++at)
                windows.starts.push_back(one.first + at);
        windows.all = windows.starts.size();
        return windows;
    }
    [[nodiscard]] supported_starts supported(std::uint64_t length) const {
        const filtered windows = all_windows(length);
        return count_supported(given, *make_cpu_engine(given, resources), resources, windows, windows.starts, length);
    }

    piece_collection of;
    variant_problem given;
    runtime::thread_pool workers;
    simd::vector_target vectors;
    std::vector<std::string> notes;
    variant_resources resources;
};

substring_options on_both_strands() {
    substring_options options;
    options.both_strands = true;
    options.run.threads = 2;
    return options;
}

TEST(drop_by_strands, an_adapter_is_counted_on_its_strand) {
    constexpr std::uint64_t length = 18;
    const sequence_set set = reads_with("AGATCGGAAGAGCACACGTC", 1000, 50);
    const searched in(set, on_both_strands(), {2, true}, 300);
    filtered windows = in.all_windows(length);
    drop_by_strands(in.given, in.resources, length, windows);
    const supported_starts expected = in.supported(length);
    EXPECT_GT(expected.starts.size(), 100U);
    EXPECT_TRUE(std::ranges::includes(windows.starts, expected.starts));
    EXPECT_LT(windows.starts.size() * 2, windows.all);
}

TEST(drop_by_strands, what_both_strands_hold_together_stays) {
    // The first half of the reads has a word on one strand, the others on the other one: neither alone has the support.
    std::mt19937_64 random(5);
    sequence_set_builder builder(alphabet::dna);
    for (std::size_t read = 0; read < 1000; ++read)
        builder.add({}, random_letters(random, 30) + (read % 2 == 0 ? "AGATCGGAAGAGCACACG" : "CGTGTGCTCTTCCGATCT"));
    const sequence_set set = std::move(builder).finish();
    const searched in(set, on_both_strands(), {2, true}, 900);
    filtered windows = in.all_windows(18);
    drop_by_strands(in.given, in.resources, 18, windows);
    const supported_starts expected = in.supported(18);
    EXPECT_GE(expected.starts.size(), 1000U);
    EXPECT_TRUE(std::ranges::includes(windows.starts, expected.starts));
}

TEST(drop_by_balls, what_is_near_to_too_few_words_is_dropped) {
    constexpr std::uint64_t length = 6;
    const sequence_set set = reads_with("AGATCGG", 600, 40);
    const searched in(set, on_both_strands(), {1, false}, 240);
    filtered windows = in.all_windows(length);
    drop_by_balls(in.given, in.resources, length, std::numeric_limits<double>::infinity(), windows.starts);
    const supported_starts expected = in.supported(length);
    EXPECT_GE(expected.starts.size(), 300U);
    EXPECT_TRUE(std::ranges::includes(windows.starts, expected.starts));
    EXPECT_LT(windows.starts.size() * 2, windows.all);
}

/// What is left as long as an answer, after it is masked, is what is counted anew; in so many of 400 reads.
void expect_same_supports(std::uint64_t support, const allowance& allowed, bool are_all_wanted) {
    std::mt19937_64 random(3);
    sequence_set_builder builder(alphabet::dna);
    for (std::size_t read = 0; read < 400; ++read)
        builder.add({}, random_letters(random, 40));
    const sequence_set set = std::move(builder).finish();
    searched in(set, on_both_strands(), allowed, support);
    const longest_windows found = search_variants(in.given, in.resources);
    ASSERT_FALSE(found.windows.empty());
    window_supports supports;
    supports.begin(in.of, found, are_all_wanted, in.workers);
    longest_windows left = found;
    for (std::size_t round = 0; round < 3 && !left.windows.empty(); ++round) {
        const window& first = left.windows.front();
        const substring_candidate answer{first.sequence, first.start, found.length, first.support};
        const std::vector<substring_occurrence> occurrences = occurrences_of(in.given, answer, in.workers);
        const std::vector<covered_letters> covered = letters_of_answer(in.given, answer, occurrences, in.workers);
        const std::size_t before = left.windows.size();
        supports.leave(in.given, in.resources, covered);
        for (const covered_letters& each : covered)
            in.of.mask(each.sequence, each.first, each.last);
        supports.join(in.given, in.resources);
        left = supports.windows(in.of);
        const longest_windows expected = windows_of(in.of, in.supported(found.length));
        EXPECT_LT(left.windows.size(), before);
        EXPECT_EQ(supports.are_none(), expected.windows.empty());
        ASSERT_EQ(left.windows.size(), expected.windows.size());
        longest_windows compared = left;
        for (std::size_t index = 1; index < left.windows.size() && !are_all_wanted; ++index) {
            EXPECT_GE(left.windows[index].support, support); // of these it is a lower bound
            EXPECT_LE(left.windows[index].support, expected.windows[index].support);
            compared.windows[index].support = expected.windows[index].support;
        }
        EXPECT_EQ(compared.windows, expected.windows);
    }
}

TEST(window_supports, are_those_of_the_masked_text) {
    constexpr std::uint64_t supports[] = {20, 60, 200, 390};
    for (const std::uint64_t number : test::chosen_cases(64))
        expect_same_supports(supports[number / 4 % 4], {number / 16, number % 2 == 1}, number / 2 % 2 == 1);
}

} // namespace
} // namespace concord::substring::window_drops_test
