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
// A word has the next letters by two or four bits each, and how many letters the next pieces have; letters are told
// apart by less than they are, so that what is dropped is not near, but not all that is kept is.
#pragma once

#include "alignment/batch/pair_comparer.hpp"
#include "base/bits.hpp"
#include "problems/distance/join/join_kernels.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace concord::edit_distance {

class piece_extension {
  public:
    explicit piece_extension(const compared_letters& letters)
        : letters_(&letters), bits_(letters.ordinary() <= 2 ? 2 : 4), within_(extension_bits / bits_) {}

    [[nodiscard]] unsigned bits_of_letter() const noexcept { return bits_; }

    /// Of the pieces that begin at cuts[piece + 1] and the following ones, and where the first of these begins (modulo
    /// 2^16): what the key of a piece is listed with. At most 15 letters count of each piece.
    [[nodiscard]] static std::uint32_t place(std::span<const std::uint32_t> cuts, std::size_t piece) {
        std::uint32_t made = cuts[piece + 1] & 0xFFFFU;
        for (std::size_t next = 0; next < most_extended_pieces && piece + next + 2 < cuts.size(); ++next)
            made |= std::min(15U, cuts[piece + next + 2] - cuts[piece + next + 1]) << (16 + 4 * next);
        return made;
    }

    /// Of a place in a sequence of b.
    [[nodiscard]] extension_word entry(const compared_side& side, std::uint64_t sequence, std::uint32_t place) const {
        return laid_out(letters_from(side, side.set->offset(sequence) + (place & 0xFFFFU)), 0) |
               std::uint64_t{place >> 16U} << extension_bits;
    }

    /// Of a sequence of a, from a letter on.
    [[nodiscard]] extension_letters lookup(const compared_side& side, std::uint64_t sequence,
                                           std::uint32_t begin) const {
        const bit_words letters = letters_from(side, side.set->offset(sequence) + begin);
        constexpr int most = most_extended_pieces;
        extension_letters made;
        for (int further = -most; further <= most; ++further)
            made.further[further + most] = laid_out(letters, further);
        return made;
    }

  private:
    using bit_words = std::array<std::uint64_t, 4>;

    /// Bits of 64 letters; behind the sequence anything.
    [[nodiscard]] bit_words letters_from(const compared_side& side, std::uint64_t position) const {
        bit_words bits{};
        for (unsigned plane = 0; plane < letters_->ordinary(); ++plane)
            bits[plane % bits_] ^= sequence::bits_from(side.plane[plane], position);
        return bits;
    }

    [[nodiscard]] std::uint64_t laid_out(const bit_words& letters, int further) const {
        std::uint64_t made = 0;
        for (unsigned bit = 0; bit < bits_; ++bit) {
            const std::uint64_t moved = further < 0 ? letters[bit] << -further : letters[bit] >> further;
            made |= (moved & base::low_bits<std::uint64_t>(within_)) << bit * within_;
        }
        return made;
    }

    const compared_letters* letters_;
    unsigned bits_;
    unsigned within_; ///< letters
};

} // namespace concord::edit_distance
