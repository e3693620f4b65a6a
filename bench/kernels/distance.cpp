// distance: many pairs side by side, one in each lane of two vectors, and one short pair at a time. Unit: cells of the
// pairs' matrices; of single pairs, pairs.
#include "kernels/kernels.hpp"

#include "alignment/batch/lane_kernels.hpp"

#include <concord/distance.hpp>

#include <limits>

namespace {

using namespace concord;
using edit_distance::compare_lanes;
using edit_distance::lane_kernels;

/// Pairs of random DNA, as many as the kernel has lanes, of so many letters each.
///
/// Roof: vector instructions, as of a block of alignment.cpp: 2 to compare and 12 for the recurrence in every word of a
/// row, and 4 a row that make masks of its letter's planes. With AVX-512 512 * 2 / 14 = 73 cells a cycle of Levenshtein
/// at most, 128 of the LCS; less for few words. Pairs of a few words stay in registers; those of 1,024 letters pass
/// through L1, 4 rows at a time. A band (`near`) has 64 diagonals, which is all that is computed of a pair within 8
/// edits: its cells are counted as if the whole matrix were filled, so they exceed that roof.
void compare(benchmark::State& state, const lane_kernels& kernels_here, compare_lanes kernel, std::uint32_t letters,
             std::uint64_t max_distance) {
    constexpr unsigned planes = 2;
    const unsigned lanes = kernels_here.group_lanes;
    const std::uint32_t words = (letters + 63) / 64;
    const std::vector<std::uint64_t> columns = kernels::random_words(words * planes * lanes, 1);
    // In a band equal letters, so that no pair is given up early.
    const std::vector<std::uint64_t> rows =
        max_distance < letters ? columns : kernels::random_words(words * planes * lanes, 2);
    const std::vector<std::uint32_t> lengths(lanes, letters);
    std::vector<std::uint64_t> vertical(2 * words * lanes);
    std::vector<std::uint32_t> distances(lanes);
    for ([[maybe_unused]] auto round : state) {
        kernel({.columns = columns.data(),
                .rows = rows.data(),
                .vertical = vertical.data(),
                .column_lengths = lengths.data(),
                .row_lengths = lengths.data(),
                .words = words,
                .max_distance = max_distance,
                .distances = distances.data()});
        benchmark::ClobberMemory();
    }
    const std::uint64_t pairs = lanes;
    kernels::count_items(state, pairs * letters * letters);
    kernels::count_rate(state, "pairs", static_cast<double>(pairs));
}

/// Unit: pairs, of random DNA and as many letters each as the argument says.
///
/// Roof: at 20 letters the table of the columns of each byte, 2 KiB that are zeroed (from about 50 ns); from 100
/// letters on the rows, of which each waits for the one before: some ten cycles a row.
void short_pair(benchmark::State& state) {
    const auto letters = static_cast<std::size_t>(state.range(0));
    const std::string a = kernels::random_letters(letters, "ACGT", 1);
    const std::string b = kernels::random_letters(letters, "ACGT", 2);
    const sequence_ref of_a(a);
    const sequence_ref of_b(b);
    for ([[maybe_unused]] auto round : state)
        benchmark::DoNotOptimize(short_distance(of_a, of_b, distance_metric::levenshtein));
    kernels::count_items(state, 1);
    kernels::count_rate(state, "cells", static_cast<double>(letters * letters));
}
BENCHMARK(short_pair)->Name("distance/short_distance")->ArgName("letters")->Arg(20)->Arg(64)->Arg(100)->Arg(500);

[[maybe_unused]] const bool added = [] {
    constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint32_t letters : {64U, 128U, 1024U}) {
        const std::string size = std::to_string(letters);
        kernels::add_for_each_target("distance/levenshtein_lanes_" + size, [=](auto& state, vector_target target) {
            const lane_kernels& here = edit_distance::lane_kernels_for(target);
            compare(state, here, here.whole[static_cast<std::size_t>(distance_metric::levenshtein)][0], letters,
                    unbounded);
        });
        kernels::add_for_each_target("distance/indel_lanes_" + size, [=](auto& state, vector_target target) {
            const lane_kernels& here = edit_distance::lane_kernels_for(target);
            compare(state, here, here.whole[static_cast<std::size_t>(distance_metric::indel)][0], letters, unbounded);
        });
    }
    kernels::add_for_each_target("distance/near_lanes_1024", [](auto& state, vector_target target) {
        const lane_kernels& here = edit_distance::lane_kernels_for(target);
        compare(state, here, here.narrow[static_cast<std::size_t>(distance_metric::levenshtein)][0], 1024, 8);
    });
    return true;
}();

} // namespace
