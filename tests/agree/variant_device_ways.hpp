// One case of the variants by the steps of a GPU, on the host; and on a GPU where there is one.
#pragma once

#include "agree/variant_ways.hpp"
#include "problems/substring/gpu/device_engine.hpp"
#include "problems/substring/variants/longest_of_each.hpp"
#include "runtime/device_race.hpp"
#include "runtime/gpu/gpus.hpp"
#include "runtime/test_settings.hpp"
#include "support/serial_machine.hpp"

namespace concord::test {

/// The first answer by the steps of a GPU. `tile`: words at a time, 0 as many as fit.
inline substring_result by_device(const sequence_set& set, const substring_options& options, std::uint64_t tile) {
    variant_search_of tried(set, options);
    const runtime::scoped_tile words(tile);
    serial_machine machine(std::uint64_t{1} << 22U);
    substring::device_engine<serial_machine> engine(machine, tried.given, tried.resources);
    return tried.finish(substring::search_variants(tried.given, engine, tried.resources));
}

/// The first answer. `tile`: words at a time, 0 as many as fit.
inline void try_steps_of_a_device(variant_case tried, std::uint64_t tile) {
    const sequence_set set = tried.set();
    substring_options& options = tried.options;
    options.ties = options.occurrences = true;
    options.run.device = device::cpu();
    options.run.threads = 1;
    options.top = 1;
    const substring_result expected = substring::reference_variants(set, options);
    expect_same(by_device(set, options, tile), expected, "by a device, tile " + std::to_string(tile), tried);
    const substring::scoped_search_habits every_step({0, 1, 1, 1000, 1, true, false, 8});
    expect_same(by_device(set, options, tile), expected, "every step, tile " + std::to_string(tile), tried);
    const substring::scoped_search_habits by_anchors({0, 1, 1, 1000, 1, true, true, 8});
    expect_same(by_device(set, options, tile), expected, "by anchors, tile " + std::to_string(tile), tried);
    substring::search_habits by_words = substring::current_search_habits();
    by_words.counts_by_anchors = false;
    by_words.counts_by_neighbourhoods = true;
    const substring::scoped_search_habits all_words(by_words);
    expect_same(by_device(set, options, tile), expected, "all words by the host, tile " + std::to_string(tile), tried);
}

/// The candidates of all sequences by the steps of a GPU.
inline void try_candidates_of_a_device(variant_case tried) {
    const sequence_set set = tried.set();
    tried.options.top = 1;
    variant_search_of search(set, tried.options);
    serial_machine machine(std::uint64_t{1} << 22U);
    substring::device_engine<serial_machine> engine(machine, search.given, search.resources);
    const substring::longest_windows longest = substring::search_variants(search.given, engine, search.resources);
    EXPECT_EQ(substring::longest_of_each(search.given, engine, search.resources, longest),
              substring::reference_variants(set, tried.options).per_sequence)
        << "candidates by a device\n"
        << tried.to_paste();
}

/// How far prefixes of the first sequence reach.
inline void try_reaches_of_a_device(const variant_case& tried) {
    const sequence_set set = tried.set();
    const substring_options& options = tried.options;
    const substring::piece_collection of(set, options);
    const substring::variant_problem given{of,
                                           {std::min(options.mismatches, std::max<std::uint64_t>(1, set.longest())),
                                            options.metric == substring_metric::levenshtein},
                                           options.support,
                                           options.min_length,
                                           1};
    runtime::thread_pool workers(options.run);
    std::vector<std::string> notes;
    const substring::variant_resources resources{workers,
                                                 substring::row_kernels_for(simd::choose_vectors({})),
                                                 substring::reach_kernels_for(simd::choose_vectors({})),
                                                 substring::neighbourhood_kernels_for(simd::choose_vectors({})),
                                                 std::uint64_t{1} << 28U,
                                                 notes};
    serial_machine machine(std::uint64_t{1} << 22U);
    substring::device_engine<serial_machine> engine(machine, given, resources);
    for (const substring::piece& one : of.pieces(0)) {
        if (one.is_reverse) continue;
        std::vector<substring::text_word> words;
        for (std::uint64_t start = 0; start < one.length; ++start)
            words.push_back({one.first + start, one.length - start});
        std::vector<std::vector<std::uint64_t>> reaches = engine.reaches(words);
        ASSERT_EQ(reaches.size(), words.size());
        for (std::uint64_t start = 0; start < one.length; ++start) {
            reaches[start][0] = one.length - start;
            EXPECT_EQ(reaches[start], substring::reference_prefix_reaches(set, 0, one.origin + start, options))
                << "prefixes from " << start << "\n"
                << tried.to_paste();
        }
    }
}

/// All answers, on the first GPU.
inline void try_on_a_gpu(variant_case tried, std::uint64_t tile) {
    const sequence_set set = tried.set();
    substring_options& options = tried.options;
    options.ties = options.occurrences = true;
    options.run.device = device::cpu();
    const substring_result expected = substring::reference_variants(set, options);
    options.run.device = device::gpus({runtime::usable_gpus().front()});
    const runtime::scoped_tile words(tile);
    const std::string where = "on a GPU, tile " + std::to_string(tile);
    const substring_result found = longest_common_substring(set, options);
    EXPECT_TRUE(found.run.device.starts_with("cuda:")) << found.run.device << "\n" << tried.to_paste();
    expect_same(found, expected, where, tried);
    {
        const runtime::scoped_rival rival(options.run.device, 0);
        options.run.device = {};
        expect_same(longest_common_substring(set, options), expected, where + ", beside the CPU", tried);
        options.run.device = device::gpus({runtime::usable_gpus().front()});
    }
    const substring::scoped_search_habits every_step({0, 1, 1, 1000, 1, true, false, 8});
    expect_same(longest_common_substring(set, options), expected, where + ", every step", tried);
    const substring::scoped_search_habits by_anchors({0, 1, 1, 1000, 1, true, true, 8});
    expect_same(longest_common_substring(set, options), expected, where + ", by anchors", tried);
    try_prefixes(tried);
}

} // namespace concord::test
