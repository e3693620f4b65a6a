// One case by every path, width of positions and number of threads, against the oracle.
#pragma once

#include "oracles/overlap.hpp"
#include "problems/overlap/cpu/mismatch_plan.hpp"
#include "problems/overlap/tables.hpp"
#include "runtime/test_settings.hpp"
#include "support/overlap_case.hpp"
#include "support/simulated_gpu.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace concord {

// NOLINTNEXTLINE(readability-identifier-naming): the name that the test library looks for
inline void PrintTo(const shared_region& region, std::ostream* out) {
    *out << region.length << " at " << region.first.sequence << ":" << region.first.start << " in " << region.support;
}
// NOLINTNEXTLINE(readability-identifier-naming)
inline void PrintTo(const overlap_place& place, std::ostream* out) { *out << place.sequence << ":" << place.start; }
// NOLINTNEXTLINE(readability-identifier-naming)
inline void PrintTo(const mismatch_match& match, std::ostream* out) {
    *out << match.a.sequence << ":" << match.a.start << " and " << match.b.sequence << ":" << match.b.start << ", "
         << match.length << " letters, " << match.mismatches << " mismatches";
}

} // namespace concord

namespace concord::test {

struct build_way {
    std::string name;
    overlap::build_options options;
    unsigned threads;
    bool on_simulated_gpu = false; ///< questions are answered by the steps of a GPU
};

/// All ways to a suffix array, and to the answers of questions, the keys short and their rounds few, so that small
/// texts reach all of the code.
inline std::vector<build_way> build_ways() {
    using overlap::suffix_path;
    std::vector<build_way> ways;
    for (const bool wide : {false, true})
        for (const unsigned threads : {1U, 3U}) {
            const auto add = [&](const std::string& name, const overlap::suffix_options& suffixes) {
                ways.push_back({name + (wide ? ", wide, " : ", ") + std::to_string(threads) + " threads",
                                {.suffixes = suffixes, .wide = wide, .for_regions = false},
                                threads});
            };
            add("chosen", {});
            add("induced", {suffix_path::induced, 0, -1, 0});
            if (threads > 1) add("induced in blocks", {suffix_path::induced, 0, -1, 0, 1 + 3 * (wide ? 1U : 0U)});
            add("phrases", {suffix_path::phrases});
            if (threads > 1) add("phrases in blocks", {suffix_path::phrases, 0, -1, 0, 1});
            add("keys", {suffix_path::keys, 0, -1, 0});
            add("keys of 8 bits", {suffix_path::keys, 8, 2, 4});
            add("doubling from 1 letter", {suffix_path::keys, 1, 0, 1});
            add("doubling from a word", {suffix_path::keys, 20, 0, 16});
        }
    ways.push_back({"a simulated GPU", {}, 2, true});
    return ways;
}

inline overlap_index built_by(const sequence_set& set, const build_way& way) {
    run_options run;
    run.threads = way.threads;
    const auto made = overlap::build_tables(set, run, way.options);
    return overlap::index_access::make(way.on_simulated_gpu ? with_simulated_gpu(made) : made);
}

inline std::vector<overlap_place> suffixes_of(const overlap_index& index) {
    std::vector<overlap_place> places;
    std::visit(
        [&](const auto& arrays) {
            for (const auto position : arrays.suffixes)
                places.push_back(overlap::index_access::tables_of(index).place_of(position));
        },
        overlap::index_access::tables_of(index).arrays());
    return places;
}

/// The arrays of an index from the definition: given suffixes in their right order.
inline void expect_arrays(const overlap_index& index, const std::vector<overlap_place>& suffixes,
                          const std::string& shown) {
    ASSERT_EQ(suffixes_of(index), suffixes) << shown;
    const sequence_set& set = index.sequences();
    std::visit(
        [&](const auto& arrays) {
            for (std::uint64_t rank = 0; rank < suffixes.size(); ++rank) {
                ASSERT_EQ(arrays.ranks[arrays.suffixes[rank]], rank) << shown;
                const std::uint64_t shared =
                    rank == 0 ? 0 : overlap::reference_common_prefix(set, suffixes[rank - 1], suffixes[rank]);
                ASSERT_EQ(arrays.prefixes[rank], shared) << "prefix " << rank << "\n" << shown;
            }
        },
        overlap::index_access::tables_of(index).arrays());
}

/// A suffix array is right where it is a permutation, and each suffix is smaller than the next: so by their first
/// letters, or, where these are equal, by the ranks of what follows. Common prefixes are compared in text order, where
/// one has at least one letter less than the one before it. Linear, so that long texts can be checked.
inline void expect_sorted(const overlap_index& index, const std::string& shown) {
    const overlap::text_view& text = overlap::index_access::tables_of(index).text;
    const auto check = [&](const auto& arrays) {
        std::vector<bool> seen(text.size);
        for (std::uint64_t rank = 0; rank < text.size; ++rank) {
            const std::uint64_t position = arrays.suffixes[rank];
            ASSERT_LT(position, text.size) << shown;
            ASSERT_FALSE(seen[position]) << shown;
            ASSERT_EQ(arrays.ranks[position], rank) << shown;
            seen[position] = true;
        }
        for (std::uint64_t rank = 1; rank < text.size; ++rank) {
            const std::uint64_t a = arrays.suffixes[rank - 1];
            const std::uint64_t b = arrays.suffixes[rank];
            if (text.is_ambiguous(a) || text.is_ambiguous(b)) {
                ASSERT_TRUE(text.is_ambiguous(a) && (!text.is_ambiguous(b) || a < b)) << shown;
                continue;
            }
            ASSERT_LE(text.letter(a), text.letter(b)) << shown;
            if (text.letter(a) != text.letter(b)) continue;
            if (text.is_cut(a + 1) || text.is_cut(b + 1)) {
                ASSERT_TRUE(text.is_cut(a + 1) && (!text.is_cut(b + 1) || a < b)) << shown;
            } else {
                ASSERT_LT(arrays.ranks[a + 1], arrays.ranks[b + 1]) << shown;
            }
        }
        std::uint64_t shared = 0;
        for (std::uint64_t position = 0; position < text.size; ++position) {
            const std::uint64_t rank = arrays.ranks[position];
            const std::uint64_t known = shared > 0 ? shared - 1 : 0;
            shared = rank == 0 ? 0 : overlap::common_prefix(text, arrays.suffixes[rank - 1], position, known);
            ASSERT_EQ(arrays.prefixes[rank], shared) << "prefix " << rank << "\n" << shown;
        }
    };
    std::visit(check, overlap::index_access::tables_of(index).arrays());
}

inline void expect_same(const shared_region_result& got, const shared_region_result& expected,
                        const std::string& shown) {
    EXPECT_EQ(got.found, expected.found) << shown;
    EXPECT_EQ(got.best, expected.best) << shown;
    EXPECT_EQ(got.occurrences, expected.occurrences) << shown;
    EXPECT_EQ(got.by_support, expected.by_support) << shown;
}

inline std::vector<exact_match> matches_of(const overlap_index& index, std::uint64_t of_a, std::uint64_t min_length,
                                           unsigned threads) {
    std::vector<exact_match> found;
    run_options run;
    run.threads = threads;
    const std::uint64_t count =
        maximal_exact_matches(index, of_a, min_length, run, [&](const exact_match& each) { found.push_back(each); });
    EXPECT_EQ(count, found.size());
    return found;
}

inline std::vector<mismatch_match> mismatch_matches_of(const overlap_index& index, std::uint64_t min_length,
                                                       std::uint64_t mismatches, unsigned threads) {
    std::vector<mismatch_match> found;
    run_options run;
    run.threads = threads;
    const std::uint64_t count = mismatch_matches(index, min_length, mismatches, run,
                                                 [&](const mismatch_match& each) { found.push_back(each); });
    EXPECT_EQ(count, found.size());
    return found;
}

inline std::vector<end_overlap> overlaps_of(const overlap_index& index, std::uint64_t min_length, unsigned threads) {
    std::vector<end_overlap> found;
    run_options run;
    run.threads = threads;
    const std::uint64_t count =
        suffix_prefix_overlaps(index, min_length, run, [&](const end_overlap& each) { found.push_back(each); });
    EXPECT_EQ(count, found.size());
    return found;
}

/// The arrays of an index by every way to build it.
inline void try_arrays(const overlap_case& tried) {
    const sequence_set set = tried.set();
    const std::vector<overlap_place> suffixes = overlap::reference_suffixes(set);
    for (const build_way& way : build_ways()) {
        expect_arrays(built_by(set, way), suffixes, way.name + "\n" + tried.to_paste());
        if (testing::Test::HasFatalFailure()) return;
    }
}

/// The longest region that 1, 2 … all sequences share, with an index and without.
inline void try_shared_regions(const overlap_case& tried) {
    const sequence_set set = tried.set();
    const runtime::scoped_tile few_places(tried.seed % 4); // 0: as always
    for (std::uint64_t support = 1; support <= set.size(); ++support) {
        shared_region_options options;
        options.support = support;
        options.min_length = 1 + (tried.seed + support) % 4;
        options.occurrences = true;
        options.every_support = support == 1 || support == 2;
        const shared_region_result expected = overlap::reference_shared_region(set, options);
        const std::string shown = "support " + std::to_string(support) + ", least " +
                                  std::to_string(options.min_length) + "\n" + tried.to_paste();
        for (const unsigned threads : {1U, 3U}) {
            options.run.threads = threads;
            const overlap_index index = overlap_index::build(set, options.run);
            expect_same(longest_shared_region(index, options), expected, "by index\n" + shown);
            expect_same(longest_shared_region(set, options), expected, "by choice\n" + shown);
        }
        expect_same(longest_shared_region(built_by(set, build_ways().back()), options), expected, "by GPU\n" + shown);
        if (testing::Test::HasFailure()) return;
    }
}

inline void try_repeats_matches_and_overlaps(const overlap_case& tried) {
    const sequence_set set = tried.set();
    const runtime::scoped_tile few_places(tried.seed % 7); // 0: as always
    const std::uint64_t least = 1 + tried.seed % 5;
    const std::uint64_t of_a = tried.seed / 3 % (set.size() + 1);
    const std::string shown =
        "least " + std::to_string(least) + ", " + std::to_string(of_a) + " of A\n" + tried.to_paste();
    const repeat_result repeat = overlap::reference_repeat(set, {least, true, {}});
    const auto matches = overlap::reference_matches(set, of_a, least);
    const auto overlaps = overlap::reference_overlaps(set, least);
    const auto ways = build_ways();
    for (const build_way& way : {ways.front(), *(ways.end() - 2), ways.back()}) {
        const overlap_index index = built_by(set, way);
        const repeat_result got = longest_repeat(index, {least, true, {}});
        EXPECT_EQ(got.found, repeat.found) << shown;
        EXPECT_EQ(got.length, repeat.length) << shown;
        EXPECT_EQ(got.first, repeat.first) << shown;
        EXPECT_EQ(got.count, repeat.count) << shown;
        EXPECT_EQ(got.occurrences, repeat.occurrences) << shown;
        EXPECT_TRUE(matches_of(index, of_a, least, way.threads) == matches) << shown;
        EXPECT_TRUE(overlaps_of(index, least, way.threads) == overlaps) << shown;
    }
}

/// All matches with 0, 1 … mismatches.
inline void try_mismatch_matches(const overlap_case& tried) {
    const sequence_set set = tried.set();
    const runtime::scoped_tile few_places(tried.seed % 4); // 0: as always
    const auto ways = build_ways();
    for (const std::uint64_t mismatches : {0U, 1U, 2U, 3U, 7U})
        for (const std::uint64_t least :
             {1 + tried.seed % 5, mismatches + 1 + tried.seed % 3, 3 * mismatches + 3 + tried.seed % 4}) {
            const auto expected = overlap::reference_mismatch_matches(set, least, mismatches);
            for (const build_way& way : {ways.front(), *(ways.end() - 2), ways.back()})
                EXPECT_EQ(mismatch_matches_of(built_by(set, way), least, mismatches, way.threads), expected)
                    << "least " << least << ", " << mismatches << " mismatches\n"
                    << tried.to_paste();
            const overlap::scoped_window_join joined(1 + tried.seed % 3);
            const build_way& way = tried.seed % 2 == 0 ? ways.back() : ways.front();
            EXPECT_EQ(mismatch_matches_of(built_by(set, way), least, mismatches, way.threads), expected)
                << "windows joined, least " << least << ", " << mismatches << " mismatches\n"
                << tried.to_paste();
            if (testing::Test::HasFailure()) return;
        }
}

} // namespace concord::test
