// Maximal unique matches, by hand: of an index and of sequences alone, whichever threads look at the ranks.
#include "support/sequence_text.hpp"

#include <concord/overlap.hpp>
#include <concord/unique_matches.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace concord::unique_matches_test {
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
    const unique_match_list without_index =
        maximal_unique_matches(test::make_set({a, b}), 1, min_length, index_strands::forward, run);
    EXPECT_EQ(without_index.matches.size(), found.size());
    for (std::size_t i = 0; i < std::min(found.size(), without_index.matches.size()); ++i) {
        const exact_match& match = without_index.matches[i];
        EXPECT_EQ((std::vector{match.a.start, match.b.start, match.length}), found[i]);
    }
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

std::string random_letters(std::mt19937_64& random, std::size_t count) {
    std::string letters(count, ' ');
    for (char& letter : letters)
        letter = "ACGT"[random() % 4];
    return letters;
}

/// Every thirtieth letter of B is another one than that of A, so the 29 letters between are the matches; of 200,000
/// letters several threads take parts.
TEST(unique_matches, of_a_copy_with_other_letters) {
    std::mt19937_64 random(7);
    const std::string a = random_letters(random, 100'020);
    std::string b = a;
    rows expected;
    for (std::uint64_t at = 29; at < a.size(); at += 30) {
        b[at] = a[at] == 'C' ? 'G' : 'C';
        expected.push_back({at - 29, at - 29, 29});
    }
    for (const unsigned threads : {1U, 2U, 5U})
        EXPECT_EQ(matches(a, b, 25, threads), expected) << threads;
}

/// A is 60 copies of 1,000 letters, and behind each of them 50 letters that are nowhere else; B has these 50 letters
/// alone, between other ones, every second time as their reverse complement. At either end of every third of them A has
/// an ambiguous letter, and so does B. Such a text is sorted by induction.
TEST(unique_matches, of_copies_without_an_index) {
    std::mt19937_64 random(11);
    std::string repeated = random_letters(random, 1000);
    repeated.front() = repeated.back() = 'A';
    std::string a;
    std::string b;
    std::vector<exact_match> forward;
    std::vector<exact_match> reverse;
    for (std::uint64_t copy = 0; copy < 60; ++copy) {
        const std::string own = "C" + random_letters(random, 48) + "G"; // its reverse complement has the same ends
        const std::string around = copy % 3 == 0 ? "N" : "";
        a += repeated + around;
        b += random_letters(random, 100) + "G" + around;
        const bool is_reverse = copy % 2 == 1;
        exact_match match{{0, a.size()}, {1, b.size()}, own.size()};
        if (is_reverse) match.b.on = strand::reverse;
        (is_reverse ? reverse : forward).push_back(match);
        std::string of_b = own;
        if (is_reverse) {
            std::ranges::reverse(of_b);
            std::ranges::transform(of_b, of_b.begin(), [](char letter) {
                return letter == 'A' ? 'T' : letter == 'T' ? 'A' : letter == 'C' ? 'G' : 'C';
            });
        }
        a += own + around;
        b += of_b + around + "C"; // A has an A at either end, B others, whichever strand it is
    }
    const sequence_set set = test::make_set({a, b});
    for (const unsigned threads : {1U, 3U}) {
        run_options run;
        run.threads = threads;
        const unique_match_list one = maximal_unique_matches(set, 1, 25, index_strands::forward, run);
        EXPECT_TRUE(one.matches == forward) << one.matches.size();
        EXPECT_TRUE(std::ranges::any_of(
            one.run.notes, [](const std::string& note) { return note.find("induced sorting") != std::string::npos; }));
        std::vector<exact_match> all = forward; // in the order of B's strands, the reverse one from right to left
        all.insert(all.end(), reverse.rbegin(), reverse.rend());
        EXPECT_TRUE(maximal_unique_matches(set, 1, 25, index_strands::both, run).matches == all) << threads;
    }
}

} // namespace
} // namespace concord::unique_matches_test
