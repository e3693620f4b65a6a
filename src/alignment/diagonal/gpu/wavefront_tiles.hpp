// Wavefronts on a GPU: many edits a launch. A block owns some neighbouring diagonals, loads the wavefront on these and
// on as many more on both sides as there are steps, and computes step after step in its own memory. What comes in from
// outside spoils one diagonal a step on each side, so the block's own diagonals are right at the end.
//
//     loaded      . . . . # # # # # # # # . . . .        # the block's own diagonals
//     1 step      x . . . # # # # # # # # . . . x        x spoiled
//     2 steps     x x . . # # # # # # # # . . x x
//     ...
//     written             # # # # # # # #
//
// The same lines run on the host in tests. What a wavefront is: alignment/diagonal/bidirectional.hpp.
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "base/host_device.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace concord::pairwise::diagonals {

inline constexpr std::int32_t unreached_on_gpu = -(1 << 30);
inline constexpr unsigned tile_lanes = 512;
inline constexpr unsigned most_tile_steps = 32;

/// The letters of a pair in a GPU's memory. The 64 bytes behind the ends differ from everything.
template <class Code>
struct letters_on_gpu {
    static constexpr auto in_a_word = static_cast<std::int32_t>(sizeof(std::uint64_t) / sizeof(Code));
    static constexpr std::int32_t words_at_once = 8; ///< the bytes behind the ends

    const Code* a;
    const Code* b;
    std::int32_t a_length;
    std::int32_t b_length;

    /// `Words` times eight bytes from a letter on.
    template <std::int32_t Words>
    static CONCORD_HD void words_at(const Code* letters,
                                    std::uint64_t (&words)[static_cast<std::size_t>(Words)]) { // NOLINT(*-c-arrays)
#ifdef __CUDA_ARCH__
        const auto address = reinterpret_cast<std::uintptr_t>(letters);
        const auto* const from = reinterpret_cast<const std::uint64_t*>(address & ~std::uintptr_t{7});
        const auto shift = static_cast<unsigned>(address & 7U) * 8;
#pragma unroll
        for (std::int32_t word = 0; word < Words; ++word)
            words[word] = __ldg(from + word);
        if (shift == 0) return;
        const std::uint64_t behind = __ldg(from + Words);
#pragma unroll
        for (std::int32_t word = 0; word < Words; ++word)
            words[word] = words[word] >> shift | (word + 1 < Words ? words[word + 1] : behind) << (64 - shift);
#else
        std::memcpy(words, letters, sizeof words);
#endif
    }

    /// Equal letters of the next `Words` words on diagonal k, up to the first that differs.
    template <std::int32_t Words>
    [[nodiscard]] CONCORD_HD std::int32_t equal_letters(std::int32_t i, std::int32_t k) const {
        std::uint64_t of_a[static_cast<std::size_t>(Words)]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
        std::uint64_t of_b[static_cast<std::size_t>(Words)]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
        words_at<Words>(a + i, of_a);
        words_at<Words>(b + (std::int64_t{i} - k), of_b);
        std::int32_t equal = Words * in_a_word;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (std::int32_t word = Words - 1; word >= 0; --word) {
            const std::uint64_t differ = of_a[word] ^ of_b[word];
            if (differ == 0) continue;
            equal = word * in_a_word + static_cast<std::int32_t>(base::lowest_one(differ) / (8 * sizeof(Code)));
        }
        return equal;
    }

    /// Where equal letters on diagonal k end that begin with the letter i of a. Where a word is equal, it is mostly the
    /// diagonal of an alignment, whose letters go on to be: then words are loaded together, so that only one of them is
    /// waited for.
    [[nodiscard]] CONCORD_HD std::int32_t extended(std::int32_t i, std::int32_t k) const {
        std::int32_t equal = equal_letters<1>(i, k);
        if (equal < in_a_word) return i + equal;
        constexpr std::int32_t many = 2 * words_at_once;
        for (i += equal;
             std::int64_t{i} + many * in_a_word <= a_length && std::int64_t{i} - k + many * in_a_word <= b_length;
             i += equal) {
            equal = equal_letters<many>(i, k);
            if (equal < many * in_a_word) return i + equal;
        }
        for (;; i += equal) {
            equal = equal_letters<words_at_once>(i, k);
            if (equal < words_at_once * in_a_word) return i + equal;
        }
    }

    /// The diagonals that a number of edits can reach.
    [[nodiscard]] CONCORD_HD std::int32_t lowest(std::int32_t edits) const {
        return edits < b_length ? -edits : -b_length;
    }
    [[nodiscard]] CONCORD_HD std::int32_t highest(std::int32_t edits) const {
        return edits < a_length ? edits : a_length;
    }

    /// h of `edits` on diagonal k, from those of one edit less on k - 1, k and k + 1.
    [[nodiscard]] CONCORD_HD std::int32_t next(std::int32_t before, std::int32_t here, std::int32_t behind,
                                               std::int32_t k, std::int32_t edits, bool may_substitute) const {
        if (k < lowest(edits) || k > highest(edits)) return unreached_on_gpu;
        std::int32_t reach = before + 1 > behind ? before + 1 : behind;
        if (here + (may_substitute ? 1 : 0) > reach) reach = here + (may_substitute ? 1 : 0);
        if (reach > a_length) reach = a_length;
        const std::int64_t most_of_b = std::int64_t{b_length} + k; // letters of a consumed when all of b is
        if (reach > most_of_b) reach = static_cast<std::int32_t>(most_of_b);
        // Without substitutions each edit changes the diagonal: an odd number of them gains nothing on even ones.
        if (reach < 0 || (!may_substitute && ((k ^ edits) & 1) != 0)) return reach;
        return extended(reach, k);
    }
};

/// A direction of the search: a wavefront, and room for the next one. Diagonal k is at [k + center]; only what so many
/// edits reach is defined.
struct tiled_wavefront {
    const std::int32_t* from;
    std::int32_t* to;
};

/// Some steps of both directions, or of one.
template <class Code>
struct tile_work {
    letters_on_gpu<Code> pair[2]; ///< forwards, and reversed
    tiled_wavefront wave[2];
    std::int32_t edits[2]; ///< of `from`
    std::int32_t steps[2]; ///< 0 to most_tile_steps; 0: nothing is written
    std::int32_t center;
    bool may_substitute;

    /// Diagonals that a tile owns.
    [[nodiscard]] static CONCORD_HD std::int32_t own(std::int32_t steps) {
        return static_cast<std::int32_t>(tile_lanes) - 2 * steps;
    }
    /// The diagonals that are reached after the steps.
    [[nodiscard]] CONCORD_HD std::int32_t first(unsigned side) const {
        return pair[side].lowest(edits[side] + steps[side]);
    }
    [[nodiscard]] CONCORD_HD std::int32_t last(unsigned side) const {
        return pair[side].highest(edits[side] + steps[side]);
    }
    [[nodiscard]] std::uint32_t tiles(unsigned side) const {
        if (steps[side] == 0) return 0;
        return static_cast<std::uint32_t>((last(side) - first(side)) / own(steps[side]) + 1);
    }
    /// The diagonal of a lane.
    [[nodiscard]] CONCORD_HD std::int32_t diagonal_of(unsigned side, std::uint32_t tile, std::uint32_t lane) const {
        return first(side) + static_cast<std::int32_t>(tile) * own(steps[side]) - steps[side] +
               static_cast<std::int32_t>(lane);
    }
    [[nodiscard]] CONCORD_HD std::int32_t load(unsigned side, std::int32_t k) const {
        const bool reached = k >= pair[side].lowest(edits[side]) && k <= pair[side].highest(edits[side]);
        return reached ? wave[side].from[k + center] : unreached_on_gpu;
    }
    [[nodiscard]] CONCORD_HD std::int32_t step(unsigned side, const std::int32_t* around, std::int32_t k,
                                               std::int32_t number) const {
        return pair[side].next(around[0], around[1], around[2], k, edits[side] + number, may_substitute);
    }
    CONCORD_HD void store(unsigned side, std::uint32_t lane, std::int32_t k, std::int32_t reach) const {
        const auto margin = static_cast<std::uint32_t>(steps[side]);
        if (lane < margin || lane >= tile_lanes - margin || k > last(side)) return;
        wave[side].to[k + center] = reach;
    }
};

/// Step: the letters of a sequence from its end, and what stands behind it as it is.
template <class Code>
struct reverse_letters {
    const Code* from;
    std::uint64_t length;
    Code* to;

    CONCORD_HD void operator()(std::uint64_t at) const { to[at] = from[at < length ? length - 1 - at : at]; }
};

/// Step of one index: the wavefront of no edits, the letters that both begin with.
template <class Code>
struct begin_wavefront {
    letters_on_gpu<Code> pair;
    std::int32_t* reach;

    CONCORD_HD void operator()(std::uint64_t) const { *reach = pair.extended(0, 0); }
};

// Steps of a data-parallel device over stretches of diagonals.

inline constexpr std::int32_t stretch_of_diagonals = 64;

/// Raises `most` to the greatest sum of the reaches of both directions on one diagonal: at least the letters of a where
/// the wavefronts overlap.
struct greatest_sum {
    const std::int32_t* forwards;
    const std::int32_t* backwards;
    std::int32_t center;
    std::int32_t first; ///< diagonals [first, last] of `forwards`, on which both have reaches
    std::int32_t last;
    std::int32_t end; ///< the diagonal of the last cell: k forwards is end - k backwards
    std::int32_t* most;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::int32_t from = first + static_cast<std::int32_t>(index) * stretch_of_diagonals;
        std::int32_t here = unreached_on_gpu;
        for (std::int32_t k = from; k < from + stretch_of_diagonals && k <= last; ++k) {
            const std::int32_t sum = forwards[k + center] + backwards[end - k + center];
            if (sum > here) here = sum;
        }
        base::atomic_max(*most, here);
    }
};

/// Raises `most` to the most letters of both sequences that a diagonal has consumed.
struct greatest_progress {
    const std::int32_t* reached;
    std::int32_t center;
    std::int32_t first;
    std::int32_t last;
    std::int32_t* most;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::int32_t from = first + static_cast<std::int32_t>(index) * stretch_of_diagonals;
        std::int32_t here = 0;
        for (std::int32_t k = from; k < from + stretch_of_diagonals && k <= last; ++k) {
            const std::int64_t letters = 2 * std::int64_t{reached[k + center]} - k;
            if (letters > here) here = static_cast<std::int32_t>(letters < 0x7FFFFFFF ? letters : 0x7FFFFFFF);
        }
        base::atomic_max(*most, here);
    }
};

} // namespace concord::pairwise::diagonals
