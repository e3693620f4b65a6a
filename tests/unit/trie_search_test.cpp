// Short words in order, and all of them compared in groups: by hand, and against the textbook for every vector target.
#include "alignment/batch/ordered_words.hpp"
#include "alignment/batch/trie_search.hpp"
#include "alignment/batch/tuning.hpp"
#include "oracles/distance.hpp"
#include "simd/vector_target.hpp"
#include "support/batch_case.hpp"
#include "support/chosen_cases.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace concord::edit_distance::trie_search_test {
namespace {

std::vector<std::uint32_t> all_of(const sequence_set& set) {
    std::vector<std::uint32_t> all(set.size());
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    return all;
}

TEST(ordered_words, by_length_and_letters) {
    const sequence_set set = test::make_set({"GATT", "", "CAT", "GACA", "CAGNT", "CAT", "GATA", "CAGNC"});
    batch_options options;
    batch_run run(set, set, options, nullptr);
    const compared_letters& letters = run.comparer().letters();
    const ordered_words words(letters, letters.b(), all_of(set), run.workers());
    // "", CAT, CAT, GACA, GATA, GATT, CAGNC, CAGNT
    std::vector<std::uint32_t> places;
    std::vector<unsigned> common;
    for (const ordered_words::run& each : words.runs())
        for (std::uint32_t word = each.begin; word < each.end; ++word) {
            places.push_back(words.place(word));
            common.push_back(words.common(each)[word - each.begin]);
        }
    EXPECT_EQ(places, (std::vector<std::uint32_t>{1, 2, 5, 3, 6, 0, 7, 4}));
    EXPECT_EQ(common, (std::vector<unsigned>{0, 0, 3, 0, 2, 3, 0, 4}));
    EXPECT_EQ(words.rows(), 0U + 3 + 0 + 4 + 2 + 1 + 5 + 1);
    ASSERT_EQ(words.runs().size(), 4U);
    EXPECT_EQ(words.runs()[3].length, 5U);
    EXPECT_EQ(words.letters(words.runs()[3])[3], words.ambiguous());
}

/// Pairs within the limit, of words from `first` on, as (place in a, place in b).
std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>
found_within(const test::batch_case& made, vector_target vectors, trie_search::limit limit, bool falls) {
    const sequence_set set_a = test::make_set(made.a, made.kind);
    const sequence_set set_b = test::make_set(made.b, made.kind);
    batch_options options;
    options.metric = made.metric;
    options.run.vectors = vectors;
    batch_run run(set_a, set_b, options, nullptr);
    const pair_comparer& comparer = run.comparer();
    const ordered_words a(comparer.letters(), comparer.letters().a(), all_of(set_a), run.workers());
    const ordered_words b(comparer.letters(), comparer.letters().b(), all_of(set_b), run.workers());
    trie_search search(comparer, a, b);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> found;
    for (const word_group& group : trie_search::groups_of(comparer, a)) {
        search.find(group, limit, 0, [&](std::span<trie_hit> hits, std::span<trie_search::limit> limits) {
            EXPECT_EQ(limits.size(), group.end - group.begin);
            for (const trie_hit& hit : hits) {
                const std::pair places(a.place(group.begin + hit.lane), b.place(hit.word));
                EXPECT_TRUE(found.insert({places, hit.distance}).second);
                if (falls) limits[hit.lane] = std::min<trie_search::limit>(limits[hit.lane], hit.distance);
            }
        });
    }
    return found;
}

/// A few letters, often at the same places, up to the widest lanes.
std::vector<std::string> some_words(std::mt19937_64& random, std::size_t count, std::size_t longest) {
    std::vector<std::string> words;
    for (; count > 0; --count) {
        std::string word = !words.empty() && random() % 2 == 0 ? words[random() % words.size()] : "";
        if (!word.empty() && random() % 3 == 0) word.resize(random() % (word.size() + 1));
        for (std::size_t more = random() % (longest + 1 - word.size()); more > 0; --more)
            word += "ACGTN"[random() % (random() % 8 == 0 ? 5 : 2 + random() % 3)];
        words.push_back(word);
    }
    return words;
}

TEST(trie_search, finds_what_the_textbook_finds) {
    for (const std::uint64_t seed : test::chosen_cases(200)) {
        std::mt19937_64 random(seed);
        const auto metric = static_cast<distance_metric>(seed % 5);
        const std::size_t longest = std::min<std::size_t>(
            std::vector<std::size_t>{16, 17, 33, 64, 65, 128, 129, 200, 257, 320, 321, 512, 700, 1024}[random() % 14],
            most_trie_columns(metric));
        test::batch_case made{.seed = seed,
                              .kind = alphabet::dna,
                              .a = some_words(random,
                                              1 + random() % (longest > 320  ? 5
                                                              : longest > 64 ? 20
                                                                             : 70),
                                              longest),
                              .b = some_words(random,
                                              1 + random() % (longest > 320  ? 5
                                                              : longest > 64 ? 10
                                                                             : 40),
                                              random() % 4 == 0 ? most_trie_rows : longest),
                              .metric = metric,
                              .max_distance = {},
                              .nearest = 1};
        const auto limit = static_cast<trie_search::limit>(random() % 9);
        const auto vectors = usable_vectors()[seed % usable_vectors().size()];
        const auto within = found_within(made, vectors, limit, false);
        const auto falling = found_within(made, vectors, trie_search::no_limit, true);
        for (std::uint32_t i = 0; i < made.a.size(); ++i) {
            auto nearest = static_cast<std::uint64_t>(trie_search::no_limit);
            for (std::uint32_t j = 0; j < made.b.size(); ++j) {
                const auto distance = reference_distance(test::coded(made.a[i], made.b[j], made.kind), metric);
                const auto found = within.find({i, j});
                if (distance && *distance <= static_cast<std::uint64_t>(limit)) {
                    ASSERT_TRUE(found != within.end() && found->second == *distance) << made.to_paste();
                } else {
                    ASSERT_TRUE(found == within.end()) << made.to_paste();
                }
                if (distance) nearest = std::min(nearest, *distance);
            }
            for (std::uint32_t j = 0; j < made.b.size(); ++j) {
                const auto distance = reference_distance(test::coded(made.a[i], made.b[j], made.kind), metric);
                if (!distance || *distance > nearest) continue;
                const auto found = falling.find({i, j});
                ASSERT_TRUE(found != falling.end() && found->second == *distance) << made.to_paste();
            }
        }
    }
}

TEST(trie_search, is_for_enough_short_words) {
    constexpr std::uint64_t rows = tuning::least_words_in_lanes;
    for (const distance_metric metric :
         {distance_metric::levenshtein, distance_metric::indel, distance_metric::hamming}) {
        const auto may_compare = [&](std::size_t count_b, std::size_t length_a, std::size_t length_b) {
            const sequence_set a = test::make_set({std::string(length_a, 'A')});
            const sequence_set b = test::make_set(std::vector<std::string>(count_b, std::string(length_b, 'C')));
            batch_options options;
            options.metric = metric;
            batch_run run(a, b, options, nullptr);
            EXPECT_FALSE(may_compare_words(run, rows - 1));
            return may_compare_words(run, rows);
        };
        const std::uint64_t columns = most_trie_columns(metric);
        EXPECT_TRUE(may_compare(tuning::least_ordered_words, columns, most_trie_rows));
        EXPECT_FALSE(may_compare(tuning::least_ordered_words - 1, columns, most_trie_rows));
        EXPECT_FALSE(may_compare(tuning::least_ordered_words, columns + 1, most_trie_rows));
        EXPECT_FALSE(may_compare(tuning::least_ordered_words, columns, most_trie_rows + 1));
    }
}

/// Words of one beginning, of which none is near: where costs exceed the limit, the words that begin so are left out.
TEST(trie_search, passes_over_what_begins_too_differently) {
    test::batch_case made{0, alphabet::dna, {"AAAAAAAAAAAA"}, {}, distance_metric::levenshtein, {}, 1};
    for (const char* end : {"AAAA", "CAGA", "TTAC", "TTTT"})
        made.b.push_back(std::string("CCCCCCCC") + end);
    EXPECT_TRUE(found_within(made, vector_target::automatic, 7, false).empty());
    const auto found = found_within(made, vector_target::automatic, 8, false);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.begin()->first, (std::pair<std::uint32_t, std::uint32_t>{0, 0}));
    EXPECT_EQ(found.begin()->second, 8U);
}

} // namespace
} // namespace concord::edit_distance::trie_search_test
