// The best alignment of a sequence with a stretch of a read in a band around one diagonal.
#pragma once

#include "problems/adapters/band_kernels.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::adapters {

/// Letters of a sequence, at most: the lanes of the widest kernel.
inline constexpr std::size_t most_band_letters = 959;

/// Diagonals on either side of the middle one: errors of long reads displace so much.
[[nodiscard]] constexpr std::size_t band_reach(std::size_t letters) noexcept { return letters / 16 + 4; }

/// The matrix of a sequence, a row a letter, and of a stretch of a read, a column a letter. Only cells whose column
/// minus row is within band_reach of `diagonal` count. An alignment begins in front of the first row, or, where the
/// stretch begins with the read, in front of the first column; it ends in the last row, or, where the stretch ends with
/// the read, in the last column.
struct band_question {
    std::span<const std::uint8_t> letters; ///< 1 to most_band_letters
    std::span<const std::uint8_t> read;
    std::ptrdiff_t diagonal; ///< at most the reach; the reach where the stretch does not begin with the read
    bool ends_read;
};

/// Letters [first, last) of the sequence at letters [start, end) of the stretch. The score is the number of equal
/// letters less three for each difference; 0: there is none.
struct band_alignment {
    int score = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    std::uint32_t differences = 0;
};

/// The alignment of the greatest score; of several the one that begins last in the stretch, then last in the sequence,
/// then has most differences; of those the one that ends first, in the sequence and then in the stretch, though in the
/// last row one in the last column before all others. None where its score is 0 or less, or its differences more than
/// threshold::long_read_differences allow. Time: O(letters · reach), less where no alignment comes to that.
[[nodiscard]] band_alignment best_in_band(const band_question& of, const band_kernels& kernels);

} // namespace concord::adapters
