// Near pairs found by their seeds: how sequences are cut, and that no near pair is missed, however few sequences there
// are and in however many parts they are looked up.
#include "oracles/distance.hpp"
#include "problems/distance/batch/near_pairs.hpp"
#include "support/batch_case.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace concord::edit_distance::distance_batch_seeds_test {
namespace {

using near_list = std::vector<near_pair>;

TEST(sequence_seeds, cover_a_sequence_without_gaps) {
    for (std::uint64_t length = 1; length < 80; ++length) {
        for (std::uint64_t count = 1; count <= length; ++count) {
            std::uint64_t end = 0;
            for (std::uint64_t index = 0; index < count; ++index) {
                const seed_range seed = seed_of(length, count, index);
                EXPECT_EQ(seed.begin, end) << length << " letters, " << count << " seeds";
                EXPECT_GE(seed.length, length / count);
                EXPECT_LE(seed.length, length / count + 1);
                end = seed.begin + seed.length;
            }
            EXPECT_EQ(end, length);
        }
    }
}

TEST(sequence_seeds, of_an_equal_sequence_are_looked_for_in_their_place) {
    const seed_range seed = seed_of(14, 3, 1);
    const seed_positions begins = positions_of(distance_metric::levenshtein, 14, 14, 2, 1, seed);
    EXPECT_LE(begins.first, 4);
    EXPECT_GE(begins.last, 4);
    EXPECT_EQ(begins.last - begins.first, 2); // one letter to either side
}

/// Everything near by the textbook's matrix.
near_list expected(const test::batch_case& made, std::uint64_t bound) {
    near_list near;
    for (std::size_t i = 0; i < made.a.size(); ++i)
        for (std::size_t j = 0; j < made.b.size(); ++j)
            if (const auto distance = reference_distance(test::coded(made.a[i], made.b[j], made.kind), made.metric);
                distance && *distance <= bound)
                near.push_back({i, j, static_cast<std::uint32_t>(*distance)});
    return near;
}

TEST(near_pair_search, finds_by_seeds_what_the_matrix_finds) {
    for (const std::uint64_t seed : test::seeds(51'000'000, 2000)) {
        const test::batch_case made = test::make_batch_case(seed);
        const sequence_set a = test::make_set(made.a, made.kind);
        const sequence_set b = test::make_set(made.b, made.kind);
        const std::uint64_t bound = made.max_distance.value_or(seed % 12);
        const near_list wanted = expected(made, bound);
        batch_options options;
        options.metric = made.metric;
        options.max_distance = bound;
        options.run.threads = 1 + seed % 2;
        std::vector<std::uint32_t> rows(a.size());
        std::iota(rows.begin(), rows.end(), std::uint32_t{0});
        for (const std::uint32_t part : {0U, 3U}) {
            batch_run run(a, b, options, nullptr);
            near_list found;
            near_pair_search(run, bound, rows, near_pair_method::seeds, part)
                .find(rows, wanted_pairs::all,
                      [&](auto pairs) { found.insert(found.end(), pairs.begin(), pairs.end()); });
            ASSERT_TRUE(found == wanted) << found.size() << " instead of " << wanted.size() << " pairs within " << bound
                                         << ", parts of " << part << "\n"
                                         << made.to_paste();
        }
    }
}

TEST(near_pair_search, takes_what_is_quicker) {
    std::vector<std::string> barcodes;
    for (std::uint32_t index = 0; index < 4000; ++index) {
        std::string letters;
        std::uint32_t state = index * 2'654'435'761U;
        for (int at = 0; at < 20; ++at, state = state * 1'664'525U + 1'013'904'223U)
            letters += "ACGT"[state >> 30U];
        barcodes.push_back(letters);
    }
    const sequence_set set = test::make_set(barcodes);
    std::vector<std::uint32_t> rows(set.size());
    std::iota(rows.begin(), rows.end(), std::uint32_t{0});
    batch_options options;
    batch_run run(set, set, options, nullptr);
    EXPECT_TRUE(near_pair_search(run, 1, rows).is_selective());
    EXPECT_FALSE(near_pair_search(run, 18, rows).is_selective()); // nearly all are within it
}

TEST(near_pair_search, refines_lanes_only_where_few_pairs_are_left_open) {
    std::vector<std::string> words;
    std::uint32_t state = 1;
    for (int index = 0; index < 300; ++index) {
        std::string letters;
        for (int at = 0; at < 300; ++at, state = state * 1'664'525U + 1'013'904'223U)
            letters += "ACGT"[state >> 30U];
        words.push_back(letters);
    }
    const sequence_set set = test::make_set(words);
    std::vector<std::uint32_t> rows(set.size());
    std::iota(rows.begin(), rows.end(), std::uint32_t{0});
    batch_options options;
    options.metric = distance_metric::damerau_levenshtein;
    batch_run run(set, set, options, nullptr);
    // By optimal string alignment they are some 155 edits apart, and at most 105 where Damerau-Levenshtein is within
    // 70, but up to 180 where it is within 120.
    EXPECT_EQ(near_pair_search(run, 70, rows).why().find("all words"), std::string::npos);
    EXPECT_NE(near_pair_search(run, 120, rows).why().find("all words"), std::string::npos);
}

/// With two of ten bases left out 100,000 words have 4,500,000 keys, of 4^8: each is shared by some 70 words by chance.
/// Of names of two to four syllables, of 480 kinds, hardly any is.
TEST(near_pair_search, leaves_letters_out_where_few_keys_are_equal_by_chance) {
    std::mt19937_64 random(5);
    std::vector<std::string> words(100'000);
    std::vector<std::string> names(10'000);
    for (std::string& word : words)
        while (word.size() < 10)
            word += "ACGT"[random() % 4];
    for (std::string& name : names)
        for (std::uint64_t left = 2 + random() % 3; left > 0; --left) {
            name += "bcdfghjklmnprstv"[random() % 16];
            name += "aeiou"[random() % 5];
            if (random() % 5 < 2) name += "nlrst"[random() % 5];
        }
    const auto why = [](const std::vector<std::string>& texts, alphabet kind) {
        const sequence_set set = test::make_set(texts, kind);
        std::vector<std::uint32_t> rows(set.size());
        std::iota(rows.begin(), rows.end(), std::uint32_t{0});
        batch_options options;
        batch_run run(set, set, options, nullptr);
        return near_pair_search(run, 2, rows).why();
    };
    EXPECT_EQ(why(words, alphabet::dna).find("left out"), std::string::npos);
    EXPECT_EQ(why(words, alphabet::bytes).find("left out"), std::string::npos);
    EXPECT_NE(why(names, alphabet::bytes).find("left out"), std::string::npos);
}

} // namespace
} // namespace concord::edit_distance::distance_batch_seeds_test
