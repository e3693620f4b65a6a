// Words that many sequences hold, stretches of them, and what they are for: long windows are found before any is
// counted. Values of windows by their letters. Worked out by hand.
#include "problems/substring/variants/frequent_words.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "problems/substring/variants/window_hash.hpp"
#include "support/sequence_text.hpp"
#include "support/variant_tools.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::frequent_words_test {
namespace {

TEST(frequent_words, stretches_are_of_words_that_all_hold) {
    // Of the words of four letters only AAAA is in all three. The first sequence has it from five places on: eight
    // letters; with AAAC, which is one other word, nine.
    const sequence_set set = test::make_set({"AAAAAAAACG", "TTAAAAAAAT", "CCGTAAAAAA"});
    const piece_collection of(set, {});
    test::variant_tools tools;
    frequent_words words(of, tools.workers, 4, 1);
    const std::vector<stretch> alone = words.stretches(3, 0, 3);
    ASSERT_EQ(alone.size(), 3);
    EXPECT_EQ(alone[0].start, of.text_first(0));
    EXPECT_EQ(alone[0].length, 8);
    EXPECT_EQ(alone[1].start, of.text_first(1) + 2);
    EXPECT_EQ(alone[1].length, 7);
    EXPECT_EQ(alone[2].start, of.text_first(2) + 4);
    EXPECT_EQ(alone[2].length, 6);
    const std::vector<stretch> with_one = words.stretches(3, 1, 1);
    ASSERT_EQ(with_one.size(), 1);
    EXPECT_EQ(with_one[0].start, of.text_first(0));
    EXPECT_EQ(with_one[0].length, 9);
    EXPECT_EQ(words.take_places(1), window_starts{of.text_first(0)});
}

TEST(reached_length, finds_runs_behind_random_letters) {
    // All hold 300 As, and 301 with one of them inserted.
    std::mt19937_64 random(5);
    std::vector<std::string> sequences;
    for (std::size_t each = 0; each < 8; ++each) {
        std::string letters;
        for (std::size_t at = 0; at < 200; ++at)
            letters += "ACGT"[random() % 4];
        sequences.push_back(letters + std::string(300 + 10 * each, 'A'));
    }
    const sequence_set set = test::make_set(sequences);
    substring_options options;
    options.metric = substring_metric::levenshtein;
    const piece_collection of(set, options);
    const variant_problem given{of, {1, true}, 8, 3, 1};
    test::variant_tools tools(options.run);
    const longest_windows found = search_variants(given, tools.resources);
    EXPECT_GE(found.length, 301);
    const std::string said = "some windows reach ";
    ASSERT_FALSE(tools.notes.empty());
    ASSERT_EQ(tools.notes.front().find(said), 0);
    EXPECT_GE(std::stoull(tools.notes.front().substr(said.size())), 295);
}

TEST(window_hash, is_the_same_from_either_side) {
    const std::vector<letter> text{0, 1, 2, 3, 0, 1, 2, 2, 0, 1, 2, 3};
    window_hash forward(text, 4);
    const std::uint64_t first = forward.at(0); // 0 1 2 3
    EXPECT_NE(forward.at(4), first);           // 0 1 2 2
    EXPECT_EQ(forward.at(8), first);
    window_hash backward(text, 4);
    EXPECT_EQ(backward.at(8), first);
    EXPECT_NE(backward.at(6), first);
    EXPECT_EQ(backward.at(0), first);
}

TEST(known_windows, are_equal_in_all_letters_that_count) {
    const std::vector<letter> text{0, 1, 2, 3, 0, 1, 2, 2, 0, 1, 2, 3, 0, 1};
    window_hash hash(text, 3);
    known_windows<int> known(text, 4);
    known.add(hash.at(0), 0, 4, 7); // 0 1 2 3, by the hash of 0 1 2
    EXPECT_EQ(known.find(hash.at(4), 4, 4), nullptr);
    EXPECT_EQ(known.find(hash.at(8), 8, 3), nullptr) << "its piece ends before";
    ASSERT_NE(known.find(hash.at(8), 8, 6), nullptr);
    EXPECT_EQ(*known.find(hash.at(8), 8, 6), 7);
}

} // namespace
} // namespace concord::substring::frequent_words_test
