// Letters that stand for sets of nucleotides, as numbers. A, C, G and T are 0 to 3 and what matches nothing is 4, as
// they are without sets: what looks for plain nucleotides need not know whether there are other letters.
//
//   letter     A C G T -  M R V S ...       a number below 16
//   set        1 2 4 8 0  3 5 7 6 ...       A, C, G, T: a bit each; letters match where their sets overlap
#pragma once

#include "base/host_device.hpp"

#include <cstdint>

namespace concord::substring {

/// Letters of which each is a set of nucleotides, the empty one among them.
inline constexpr std::uint16_t letters_of_sets = 16;
/// Letters below this are plain nucleotides; it is itself the one that matches nothing.
inline constexpr std::uint16_t plain_nucleotides = 4;

/// The set of a letter, a bit for each nucleotide; empty for numbers that are no letters, such as a barrier's.
[[nodiscard]] CONCORD_HD constexpr std::uint16_t set_of_letter(std::uint16_t letter) {
    // Four bits for each letter, the first one lowest: the sets of one, of none, and then the others in their order.
    constexpr std::uint64_t sets = 0xFEDC'BA97'6530'8421U;
    return letter < letters_of_sets ? static_cast<std::uint16_t>(sets >> 4U * letter & 15U) : std::uint16_t{0};
}

/// The letter of a set.
[[nodiscard]] constexpr std::uint16_t letter_of_set(std::uint16_t set) {
    std::uint16_t letter = 0;
    while (set_of_letter(letter) != set)
        ++letter;
    return letter;
}

/// Nucleotides that a letter may be.
[[nodiscard]] constexpr unsigned nucleotides_of_letter(std::uint16_t letter) {
    unsigned count = 0;
    for (std::uint16_t set = set_of_letter(letter); set != 0; set = static_cast<std::uint16_t>(set & (set - 1U)))
        ++count;
    return count;
}

} // namespace concord::substring
