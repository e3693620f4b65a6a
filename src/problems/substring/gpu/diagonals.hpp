// Counters of mismatches along diagonals, as a thread of a machine keeps them: one target, all windows of one length of
// a source. The idea, and why it pays where windows are short or mismatches many, is in cpu/scan/diagonal_kernels.hpp.
//
// Here a thread has the counters of all positions of its target in registers, and the rows of bits are rotated by one
// letter after each letter of the source. The letters themselves are compared: an XOR and an OR a plane.
#pragma once

#include "problems/substring/gpu/window_sets.hpp"

#include <cstdint>

namespace concord::substring {

/// Letters of a sequence, at most, and digits of a counter, at most.
inline constexpr std::uint64_t most_letters_on_diagonals = 256;
inline constexpr unsigned most_digits_on_diagonals = 9;

/// How often the windows of a set are supported by those of another.
struct diagonal_work {
    collection given;
    window_set_view sources;
    window_set_view targets;
    part_of_groups of; ///< that have targets
    std::uint64_t length;
    std::uint64_t mismatches;
    const std::uint32_t* copies; ///< by sequence: how many it represents; null: one each
    std::uint32_t* supports;     ///< by rank among the sources; the source itself counts where it is near to itself
    std::uint64_t longest;       ///< letters of a sequence, at most
    unsigned digits;             ///< of a counter
    double seconds = 0;          ///< that this is estimated to take
};

/// The planes of one letter, as a source.
[[nodiscard]] CONCORD_HD inline unsigned code_at(const sequence::letters_view& letters, unsigned planes,
                                                 std::uint64_t position) {
    unsigned code = 0;
    for (unsigned plane = 0; plane < planes; ++plane)
        code |= static_cast<unsigned>(letters.source(plane, position) & 1U) << plane;
    return code;
}

/// Positions of a target, 32 a word, that turn past a source.
template <unsigned Words>
struct turning_bits {
    std::uint32_t word[Words];

    CONCORD_HD void turn() {
        const std::uint32_t first = word[0];
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned index = 0; index < Words; ++index) {
            const std::uint32_t next = index + 1 < Words ? word[index + 1] : first;
            word[index] = word[index] >> 1U | next << 31U;
        }
    }
};

/// A target as it is before the first letter of a source.
template <unsigned Planes, unsigned Words>
struct diagonal_target {
    turning_bits<Words> plane[Planes];
    turning_bits<Words> ends; ///< of windows in the set

    /// False where the sequence has no such window; then nothing else is known.
    [[nodiscard]] CONCORD_HD bool load(const diagonal_work& work, std::uint64_t sequence) {
        const std::uint64_t first = work.given.offsets[sequence];
        const std::uint64_t letters = work.given.offsets[sequence + 1] - first;
        std::uint32_t any = 0;
        for (unsigned index = 0; index < Words; ++index) {
            const std::uint64_t at = std::uint64_t{index} * 32;
            const std::uint64_t before = work.length - 1; // a window ends so many letters behind its start
            std::uint64_t starts = 0;
            if (at < letters)
                starts = at >= before       ? work.targets.from(first + at - before)
                         : before - at < 32 ? work.targets.from(first) << (before - at)
                                            : 0;
            const std::uint64_t rest = letters > at ? letters - at : 0;
            ends.word[index] = static_cast<std::uint32_t>(starts) &
                               base::low_bits<std::uint32_t>(rest < 32 ? static_cast<unsigned>(rest) : 32U);
            any |= ends.word[index];
            for (unsigned at_plane = 0; at_plane < Planes; ++at_plane)
                plane[at_plane].word[index] =
                    rest > 0 ? static_cast<std::uint32_t>(work.given.letters.target(at_plane, first + at)) : 0;
        }
        return any != 0;
    }
};

/// One target passes one source, letter by letter.
template <unsigned Planes, unsigned Words, unsigned Digits>
class diagonal_walk {
  public:
    CONCORD_HD diagonal_walk(const diagonal_target<Planes, Words>& target, std::uint64_t mismatches)
        : new_(target), old_(target) {
        const std::uint64_t start = (std::uint64_t{1} << (Digits - 1)) - 1 - mismatches;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned digit = 0; digit < Digits; ++digit)
            for (unsigned index = 0; index < Words; ++index)
                digit_[digit][index] = (start >> digit & 1U) != 0 ? ~std::uint32_t{0} : 0;
    }

    /// One of the first letters, up to the length of a window.
    CONCORD_HD void begin_with(unsigned code) { step<false>(code, 0); }
    /// Whether a window of the target is near the window of the source that ended with the last letter.
    [[nodiscard]] CONCORD_HD bool is_near() const {
        std::uint32_t near = 0;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned index = 0; index < Words; ++index)
            near |= last_ends_.word[index] & ~digit_[Digits - 1][index];
        return near != 0;
    }
    /// A later letter, and the one that stood one window before it.
    CONCORD_HD void go_on_with(unsigned code, unsigned left) { step<true>(code, left); }

  private:
    [[nodiscard]] static CONCORD_HD std::uint32_t mismatches_of(const diagonal_target<Planes, Words>& target,
                                                                unsigned code, unsigned index) {
        std::uint32_t differ = 0;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned plane = 0; plane < Planes; ++plane)
            differ |= target.plane[plane].word[index] ^ (0U - (code >> plane & 1U));
        return differ;
    }
    static CONCORD_HD void turn(diagonal_target<Planes, Words>& target) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned plane = 0; plane < Planes; ++plane)
            target.plane[plane].turn();
    }

    template <bool HasOld>
    CONCORD_HD void step(unsigned code, unsigned left) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned index = 0; index < Words; ++index) {
            const std::uint32_t differ = mismatches_of(new_, code, index);
            std::uint32_t changed = HasOld ? differ ^ mismatches_of(old_, left, index) : differ;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
            for (unsigned digit = 0; digit < Digits; ++digit) {
                const std::uint32_t before = digit_[digit][index];
                digit_[digit][index] = before ^ changed;
                changed &= before ^ ~differ; // a carry where a mismatch came, a borrow where one left
            }
        }
        last_ends_ = new_.ends;
        turn(new_);
        new_.ends.turn();
        if (HasOld) turn(old_);
    }

    diagonal_target<Planes, Words> new_;
    diagonal_target<Planes, Words> old_;
    turning_bits<Words> last_ends_{};
    std::uint32_t digit_[Digits][Words];
};

/// A window counts at least its own source.
struct at_least_one {
    std::uint32_t* supports;
    CONCORD_HD void operator()(std::uint64_t index) const {
        if (supports[index] == 0) supports[index] = 1;
    }
};

} // namespace concord::substring
