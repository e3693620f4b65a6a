// The operations that a recurrence needs of a word of bits, and where it is compiled. A recurrence is a template over
// one of
//
//   scalar_word<Word>     integers on the host; std::uint32_t also in the lanes of a GPU's warps (below)
//   simd::vector_word     64-bit lanes of a vector: simd/vector_logic-inl.hpp
//   simd::lane_word<Lane> lanes of any width, for rows that are one word
//
// with the same operations. Functions that take vectors must be compiled for their instruction set, so a -inl.hpp file
// of a recurrence is compiled into a namespace of its own for every vector target (Highway's HWY_NAMESPACE) and into
// `scalar` everywhere else.
#pragma once

#include "base/host_device.hpp"

#include <cstdint>

#ifdef HWY_NAMESPACE // the including source uses hwy/foreach_target.h
#define CONCORD_BEFORE_RECURRENCE() HWY_BEFORE_NAMESPACE()
#define CONCORD_AFTER_RECURRENCE() HWY_AFTER_NAMESPACE()
#define CONCORD_RECURRENCE_NAMESPACE HWY_NAMESPACE
#define CONCORD_ROW HWY_INLINE
#else
#define CONCORD_BEFORE_RECURRENCE() static_assert(true)
#define CONCORD_AFTER_RECURRENCE() static_assert(true)
#define CONCORD_RECURRENCE_NAMESPACE scalar
#define CONCORD_ROW CONCORD_HD inline
#endif

namespace concord::pairwise {

/// A word of as many columns as it has bits.
template <class Word>
struct scalar_word {
    using word = Word;
    static constexpr unsigned bits = sizeof(Word) * 8;

    CONCORD_HD static Word add(Word a, Word b) { return static_cast<Word>(a + b); }
    CONCORD_HD static Word both(Word a, Word b) { return static_cast<Word>(a & b); }
    /// a & ~b
    CONCORD_HD static Word and_not(Word a, Word b) { return static_cast<Word>(a & static_cast<Word>(~b)); }
    /// a | (b & c)
    CONCORD_HD static Word or_and(Word a, Word b, Word c) { return static_cast<Word>(a | (b & c)); }
    /// a | (b & ~c)
    CONCORD_HD static Word or_and_not(Word a, Word b, Word c) { return static_cast<Word>(a | and_not(b, c)); }
    /// a | (b ^ c)
    CONCORD_HD static Word or_xor(Word a, Word b, Word c) { return static_cast<Word>(a | (b ^ c)); }
    /// a & ~(b ^ c)
    CONCORD_HD static Word and_not_xor(Word a, Word b, Word c) { return and_not(a, static_cast<Word>(b ^ c)); }
    /// The highest bit, moved to the lowest.
    CONCORD_HD static Word highest(Word word) { return static_cast<Word>(word >> (bits - 1)); }
    /// (word << 1) with a one shifted in.
    CONCORD_HD static Word shift_one_in(Word word) { return static_cast<Word>(static_cast<Word>(word << 1U) | 1U); }
    CONCORD_HD static Word shift_down(Word word) { return static_cast<Word>(word >> 1U); }
    /// (word << 1) with the highest bit of `low` shifted in.
    CONCORD_HD static Word shift_in(Word word, Word low) {
#ifdef __CUDA_ARCH__
        if constexpr (bits == 32) return __funnelshift_l(low, word, 1);
#endif
        return static_cast<Word>(static_cast<Word>(word << 1U) | highest(low));
    }
};

} // namespace concord::pairwise
