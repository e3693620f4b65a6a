// Reads in the memory of a data-parallel device, and the windows of letters that its threads take.
//
//   a read    ACGTTGACCTGATTACAGGA...                                              letters of one read
//   window 0  [ 64 letters, in which 53 words of 12 begin ............... ]
//   window 1                                                    [ the next 53 words ...
#pragma once

#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "problems/adapters/thresholds.hpp"
#include "runtime/gpu/device_concept.hpp"
#include "sequence/packed_sequences.hpp"

#include <cstdint>

namespace concord::adapters {

struct reads_there {
    const std::uint64_t* low; ///< planes of the letters, as those of packed_sequences
    const std::uint64_t* high;
    const std::uint64_t* ambiguous; ///< null: none is
    std::uint64_t* none;            ///< a bit for each letter that is ambiguous or masked
    const std::uint64_t* offsets;
    std::uint64_t first; ///< of the reads that are looked at
    std::uint64_t count;
};

inline constexpr unsigned letters_per_window = sequence::letters_per_word;
inline constexpr unsigned words_per_window = letters_per_window - threshold::word_letters + 1;

/// Bit i: bits i to i + 11 are set.
[[nodiscard]] CONCORD_HD inline std::uint64_t runs_of_word(std::uint64_t bits) noexcept {
    static_assert(threshold::word_letters == 12, "the steps of runs: 2, 4, 8, 12");
    bits &= bits >> 1U;
    bits &= bits >> 2U;
    bits &= bits >> 4U;
    return bits & bits >> 4U;
}

[[nodiscard]] CONCORD_HD inline std::uint64_t reversed(std::uint64_t bits) noexcept {
    bits = (bits >> 1U & 0x5555555555555555ULL) | (bits & 0x5555555555555555ULL) << 1U;
    bits = (bits >> 2U & 0x3333333333333333ULL) | (bits & 0x3333333333333333ULL) << 2U;
    bits = (bits >> 4U & 0x0f0f0f0f0f0f0f0fULL) | (bits & 0x0f0f0f0f0f0f0f0fULL) << 4U;
    bits = (bits >> 8U & 0x00ff00ff00ff00ffULL) | (bits & 0x00ff00ff00ff00ffULL) << 8U;
    bits = (bits >> 16U & 0x0000ffff0000ffffULL) | (bits & 0x0000ffff0000ffffULL) << 16U;
    return bits >> 32U | bits << 32U;
}

/// Bit i of up to 16 becomes bit 2 i.
[[nodiscard]] CONCORD_HD inline std::uint32_t spread(std::uint32_t bits) noexcept {
    bits = (bits | bits << 8U) & 0x00ff00ffU;
    bits = (bits | bits << 4U) & 0x0f0f0f0fU;
    bits = (bits | bits << 2U) & 0x33333333U;
    return (bits | bits << 1U) & 0x55555555U;
}

/// 64 letters of a read.
struct letter_window {
    std::uint64_t read;   ///< in the collection
    std::uint64_t at;     ///< the first letter, in the collection
    std::uint64_t before; ///< letters of the read before it
    std::uint64_t low;
    std::uint64_t high;
    std::uint64_t held; ///< a bit for each letter that is one of the read, and neither ambiguous nor masked

    /// A bit for the first letter of each word.
    [[nodiscard]] CONCORD_HD std::uint64_t words() const { return runs_of_word(held); }

    /// Calls visit(word, i) for each bit i of `words`: the word that begins there, its first letter in the highest
    /// bits.
    template <class Visit>
    CONCORD_HD void for_each_word(std::uint64_t words, const Visit& visit) const {
        if (words == 0) return;
        constexpr std::uint32_t mask = (1U << threshold::word_letters) - 1;
        const std::uint64_t backward_low = reversed(low); // bit 63 - i: letter i
        const std::uint64_t backward_high = reversed(high);
        for (; words != 0; words &= words - 1) {
            const unsigned i = base::lowest_one(words);
            const unsigned shift = words_per_window - 1 - i;
            visit(spread(static_cast<std::uint32_t>(backward_low >> shift) & mask) |
                      spread(static_cast<std::uint32_t>(backward_high >> shift) & mask) << 1U,
                  i);
        }
    }
};

/// Without those of `words` that stand in the read before, so that each counts once: 53 at a time, for each distance.
/// Time: O(letters of the read before them) words of 64 bits.
[[nodiscard]] CONCORD_HD inline std::uint64_t first_ones(const reads_there& reads, const letter_window& window,
                                                         std::uint64_t words) {
    for (std::uint64_t back = 1; back <= window.before && words != 0; ++back) {
        const std::uint64_t from = window.at - back;
        const std::uint64_t same = window.held & ~((sequence::bits_from(reads.low, from) ^ window.low) |
                                                   (sequence::bits_from(reads.high, from) ^ window.high));
        if ((runs_of_word(same) & words) != 0) words &= ~runs_of_word(same & ~sequence::bits_from(reads.none, from));
    }
    // Words that begin in the first window of the read, at less than the distance from its beginning.
    const std::uint64_t first = window.at - window.before;
    const std::uint64_t low = sequence::bits_from(reads.low, first);
    const std::uint64_t high = sequence::bits_from(reads.high, first);
    const std::uint64_t none = sequence::bits_from(reads.none, first);
    for (unsigned shift = 1; shift < words_per_window && words >> shift != 0; ++shift)
        words &= ~runs_of_word(window.held & ~base::low_bits<std::uint64_t>(shift) &
                               ~((low << shift ^ window.low) | (high << shift ^ window.high) | none << shift));
    return words;
}

/// A step for each read: how many windows it has.
struct count_windows {
    reads_there reads;

    CONCORD_HD runtime::counts operator()(std::uint64_t index) const {
        const std::uint64_t read = reads.first + index;
        const std::uint64_t letters = reads.offsets[read + 1] - reads.offsets[read];
        if (letters < threshold::word_letters) return {0, 0};
        return {static_cast<std::uint32_t>((letters - threshold::word_letters) / words_per_window + 1), 0};
    }
};

/// The windows of all reads, by number.
struct windows_there {
    reads_there reads;
    const std::uint64_t* before; ///< windows of the reads before each read

    [[nodiscard]] CONCORD_HD letter_window operator[](std::uint64_t index) const {
        std::uint64_t low = 0; // the last read before which there are no more windows than `index`
        std::uint64_t high = reads.count;
        while (high - low > 1) {
            const std::uint64_t middle = (low + high) / 2;
            (before[middle] <= index ? low : high) = middle;
        }
        letter_window window{};
        window.read = reads.first + low;
        window.before = (index - before[low]) * words_per_window;
        window.at = reads.offsets[window.read] + window.before;
        const std::uint64_t left = reads.offsets[window.read + 1] - window.at;
        const unsigned letters = left < letters_per_window ? static_cast<unsigned>(left) : letters_per_window;
        window.low = sequence::bits_from(reads.low, window.at);
        window.high = sequence::bits_from(reads.high, window.at);
        window.held = ~sequence::bits_from(reads.none, window.at) & base::low_bits<std::uint64_t>(letters);
        return window;
    }
};

} // namespace concord::adapters
