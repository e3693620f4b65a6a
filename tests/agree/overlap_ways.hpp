// One case by every path, width of positions and number of threads, against the oracle.
#pragma once

#include "oracles/overlap.hpp"
#include "problems/overlap/tables.hpp"
#include "support/overlap_case.hpp"

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

} // namespace concord

namespace concord::test {

struct build_way {
    std::string name;
    overlap::build_options options;
    unsigned threads;
};

/// All ways to a suffix array, the keys short and their rounds few, so that small texts reach all of the code.
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
            add("keys", {suffix_path::keys, 0, -1, 0});
            add("keys of 8 bits", {suffix_path::keys, 8, 2, 4});
            add("doubling from 1 letter", {suffix_path::keys, 1, 0, 1});
            add("doubling from a word", {suffix_path::keys, 20, 0, 16});
        }
    return ways;
}

inline overlap_index built_by(const sequence_set& set, const build_way& way) {
    run_options run;
    run.threads = way.threads;
    return overlap::index_access::make(overlap::build_tables(set, run, way.options));
}

inline std::vector<overlap_place> suffixes_of(const overlap_index& index) {
    std::vector<overlap_place> places;
    std::visit(
        [&](const auto& arrays) {
            for (const auto position : arrays.suffixes)
                places.push_back(overlap::index_access::tables_of(index).place_of(position));
        },
        overlap::index_access::tables_of(index).arrays);
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
        overlap::index_access::tables_of(index).arrays);
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

inline std::vector<end_overlap> overlaps_of(const overlap_index& index, std::uint64_t min_length, unsigned threads) {
    std::vector<end_overlap> found;
    run_options run;
    run.threads = threads;
    const std::uint64_t count =
        suffix_prefix_overlaps(index, min_length, run, [&](const end_overlap& each) { found.push_back(each); });
    EXPECT_EQ(count, found.size());
    return found;
}

} // namespace concord::test
