// The input as the steps of a parallel machine see it: plain pointers, into a GPU's memory or into the host's.
#pragma once

#include "base/host_device.hpp"
#include "sequence/letters_view.hpp"

#include <cstdint>

namespace concord::substring {

struct collection {
    sequence::letters_view letters;
    const std::uint64_t* offsets; ///< sequences + 1 of them
    std::uint64_t sequences;
    std::uint64_t size;          ///< letters in all
    double sequences_per_letter; ///< for guesses only

    /// The sequence that holds the letter at `position` < size. Time O(1) where lengths are equal, else O(log
    /// sequences).
    [[nodiscard]] CONCORD_HD std::uint64_t sequence_at(std::uint64_t position) const {
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
};

} // namespace concord::substring
