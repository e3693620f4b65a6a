// How the letters of each alphabet become small numbers, whose bits become planes.
#pragma once

#include <concord/sequences.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace concord::sequence {

/// A letter's code is its index in the alphabet. Planes: as many as the largest code has bits.
inline constexpr std::uint8_t ambiguous_code = 0xFE; ///< a letter that matches nothing (dna only)
inline constexpr std::uint8_t invalid_code = 0xFF;

struct letter_code {
    std::array<std::uint8_t, 256> code_of; ///< code, ambiguous_code or invalid_code of every byte
    std::array<char, 256> letter_of;       ///< the letter to print for a code
    unsigned planes;                       ///< bits a code has
};

/// The table of an alphabet whose letters are single bytes: not for `automatic` and `utf8`.
[[nodiscard]] const letter_code& code_for(alphabet kind);

/// Whether it is an IUPAC code of nucleotides, or the gap, in either case.
[[nodiscard]] bool is_nucleotide_code(char letter);

/// What `automatic` takes these first letters for.
[[nodiscard]] alphabet guess_alphabet(const std::array<std::uint64_t, 256>& letter_counts);

/// A byte as a message shows it: 'x', or 0x07.
[[nodiscard]] std::string shown(char letter);

} // namespace concord::sequence
