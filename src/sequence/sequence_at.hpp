// The sequence that holds a letter of a collection, for the host and for kernels, which have its offsets only.
#pragma once

#include "base/host_device.hpp"

#include <cstdint>

namespace concord::sequence {

/// The number of the sequence that holds the letter at `position`, which is below offsets[sequences]; empty sequences
/// hold none. `sequences_per_letter`: for a first guess. Time O(1) where lengths are equal, else O(log sequences).
[[nodiscard]] CONCORD_HD inline std::uint64_t sequence_at(const std::uint64_t* offsets, std::uint64_t sequences,
                                                          double sequences_per_letter, std::uint64_t position) {
    auto low = static_cast<std::uint64_t>(static_cast<double>(position) * sequences_per_letter);
    if (low >= sequences) low = sequences - 1;
    std::uint64_t high = low + 1; // wanted: offsets[low] <= position < offsets[high]
    for (std::uint64_t step = 1; offsets[low] > position; step *= 2) {
        high = low;
        low = low > step ? low - step : 0;
    }
    for (std::uint64_t step = 1; offsets[high] <= position; step *= 2) {
        low = high;
        high = sequences - high > step ? high + step : sequences;
    }
    while (high - low > 1) {
        const std::uint64_t middle = low + (high - low) / 2;
        (offsets[middle] <= position ? low : high) = middle;
    }
    return low;
}

} // namespace concord::sequence
