// Windows that are dropped by how many words are near to theirs: none that has the support.
#include "problems/substring/cpu/words/counted_bounds.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "support/chosen_cases.hpp"
#include "support/counted_input.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::counted_bounds_test {
namespace {

/// Those of all windows of a length that are left where to join them would take so many instructions.
candidate_windows left_by_counts(const counted_input& input, std::uint64_t length, double joining) {
    cpu_resources resources = input.resources;
    resources.path = search_path::automatic;
    candidate_windows windows(input.given, length);
    drop_by_counts(input.given, resources, windows, [&] { return joining; });
    return windows;
}

bool has(const window_bits& set, std::uint64_t position) { return set.any(position, position + 1); }

std::uint64_t holders_of(const problem& given, std::uint64_t position, std::uint64_t length) {
    std::uint64_t holders = 0;
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence) {
        bool is_near = false;
        for (std::uint64_t start = 0; start + length <= given.length(sequence) && !is_near; ++start)
            is_near = mismatches_within(given.letters, position, given.offset(sequence) + start, length,
                                        given.mismatches) <= given.mismatches;
        holders += is_near ? 1 : 0;
    }
    return holders;
}

/// Random letters before a run.
std::vector<std::string> with_tails(std::mt19937_64& random, std::size_t count) {
    std::vector<std::string> all;
    for (std::size_t index = 0; index < count; ++index)
        all.push_back(random_text(random, "ACGT", 40) + std::string(40, 'A'));
    return all;
}

// What random letters stand before is a run in every sequence: blocks of a window that are in the run are frequent,
// words of the random letters are not.
TEST(counted_bounds, drop_long_windows_with_rare_words) {
    std::mt19937_64 random(1);
    const counted_input input(with_tails(random, 20), 1, 10);
    constexpr std::uint64_t length = 40;
    const candidate_windows left = left_by_counts(input, length, 1e12);
    EXPECT_FALSE(has(left.sources, input.given.offset(3)));      // all random
    EXPECT_FALSE(has(left.sources, input.given.offset(3) + 20)); // half of it
    EXPECT_TRUE(has(left.sources, input.given.offset(3) + 40));  // the run
    EXPECT_TRUE(has(left.sources, input.given.offset(3) + 39));  // but one letter
    EXPECT_EQ(left.target_count, 20U * 41);                      // all of them are asked
    ASSERT_FALSE(input.notes.empty());
}

TEST(counted_bounds, are_not_asked_where_a_join_takes_as_little) {
    std::mt19937_64 random(1);
    const counted_input input(with_tails(random, 20), 1, 10);
    EXPECT_EQ(left_by_counts(input, 40, 1).source_count, 20U * 41);
    EXPECT_TRUE(input.notes.empty());
}

TEST(counted_bounds, keep_what_has_the_support) {
    for (const std::uint64_t seed : test::chosen_cases(40)) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937_64 random(seed);
        const std::vector<std::string> all =
            seed % 2 == 0 ? with_tails(random, 8) : related_texts(random, seed % 4 == 1 ? "ACGT" : "AC", 8);
        const counted_input input(all, 1 + random() % 3, 2 + random() % 6);
        const std::uint64_t length = 5 + random() % 40;
        const candidate_windows left = left_by_counts(input, length, 1e8);
        for (std::uint64_t sequence = 0; sequence < input.given.sequences(); ++sequence)
            for (std::uint64_t start = 0; start + length <= input.given.length(sequence); ++start) {
                const std::uint64_t position = input.given.offset(sequence) + start;
                EXPECT_TRUE(has(left.sources, position) ||
                            holders_of(input.given, position, length) < input.given.support)
                    << "sequence " << sequence << " from " << start << ", " << length << " letters";
            }
    }
}

} // namespace
} // namespace concord::substring::counted_bounds_test
