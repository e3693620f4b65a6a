// One case of the variants by every path, vector target and number of threads, against the definition.
#pragma once

#include "oracles/substring_variants.hpp"
#include "problems/substring/variants/variants.hpp"
#include "support/random_case.hpp"
#include "support/variant_case.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <utility>

namespace concord {

inline void PrintTo(const substring_candidate& one, std::ostream* to) {
    *to << '{' << one.sequence << ", " << one.start << ", length " << one.length << ", support " << one.support << '}';
}
inline void PrintTo(const substring_occurrence& one, std::ostream* to) {
    *to << '{' << one.sequence << ", [" << one.start << ", " << one.end << "), " << one.mismatches
        << (one.is_reverse ? " -}" : " +}");
}
inline void PrintTo(const alignment& runs, std::ostream* to) { *to << cigar(runs); }

} // namespace concord

namespace concord::test {

inline void expect_same(const substring_result& got, const substring_result& expected, const std::string& how,
                        const variant_case& tried) {
    const std::string where = how + "\n" + tried.to_paste();
    EXPECT_EQ(got.found, expected.found) << where;
    EXPECT_EQ(got.best, expected.best) << "length " << got.best.length << " and not " << expected.best.length
                                       << ", support " << got.best.support << " and not " << expected.best.support
                                       << ", sequence " << got.best.sequence << " and not " << expected.best.sequence
                                       << ", start " << got.best.start << " and not " << expected.best.start << "; "
                                       << where;
    EXPECT_EQ(got.ties, expected.ties) << where;
    EXPECT_EQ(got.tied_positions, expected.tied_positions) << where;
    EXPECT_EQ(got.tied_sequences, expected.tied_sequences) << where;
    EXPECT_EQ(got.occurrences, expected.occurrences) << where;
    EXPECT_EQ(got.alignments, expected.alignments) << where;
    ASSERT_EQ(got.further.size(), expected.further.size()) << where;
    for (std::size_t rank = 0; rank < got.further.size(); ++rank)
        expect_same(got.further[rank], expected.further[rank], how + ", answer " + std::to_string(rank + 2), tried);
}

/// What a search of the variants is given, for the first answer.
struct variant_search_of {
    variant_search_of(const sequence_set& set, substring_options wanted)
        : options(first_of(std::move(wanted))),
          of(set, options), given{of,
                                  {std::min(options.mismatches, std::max<std::uint64_t>(1, set.longest())),
                                   options.metric == substring_metric::levenshtein},
                                  options.support,
                                  options.min_length,
                                  options.copies},
          workers(options.run),
          vectors(simd::choose_vectors(options.run.vectors)), resources{workers,
                                                                        substring::row_kernels_for(vectors),
                                                                        substring::reach_kernels_for(vectors),
                                                                        substring::neighbourhood_kernels_for(vectors),
                                                                        std::uint64_t{1} << 28U,
                                                                        notes} {}

    [[nodiscard]] substring_result finish(substring::longest_windows found) {
        substring_result result;
        substring::finish_variant(given, options, std::move(found), workers, result);
        return result;
    }

    substring_options options;
    substring::piece_collection of;
    substring::variant_problem given;
    runtime::thread_pool workers;
    simd::vector_target vectors;
    std::vector<std::string> notes;
    substring::variant_resources resources;

  private:
    static substring_options first_of(substring_options wanted) {
        wanted.top = 1;
        return wanted;
    }
};

/// The first answer by the search of the variants alone, whatever the plain search could do.
inline substring_result by_variants(const sequence_set& set, const substring_options& options) {
    variant_search_of tried(set, options);
    return tried.finish(substring::search_variants(tried.given, tried.resources));
}

/// What is left of a result where neither ties nor occurrences are listed.
inline substring_result without_lists(substring_result of) {
    of.ties.clear();
    of.occurrences.clear();
    of.alignments.clear();
    for (substring_result& each : of.further)
        each = without_lists(std::move(each));
    return of;
}

inline void try_all_ways(variant_case tried) {
    const sequence_set set = tried.set();
    substring_options& options = tried.options;
    options.ties = options.occurrences = true;
    options.run.device = device::cpu();
    const substring_result expected = substring::reference_variants(set, options);
    substring_result first = expected;
    first.further.clear();

    for (const vector_target target : usable_vectors()) {
        options.run.vectors = target;
        options.run.threads = 1;
        const std::string vectors(to_string(target));
        const substring_result found = longest_common_substring(set, options);
        EXPECT_EQ(found.run.vectors, vectors);
        expect_same(found, expected, vectors, tried);
        expect_same(by_variants(set, options), first, "variants alone, " + vectors, tried);
        const substring::scoped_search_habits by_anchors({512, 512, 1U << 19U, 16, 256, false, true, 8});
        expect_same(by_variants(set, options), first, "by anchors, " + vectors, tried);
        const substring::scoped_search_habits by_halves({512, 512, 1U << 19U, 16, 256, false, false, 8, true});
        expect_same(by_variants(set, options), first, "by halves, " + vectors, tried);
        substring::search_habits by_sets = substring::current_search_habits();
        by_sets.prefers_half_neighbourhoods = true;
        const substring::scoped_search_habits by_neighbours(by_sets);
        expect_same(by_variants(set, options), first, "by neighbourhoods of halves, " + vectors, tried);
        substring::search_habits neighbourly = substring::current_search_habits();
        neighbourly.counts_by_neighbourhoods = true;
        const substring::scoped_search_habits by_neighbourhoods(neighbourly);
        expect_same(by_variants(set, options), first, "by neighbourhoods, " + vectors, tried);
        substring::search_habits diagonal = substring::current_search_habits();
        diagonal.counts_by_neighbourhoods = false;
        diagonal.counts_along_diagonals = true;
        const substring::scoped_search_habits along_diagonals(diagonal);
        expect_same(by_variants(set, options), first, "along diagonals, " + vectors, tried);
    }
    options.run.vectors = vector_target::automatic;
    // Supports of ties are only bounded then, from one answer to the next.
    options.ties = options.occurrences = false;
    for (const unsigned threads : {1U, 2U}) {
        options.run.threads = threads;
        const std::string how = "without lists, " + std::to_string(threads) + " threads";
        expect_same(longest_common_substring(set, options), without_lists(expected), how, tried);
        const substring::scoped_search_habits every_step({0, 1, 1, 1000, 1, true, false, 8, false, 256, 0});
        expect_same(longest_common_substring(set, options), without_lists(expected), how + ", every step", tried);
        substring::search_habits neighbourly = substring::current_search_habits();
        neighbourly.counts_by_neighbourhoods = true;
        const substring::scoped_search_habits by_neighbourhoods(neighbourly);
        expect_same(longest_common_substring(set, options), without_lists(expected), how + ", by neighbourhoods",
                    tried);
    }
    options.ties = options.occurrences = true;
    for (const unsigned threads : {1U, 2U, 3U}) {
        options.run.threads = threads;
        substring::search_habits seeded = substring::current_search_habits();
        seeded.prefers_seeds = true;
        const substring::scoped_search_habits by_seeds(seeded);
        expect_same(longest_common_substring(set, options), expected,
                    "by seeds, " + std::to_string(threads) + " threads", tried);
    }
    for (const unsigned threads : {1U, 2U, 3U}) {
        options.run.threads = threads;
        // Few starts are grown, in a sample; short blocks filter; a block has eight lanes; lanes are cut to a word.
        const substring::scoped_search_habits every_step({0, 1, 1, 1000, 1, true, false, 8, false, 256, 0});
        const std::string how = "every step, " + std::to_string(threads) + " threads";
        expect_same(longest_common_substring(set, options), expected, how, tried);
        expect_same(by_variants(set, options), first, how + ", variants alone", tried);
        // Words with few spellings are looked up; sequences with others are asked letter by letter.
        const substring::scoped_search_habits by_anchors({0, 1, 1, 1000, 1, true, true, 8, false, 1 + threads});
        expect_same(longest_common_substring(set, options), expected, how + ", by anchors", tried);
        const substring::scoped_search_habits by_halves({0, 1, 1, 1000, 1, true, false, 8, true});
        expect_same(by_variants(set, options), first, how + ", by halves", tried);
        substring::search_habits listed = substring::current_search_habits();
        listed.prefers_rare_halves = true;
        const substring::scoped_search_habits by_places(listed);
        expect_same(by_variants(set, options), first, how + ", by places of halves", tried);
        substring::search_habits by_sets = substring::current_search_habits();
        by_sets.prefers_half_neighbourhoods = true;
        const substring::scoped_search_habits by_neighbours(by_sets);
        expect_same(by_variants(set, options), first, how + ", by neighbourhoods of halves", tried);
        substring::search_habits neighbourly = substring::current_search_habits();
        neighbourly.counts_by_neighbourhoods = true;
        neighbourly.most_spellings = threads; // sequences with words of more are counted in lanes
        const substring::scoped_search_habits by_neighbourhoods(neighbourly);
        expect_same(by_variants(set, options), first, how + ", by neighbourhoods", tried);
        substring::search_habits diagonal = substring::current_search_habits();
        diagonal.counts_by_neighbourhoods = false;
        diagonal.counts_along_diagonals = true;
        const substring::scoped_search_habits along_diagonals(diagonal);
        expect_same(longest_common_substring(set, options), expected, how + ", along diagonals", tried);
        expect_same(by_variants(set, options), first, how + ", along diagonals, variants alone", tried);
        substring::search_habits joined = substring::current_search_habits();
        joined.counts_along_diagonals = false;
        joined.joins_windows = true;
        const substring::scoped_search_habits by_joins(joined);
        expect_same(longest_common_substring(set, options), expected, how + ", by joins", tried);
        expect_same(by_variants(set, options), first, how + ", by joins, variants alone", tried);
    }
}

/// The candidates of all sequences.
inline void try_candidates(variant_case tried) {
    const sequence_set set = tried.set();
    substring_options& options = tried.options;
    options.top = 1;
    options.per_sequence = true;
    options.run.device = device::cpu();
    const substring_result expected = substring::reference_variants(set, options);
    const auto try_with = [&](const std::string& how) {
        const substring_result found = longest_common_substring(set, options);
        EXPECT_EQ(found.best, expected.best) << how << '\n' << tried.to_paste();
        EXPECT_EQ(found.per_sequence, expected.per_sequence) << how << '\n' << tried.to_paste();
    };
    for (const unsigned threads : {1U, 2U}) {
        options.run.threads = threads;
        const std::string how = "candidates, " + std::to_string(threads) + " threads";
        try_with(how);
        const substring::scoped_search_habits every_step({0, 1, 1, 1000, 1, true, false, 8, false, 256, 0});
        try_with(how + ", every step");
        substring::search_habits neighbourly = substring::current_search_habits();
        neighbourly.counts_by_neighbourhoods = true;
        const substring::scoped_search_habits by_neighbourhoods(neighbourly);
        try_with(how + ", by neighbourhoods");
    }
}

/// MaxLCP and LengthStat of the first sequence.
inline void try_prefixes(variant_case tried) {
    const sequence_set set = tried.set();
    tried.options.run.threads = 2;
    std::vector<std::uint64_t> starts;
    for_each_prefix_reach(set, 0, tried.options, [&](std::uint64_t start, const std::vector<std::uint64_t>& reaches) {
        starts.push_back(start);
        EXPECT_EQ(reaches, substring::reference_prefix_reaches(set, 0, start, tried.options))
            << "prefixes from " << start << " of the first sequence\n"
            << tried.to_paste();
    });
    EXPECT_TRUE(std::ranges::is_sorted(starts)) << tried.to_paste();
    const bool is_whole = tried.options.from_start == 0 && tried.options.from_end == 0;
    EXPECT_TRUE(!is_whole || starts.size() == set.length(0)) << tried.to_paste();
}

} // namespace concord::test
