// The screen of an anchor, as plain functions of host and device: whether the letters of a window on both sides of a
// block that stands unchanged may stand there, too.
//
//   window        A C C T G[A T T A C A]G G C T      the block stands at the anchor
//   read      . . A C T G  [A T T A C A]G C C T . .
//                 <- 1 edit              1 edit ->   from the block outwards: so many edits at least, together
//
// From the block on, letters are consumed diagonal by diagonal, as far as each number of edits reaches. An edit moves
// to a neighbouring diagonal at most, so that e edits reach 2 e + 1 of them: 16 points for three edits on a side, where
// a window that may begin on any diagonal has 28; and where the left side takes an edit, the right side has one less.
#pragma once

#include "base/host_device.hpp"

#include <cstdint>

namespace concord::substring {

/// The 32 letters on one side of a block, a bit of each in both planes: that next to the block is bit 0.
struct alignas(8) letters_of_side {
    std::uint32_t low;
    std::uint32_t high;

    /// Those behind a block, from what planes_there::letters gives from its end on.
    [[nodiscard]] static CONCORD_HD letters_of_side behind(std::uint64_t letters) {
        return {static_cast<std::uint32_t>(letters), static_cast<std::uint32_t>(letters >> 32U)};
    }
    /// Those before it, from what it gives 32 letters before its begin.
    [[nodiscard]] static CONCORD_HD letters_of_side before(std::uint64_t letters) {
        return {reversed(static_cast<std::uint32_t>(letters)), reversed(static_cast<std::uint32_t>(letters >> 32U))};
    }

  private:
    [[nodiscard]] static CONCORD_HD std::uint32_t reversed(std::uint32_t word) {
#ifdef __CUDA_ARCH__
        return __brev(word);
#else
        word = (word >> 1U & 0x55555555U) | (word & 0x55555555U) << 1U;
        word = (word >> 2U & 0x33333333U) | (word & 0x33333333U) << 2U;
        word = (word >> 4U & 0x0F0F0F0FU) | (word & 0x0F0F0F0FU) << 4U;
        return __builtin_bswap32(word);
#endif
    }
};

template <unsigned Edits>
class anchor_screen {
  public:
    /// Letters of a side that are looked at, at most: the text's may stand `Edits` letters further away.
    static constexpr std::uint32_t most_letters = 32 - (Edits > 0 ? Edits : 1);
    static constexpr unsigned too_many = Edits + 1;

    /// The fewest edits with which the first `length` letters of a window's side occur in the text's, beginning with
    /// its first one, or too_many. Letters that match nothing are As.
    [[nodiscard]] static CONCORD_HD unsigned edits(const letters_of_side& window, std::uint32_t length,
                                                   const letters_of_side& text) {
        if (length == 0) return 0;
        const std::uint32_t beyond = ~std::uint32_t{0} << length;
        const std::uint32_t all = std::uint32_t{1} << length;
        std::uint32_t different[diagonals]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
        std::uint32_t row[diagonals];       // NOLINT(cppcoreguidelines-avoid-c-arrays): one bit: letters consumed
        for (unsigned d = 0; d < diagonals; ++d) {
            const std::uint32_t low = d < Edits ? text.low << (Edits - d) : text.low >> (d - Edits);
            const std::uint32_t high = d < Edits ? text.high << (Edits - d) : text.high >> (d - Edits);
            different[d] = (low ^ window.low) | (high ^ window.high) | beyond;
            row[d] = 0;
        }
        row[Edits] = different[Edits] & (~different[Edits] + 1);
        unsigned fewest = row[Edits] == all ? 0 : too_many;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned edit = 1; edit <= Edits; ++edit) {
            std::uint32_t before = 0; // on the diagonal before, with an edit less
            std::uint32_t most = 0;
            std::uint32_t least_left = ~std::uint32_t{0};
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
            for (unsigned d = 0; d < diagonals; ++d) {
                if (d + edit < Edits || d > Edits + edit) continue;
                std::uint32_t consumed = row[d];
                if (d + 1 < diagonals) consumed = greater(consumed, row[d + 1]);
                const std::uint32_t furthest = greater(consumed << 1U, before);
                before = row[d];
                row[d] = different[d] & (~furthest + 1);
                if (edit == Edits) { // no row comes after it: all that matters is whether no letter differs any more
                    const std::uint32_t left = row[d] & (all - 1);
                    if (left < least_left) least_left = left;
                } else {
                    row[d] &= ~row[d] + 1;
                    most = greater(most, row[d]);
                }
            }
            // What comes after that is of no account.
            if ((edit == Edits ? least_left == 0 : most >= all) && fewest > edit) fewest = edit;
        }
        return fewest;
    }

  private:
    static constexpr unsigned diagonals = 2 * Edits + 1;

    [[nodiscard]] static CONCORD_HD std::uint32_t greater(std::uint32_t a, std::uint32_t b) { return a > b ? a : b; }
};

} // namespace concord::substring
