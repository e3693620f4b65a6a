// The vector kernels of counting matches along all diagonals of a source and one long target: as diagonal_kernels.hpp
// does it, but a lane is no target. The positions of the target are a ring of bits, of which a vector holds 512, so
// that windows may be as long as the target, and no letter of it is counted twice.
//
//     row of C      0 1 0 0 1 1 0 …        bit y: letter y of the target is C; its beginning follows its end
//     letter i      the row, rotated by i   bit x: the diagonal x, from any multiple of eight letters on: bytes from
//                                           there on of one of eight copies
//     counters      digits of the matches in a window on each diagonal; the highest is set where they are L - k or more
//
// What leaves a diagonal at the target's end is forgotten when a window is complete at its beginning.
//
// Long windows are first looked at from every sixteenth letter on, in whole blocks of so many: the rows of a block are
// added up by carry-save adders before its sum is added to the counters, and the sum of the block that leaves the
// window is subtracted. That takes a quarter of the instructions.
//
//     window of L letters       |---------------------------------|
//     blocks          [......][......][......][......][......][......][......]
//     whole ones in it                [                      ]          (L - 15) / 16 at least, wherever it begins
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring {

inline constexpr std::size_t letters_of_block = 16;
/// A ring has a multiple of so many positions.
inline constexpr std::size_t positions_of_ring_part = 512;
/// Digits of a counter that there is code for, at most.
inline constexpr unsigned most_ring_planes = 12;
/// Letters of a window with that many digits; of a target, whose places are numbers of 32 bits.
inline constexpr std::size_t most_ring_window = 2048;
inline constexpr std::size_t most_ring_letters = std::size_t{1} << 25U;

/// A target as rows of bits: of each letter, of one that stands nowhere, and of where windows may end. Of each row
/// there are eight copies, rotated by 0 to 7 positions, each of which is written twice.
struct ring_shape {
    const std::uint8_t* rows;
    std::size_t positions;    ///< a multiple of positions_of_ring_part
    std::size_t window;       ///< letters
    std::uint64_t mismatches; ///< k
};

/// Where letter `index` of a source, or the end of a window there, stands in a ring's rows: `row` is a letter's number.
[[nodiscard]] constexpr std::uint32_t place_in_ring(std::size_t positions, std::size_t row,
                                                    std::size_t index) noexcept {
    return static_cast<std::uint32_t>((row * 8 + index % 8) * (positions / 4) + index % positions / 8);
}

/// Letters of a source by their places in the ring, and those of the ends.
struct ring_source {
    const std::uint32_t* places;
    const std::uint32_t* ends;
};

struct ring_kernels {
    /// Sets bit p of `near` where the window from letter p of the source on, p in [first, end), is near to one of the
    /// target.
    void (*starts)(const ring_shape& shape, const ring_source& source, std::size_t first, std::size_t end,
                   std::uint64_t* near);
    /// The same of windows of whole blocks from block p on. `scratch`: five vectors of eight words for each block of
    /// the source up to the last of a window, aligned to a cache line.
    void (*blocks)(const ring_shape& shape, const ring_source& source, std::size_t first, std::size_t end,
                   std::uint64_t* scratch, std::uint64_t* near);
};

/// The kernels for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const ring_kernels& ring_kernels_for(simd::vector_target target);

} // namespace concord::substring
