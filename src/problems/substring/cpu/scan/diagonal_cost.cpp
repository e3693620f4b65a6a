// What a scan by counters along diagonals takes (diagonal_counts.cpp), of targets in lanes or in rings.
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/scan/diagonal_kernels.hpp"
#include "problems/substring/cpu/scan/ring_counts.hpp"
#include "problems/substring/cpu/scan/scan.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace concord::substring {
namespace {

/// Of letters, whose numbers have eight bits.
constexpr std::size_t most_rows_of_lanes = 256;

} // namespace

double cost_of_diagonals(const problem& given, std::uint64_t spans, std::uint64_t targets, std::uint64_t length) {
    const bool are_long = given.set.longest() > most_diagonal_letters;
    const std::uint64_t longest = are_long ? most_ring_window : given.set.longest();
    const std::size_t rows =
        (std::size_t{1} << given.letters.ordinary_planes()) + given.letters.planes() - given.letters.ordinary_planes();
    if (length > longest || length == 0 || given.set.longest() > most_ring_letters ||
        planes_of_diagonals(longest, given.mismatches) > (are_long ? most_ring_planes : most_diagonal_planes) ||
        rows > (are_long ? growth_alphabet::most_letters + 2 : most_rows_of_lanes))
        return std::numeric_limits<double>::infinity();
    const double letters =
        static_cast<double>(given.set.letters()) / static_cast<double>(std::max<std::uint64_t>(1, given.sequences()));
    // The more of the targets must hold a window, the earlier it is known that too few do; but some windows hold out.
    const double share = static_cast<double>(given.support) / static_cast<double>(given.sequences());
    const double looked_at = std::clamp(2 * (1 - share), 2.0 / 3, 1.0);
    const double of_span = std::min(letters, static_cast<double>(tuning::starts_per_span + length));
    const auto span = static_cast<std::size_t>(of_span);
    const double words = std::floor(letters / 64) + 1;
    const double diagonals = of_span + letters + 1 - 2 * static_cast<double>(length);
    const double ring = std::ceil(letters / positions_of_ring_part) * positions_of_ring_part / 64;
    const double of_ring = length >= least_window_of_blocks ? tuning::cost_of_rings_in_blocks : tuning::cost_of_rings;
    const auto steps = static_cast<double>(are_long ? steps_of_counters(span, length, given.mismatches)
                                                    : steps_of_diagonals(span, length, given.mismatches));
    const double of_words = steps * (are_long ? of_ring * ring : std::clamp(std::ceil(diagonals / 64), 1.0, words));
    // Rows are rotated once for all sources of a task: of few letters that is hardly anything.
    const double many_rows = std::max(static_cast<double>(rows) - (growth_alphabet::most_letters + 2), 0.0);
    const double rotating = many_rows * 64 * words * tuning::cost_of_diagonal_row / tuning::sources_of_diagonals;
    return tuning::lengths_of_diagonals * looked_at * static_cast<double>(spans) * static_cast<double>(targets) *
           (of_words * tuning::cost_of_diagonal_step + of_span * tuning::cost_of_diagonal_letter + rotating);
}

} // namespace concord::substring
