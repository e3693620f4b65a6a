// One case by every path, vector target, number of threads and tile size, against the textbook.
#pragma once

#include "oracles/substring.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/growth/pattern_growth.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/test_settings.hpp"
#include "support/random_case.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

namespace concord::test {

using substring::search_path;

inline void expect_same(const substring_result& got, const substring_result& expected, const std::string& how,
                        const random_case& tried) {
    EXPECT_EQ(got.found, expected.found) << how << "\n" << tried.to_paste();
    EXPECT_EQ(got.best, expected.best) << how << ": length " << got.best.length << " and not " << expected.best.length
                                       << ", support " << got.best.support << " and not " << expected.best.support
                                       << "\n"
                                       << tried.to_paste();
    EXPECT_EQ(got.ties, expected.ties) << how << "\n" << tried.to_paste();
    EXPECT_EQ(got.tied_positions, expected.tied_positions) << how << "\n" << tried.to_paste();
    EXPECT_EQ(got.tied_sequences, expected.tied_sequences) << how << "\n" << tried.to_paste();
    EXPECT_EQ(got.occurrences, expected.occurrences) << how << "\n" << tried.to_paste();
}

/// The answer by one path alone, as longest_common_substring would put it together.
inline substring_result by_path(const sequence_set& set, const substring_options& options, search_path path) {
    substring::problem given(set, options);
    given.are_supports_exact = options.ties;
    runtime::thread_pool workers(options.run);
    std::vector<std::string> notes;
    const substring::cpu_resources resources{workers,
                                             substring::seed_kernels_for(simd::choose_vectors(options.run.vectors)),
                                             std::uint64_t{64} << 20U,
                                             runtime::forced_tile(),
                                             notes,
                                             path,
                                             0,
                                             simd::choose_vectors(options.run.vectors)};
    substring_result result;
    substring::finish(given, options, substring::search_on_cpu(given, resources), workers, result);
    return result;
}

/// Where the supports of ties are not asked for: the same answer, and as many ties.
inline void try_without_ties(const random_case& tried, substring_result expected) {
    const sequence_set set = tried.set();
    substring_options options = tried.options;
    options.ties = options.per_sequence = false;
    options.occurrences = true;
    options.run.threads = 1;
    expected.ties.clear();
    expect_same(longest_common_substring(set, options), expected, "without ties", tried);
    expect_same(by_path(set, options, search_path::diagonals), expected, "diagonals without ties", tried);
    expect_same(by_path(set, options, search_path::counted_words), expected, "counted words without ties", tried);
}

inline void try_all_ways(random_case tried) {
    const sequence_set set = tried.set();
    substring_options& options = tried.options;
    options.ties = options.occurrences = options.per_sequence = true;
    const substring_result expected = substring::reference_search(set, options);

    for (const vector_target target : usable_vectors()) {
        const std::string vectors(to_string(target));
        options.run.vectors = target;
        options.run.threads = 1;
        const substring_result result = longest_common_substring(set, options);
        EXPECT_EQ(result.run.vectors, vectors);
        expect_same(result, expected, vectors, tried);
        EXPECT_EQ(result.per_sequence, expected.per_sequence) << vectors << "\n" << tried.to_paste();
    }
    options.run.vectors = vector_target::automatic;
    for (const std::uint64_t tile : {0U, 1U, 3U, 64U}) {
        options.run.threads = 2;
        const runtime::scoped_tile small(tile);
        const substring_result result = longest_common_substring(set, options);
        expect_same(result, expected, "2 threads, tile " + std::to_string(tile), tried);
        EXPECT_EQ(result.per_sequence, expected.per_sequence) << "tile " << tile << "\n" << tried.to_paste();
    }
    expect_same(by_path(set, options, search_path::dense), expected, "dense", tried);
    expect_same(by_path(set, options, search_path::filter_and_join), expected, "filter and join", tried);
    expect_same(by_path(set, options, search_path::filter_and_scan), expected, "filter and scan", tried);
    for (const std::uint64_t tile : {0U, 3U}) {
        const runtime::scoped_tile small(tile);
        expect_same(by_path(set, options, search_path::seeds), expected, "seeds, tile " + std::to_string(tile), tried);
    }
    for (const vector_target target : usable_vectors()) {
        options.run.vectors = target;
        const std::string vectors = " of " + std::string(to_string(target));
        expect_same(by_path(set, options, search_path::diagonals), expected, "diagonals" + vectors, tried);
        expect_same(by_path(set, options, search_path::pattern_growth), expected, "growth" + vectors, tried);
        expect_same(by_path(set, options, search_path::counted_words), expected, "counted words" + vectors, tried);
        expect_same(by_path(set, options, search_path::pieced_windows), expected, "pieces" + vectors, tried);
        expect_same(by_path(set, options, search_path::spaced_words), expected, "spaced words" + vectors, tried);
        for (const std::uint64_t sampled : {1U, 3U}) {
            const substring::scoped_growth_sample sample(
                {.at_once = 1, .least = sampled, .wanted_support = 0, .most_share = 1, .least_support = 0});
            expect_same(by_path(set, options, search_path::pattern_growth), expected, "sampled growth" + vectors,
                        tried);
        }
    }
    options.run.vectors = vector_target::automatic;
    try_without_ties(tried, expected);
    for (std::size_t i = 0; i < tried.sequences.size(); ++i) {
        for (std::size_t j = 0; j < tried.sequences.size(); ++j)
            EXPECT_EQ(max_lcp(set, i, j, options.mismatches),
                      substring::reference_max_lcp(set, i, j, options.mismatches))
                << "MaxLCP of " << i << ", " << j << "\n"
                << tried.to_paste();
        const std::uint64_t start = tried.sequences[i].size() / 2;
        EXPECT_EQ(length_stat(set, i, start, options.mismatches),
                  substring::reference_length_stat(set, i, start, options.mismatches))
            << "LengthStat of " << i << ", " << start << "\n"
            << tried.to_paste();
    }
}

} // namespace concord::test
