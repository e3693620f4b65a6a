// Pairs of equal sequences: by hand, and as comparing all with all gives them.
#include "problems/distance/join/equal_letters.hpp"
#include "problems/distance/join/equal_sequences.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace concord::edit_distance::equal_sequences_test {
namespace {

using numbers = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

numbers pairs_of(const std::vector<std::string>& texts, alphabet kind, wanted_pairs wanted, unsigned threads) {
    const sequence_set set = test::make_set(texts, kind);
    run_options options;
    options.threads = threads;
    runtime::thread_pool pool(options);
    numbers found;
    equal_sequences(sequence::packed(set), sequence::packed(set), pool)
        .deliver(pool, wanted, [&](std::span<const near_pair> pairs) {
            for (const near_pair& each : pairs) {
                EXPECT_EQ(each.distance, 0U);
                found.emplace_back(each.a, each.b);
            }
        });
    return found;
}

TEST(equal_sequences, the_example_of_the_header) {
    const std::vector<std::string> texts = {"CASSL", "CARF", "CASSL", "CASSL"};
    EXPECT_EQ(pairs_of(texts, alphabet::utf8, wanted_pairs::each_once, 1), (numbers{{0, 2}, {0, 3}, {2, 3}}));
    EXPECT_EQ(pairs_of(texts, alphabet::utf8, wanted_pairs::all, 2),
              (numbers{{0, 0}, {0, 2}, {0, 3}, {1, 1}, {2, 0}, {2, 2}, {2, 3}, {3, 0}, {3, 2}, {3, 3}}));
    const sequence_set set = test::make_set(texts, alphabet::utf8);
    const run_options options;
    runtime::thread_pool pool(options);
    EXPECT_EQ(equal_sequences(sequence::packed(set), sequence::packed(set), pool).distinct(), 2U);
}

TEST(equal_sequences, empty_and_single_ones) {
    EXPECT_EQ(pairs_of({}, alphabet::utf8, wanted_pairs::all, 1), numbers{});
    EXPECT_EQ(pairs_of({""}, alphabet::utf8, wanted_pairs::each_once, 1), numbers{});
    EXPECT_EQ(pairs_of({"", "A", ""}, alphabet::protein, wanted_pairs::each_once, 1), (numbers{{0, 2}}));
}

void try_texts(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const std::string letters = seed % 2 == 0 ? "ACGT" : "XY";
    std::vector<std::string> texts(random() % 400);
    for (std::size_t at = 0; at < texts.size(); ++at) {
        if (at > 0 && random() % 2 == 0) { // a copy, or one that differs in a letter, however long
            texts[at] = texts[random() % at];
            if (random() % 2 == 0 && !texts[at].empty()) texts[at][random() % texts[at].size()] = letters[0];
            continue;
        }
        texts[at].resize(random() % 4 == 0 ? 60 + random() % 80 : random() % 6);
        for (char& letter : texts[at])
            letter = letters[random() % letters.size()];
    }
    for (const wanted_pairs wanted : {wanted_pairs::all, wanted_pairs::each_once}) {
        numbers expected;
        for (std::size_t i = 0; i < texts.size(); ++i)
            for (std::size_t j = wanted == wanted_pairs::all ? 0 : i + 1; j < texts.size(); ++j)
                if (texts[i] == texts[j]) expected.emplace_back(i, j);
        for (const alphabet kind : {alphabet::utf8, alphabet::bytes})
            EXPECT_EQ(pairs_of(texts, kind, wanted, 1 + static_cast<unsigned>(seed % 3)), expected) << "seed " << seed;
    }
}

TEST(equal_sequences, are_those_that_comparing_finds) {
    for (const std::uint64_t seed : test::seeds(74'000'000, 60))
        try_texts(seed);
}

TEST(equal_sequences, of_two_sets) {
    for (const std::uint64_t seed : test::seeds(75'000'000, 40)) {
        std::mt19937_64 random(seed);
        std::array<std::vector<std::string>, 2> texts;
        for (std::vector<std::string>& side : texts) {
            side.resize(random() % 200);
            for (std::string& text : side)
                text = std::string(random() % 3 == 0 ? 62 : 0, 'z') + std::to_string(random() % 150);
        }
        numbers expected;
        for (std::size_t i = 0; i < texts[0].size(); ++i)
            for (std::size_t j = 0; j < texts[1].size(); ++j)
                if (texts[0][i] == texts[1][j]) expected.emplace_back(i, j);
        const sequence_set a = test::make_set(texts[0], alphabet::utf8);
        const sequence_set b = test::make_set(texts[1], alphabet::utf8);
        const run_options options;
        runtime::thread_pool pool(options);
        numbers found;
        equal_sequences(sequence::packed(a), sequence::packed(b), pool)
            .deliver(pool, wanted_pairs::all, [&](std::span<const near_pair> pairs) {
                for (const near_pair& each : pairs)
                    found.emplace_back(each.a, each.b);
            });
        EXPECT_EQ(found, expected) << "seed " << seed;
    }
}

TEST(equal_sequences, of_many_copies_pairs_come_in_parts) {
    std::vector<std::string> texts;
    for (int at = 0; at < 1500; ++at)
        texts.emplace_back(at % 5 == 0 ? "rare" + std::to_string(at) : "frequent");
    const numbers found = pairs_of(texts, alphabet::utf8, wanted_pairs::each_once, 2);
    EXPECT_EQ(found.size(), 1200U * 1199 / 2);
    EXPECT_TRUE(std::ranges::is_sorted(found));
}

TEST(equal_letters, planes_that_are_the_same_everywhere_are_left_out) {
    const sequence_set set = test::make_set({"ACGT", "ACGA", "ACGT", ""}, alphabet::utf8);
    const equal_letters letters(sequence::packed(set));
    EXPECT_TRUE(letters.are_equal(0, 2));
    EXPECT_EQ(letters.hash_of(0), letters.hash_of(2));
    EXPECT_FALSE(letters.are_equal(0, 1));
    EXPECT_NE(letters.hash_of(0), letters.hash_of(1));
    EXPECT_FALSE(letters.are_equal(0, 3));
    const sequence_set same = test::make_set({"AAA", "AA", "AAA"}, alphabet::utf8); // no plane is left
    const equal_letters lengths(sequence::packed(same));
    EXPECT_TRUE(lengths.are_equal(0, 2));
    EXPECT_FALSE(lengths.are_equal(0, 1));
    EXPECT_NE(lengths.hash_of(0), lengths.hash_of(1));
}

} // namespace
} // namespace concord::edit_distance::equal_sequences_test
