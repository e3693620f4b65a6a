// What follows an equal piece, as a word: so that of many sequences with the same piece those are found quickly whose
// further letters are near, too.
//
// k edits in k + 1 pieces: walk over the pieces, each a step of its edits less one. The walk starts at 0 and ends below
// it, and no step is more than one down. So there is a last step from 0 to -1: an unchanged piece, before which there
// are as many edits as pieces, and behind which the first j pieces have at most j edits together, for every j. (The
// suffix filters of Kärkkäinen and Na, "Faster Filters for Approximate String Matching", ALENEX 2007.)
//
//   edits of the pieces    0  3  0  0 | 0  1  0  2     k = 7: the fifth is such a piece, behind which j pieces have at
//   the walk            0 -1  1  0 -1 |-2 -2 -3 -2     most j edits: 1, 1, 3; the first is none (3 edits behind it)
//
// A word has the next letters by two or four bits each, and how many letters the next pieces have; letters are
// compared by less than they are, so that what is dropped is not near, but not all that is kept is.
#pragma once

#include "alignment/batch/pair_comparer.hpp"
#include "base/bits.hpp"
#include "problems/distance/join/join_kernels.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::edit_distance {

class piece_extension {
  public:
    explicit piece_extension(const compared_letters& letters)
        : ordinary_(letters.ordinary()), bits_(letters.ordinary() <= 2 ? 2 : 4) {}

    [[nodiscard]] unsigned bits_of_letter() const noexcept { return bits_; }

    /// Of the pieces that begin at cuts[piece + 1] and the following ones, and where the first of these begins (modulo
    /// 2^16): what the key of a piece is listed with. At most 15 letters count of each piece.
    [[nodiscard]] static std::uint32_t place(std::span<const std::uint32_t> cuts, std::size_t piece) {
        std::uint32_t made = cuts[piece + 1] & 0xFFFFU;
        for (std::size_t next = 0; next < most_extended_pieces && piece + next + 2 < cuts.size(); ++next)
            made |= std::min(15U, cuts[piece + next + 2] - cuts[piece + next + 1]) << (16 + 4 * next);
        return made;
    }
    [[nodiscard]] static std::uint32_t begin_of(std::uint32_t place) noexcept { return place & 0xFFFFU; }

    /// The 64 letters of a set from a position on; behind the last one of a sequence anything.
    [[nodiscard]] extension_letters letters_from(const compared_side& side, std::uint64_t position) const {
        extension_letters letters{.bits_of_letter = bits_};
        for (unsigned plane = 0; plane < ordinary_; ++plane)
            letters.bits[plane % bits_] ^= sequence::bits_from(side.plane[plane], position);
        return letters;
    }

    /// Of the letters of b from a place on.
    [[nodiscard]] extension_word entry(const extension_letters& letters, std::uint32_t place) const {
        const unsigned within = extension_bits / bits_;
        std::uint64_t made = std::uint64_t{place >> 16U} << extension_bits;
        for (unsigned bit = 0; bit < bits_; ++bit)
            made |= (letters.bits[bit] & base::low_bits<std::uint64_t>(within)) << bit * within;
        return made;
    }

  private:
    unsigned ordinary_;
    unsigned bits_;
};

/// The same letters of some sequences, one after the other in the order in which they are asked for, and all bits of a
/// letter near each other in memory.
class extended_letters {
  public:
    /// Time and memory: as many bits as the letters have, and a word a sequence.
    extended_letters(const piece_extension& extension, const compared_side& side,
                     std::span<const std::uint32_t> sequences);

    /// The 64 letters of the sequence of a rank from a letter on; behind the last one anything.
    [[nodiscard]] extension_letters letters_from(std::uint32_t rank, std::uint32_t letter) const {
        const std::uint64_t position = begins_[rank] + letter;
        extension_letters letters{.bits_of_letter = bits_};
        const std::uint64_t* const word = words_.data() + position / sequence::letters_per_word * bits_;
        const unsigned shift = position % sequence::letters_per_word;
        for (unsigned bit = 0; bit < bits_; ++bit) // no branch for a shift of 0
            letters.bits[bit] = word[bit] >> shift | word[bit + bits_] << 1U << (63U - shift);
        return letters;
    }

  private:
    unsigned bits_;
    std::vector<std::uint64_t> begins_; ///< positions
    std::vector<std::uint64_t> words_;
};

} // namespace concord::edit_distance
