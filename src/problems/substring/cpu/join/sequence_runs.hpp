// How many sequences have a window among some that are marked, where the windows of each lie side by side: one bit for
// each window, one addition for 64 of them, however many are marked.
//
//     windows    a a a a b b c d d d      of the sequences a to d
//     last             1   1 1     1      the last of each
//     marked     . 1 1 . . . 1 . . 1      a, c and d have one: 3
//
// Where a bit before the last of a run is marked, adding ones to all of these carries into the last.
#pragma once

#include "base/bits.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::substring {

/// Runs with a marked bit; the bit of the last window is the last of a run.
[[nodiscard]] inline std::uint64_t count_marked_runs(std::span<const std::uint64_t> marked,
                                                     std::span<const std::uint64_t> last) noexcept {
    std::uint64_t runs = 0;
    bool is_marked = false; // the run that a word ends in, so far
    for (std::size_t word = 0; word < marked.size(); ++word) {
        const std::uint64_t bits = marked[word] | (is_marked ? 1U : 0U);
        const std::uint64_t inner = ~last[word];
        const std::uint64_t sum = (bits & inner) + inner;
        runs += base::count_ones((sum | bits) & last[word]);
        is_marked = sum < inner;
    }
    return runs;
}

} // namespace concord::substring
