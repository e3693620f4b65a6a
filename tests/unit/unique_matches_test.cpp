// Maximal unique matches, by hand: of an index of one strand, whichever threads look at its ranks.
#include "support/sequence_text.hpp"

#include <concord/overlap.hpp>
#include <concord/unique_matches.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace concord {
namespace {

/// The first sequence is A, the second one B: start in A, start in B, and length of each match.
std::vector<std::vector<std::uint64_t>> matches(const std::string& a, const std::string& b, std::uint64_t min_length,
                                                unsigned threads = 1) {
    run_options run;
    run.threads = threads;
    const overlap_index index = overlap_index::build(test::make_set({a, b}), run);
    std::vector<std::vector<std::uint64_t>> found;
    maximal_unique_matches(index, 1, min_length, run, [&](const exact_match& match) {
        found.push_back({match.a.start, match.b.start, match.length});
    });
    return found;
}

using rows = std::vector<std::vector<std::uint64_t>>;

/// ATTA is in both once, between other letters; so are C, at an end of each, and G. A and T are twice in each.
TEST(unique_matches, of_two_short_sequences) {
    EXPECT_EQ(matches("CATTAG", "GATTAC", 1), (rows{{5, 0, 1}, {1, 1, 4}, {0, 5, 1}}));
    EXPECT_EQ(matches("CATTAG", "GATTAC", 2), (rows{{1, 1, 4}}));
    EXPECT_EQ(matches("CATTAG", "GATTAC", 5), rows{});
    EXPECT_EQ(matches("CATTAGC", "GATTAC", 1), (rows{{5, 0, 1}, {1, 1, 4}})) << "C is twice in A";
    EXPECT_EQ(matches("ACGT", "ACGT", 4), (rows{{0, 0, 4}}));
    EXPECT_EQ(matches("ACGT", "ACGT", 99), rows{});
}

/// Every thirtieth letter of B is another one than that of A, so the 29 letters between are the matches; of 200,000
/// letters several threads take parts.
TEST(unique_matches, of_a_copy_with_other_letters) {
    std::mt19937_64 random(7);
    std::string a(100'020, 'A');
    for (char& letter : a)
        letter = "ACGT"[random() % 4];
    std::string b = a;
    rows expected;
    for (std::uint64_t at = 29; at < a.size(); at += 30) {
        b[at] = a[at] == 'C' ? 'G' : 'C';
        expected.push_back({at - 29, at - 29, 29});
    }
    for (const unsigned threads : {1U, 2U, 5U})
        EXPECT_EQ(matches(a, b, 25, threads), expected) << threads;
}

} // namespace
} // namespace concord
