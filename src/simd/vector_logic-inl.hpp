// Words in the lanes of a vector, and logic of three inputs, which AVX-512 has as one instruction. Compiled once for
// every instruction set, like all -inl.hpp files.

#if defined(CONCORD_VECTOR_LOGIC_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_VECTOR_LOGIC_INL_HPP
#undef CONCORD_VECTOR_LOGIC_INL_HPP
#else
#define CONCORD_VECTOR_LOGIC_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace concord::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using word_tag = hn::CappedTag<std::uint64_t, 8>;
using words = hn::Vec<word_tag>;
inline constexpr std::size_t lanes = hn::MaxLanes(word_tag());

/// `a op (b op c)` and the like; the numbers are truth tables: a is 0xF0, b is 0xCC, c is 0xAA.
#if HWY_TARGET <= HWY_AVX3
template <int Table>
HWY_INLINE words logic(words a, words b, words c) {
    return words{_mm512_ternarylogic_epi64(a.raw, b.raw, c.raw, Table)};
}
HWY_INLINE words or_xor(words a, words b, words c) { return logic<0xF0 | (0xCC ^ 0xAA)>(a, b, c); }
HWY_INLINE words or_and(words a, words b, words c) { return logic<0xF0 | (0xCC & 0xAA)>(a, b, c); }
HWY_INLINE words or_and_not(words a, words b, words c) { return logic<0xF0 | (0xCC & 0x55)>(a, b, c); } // c inverted
HWY_INLINE words or_nor(words a, words b, words c) { return logic<0xF0 | (0x33 & 0x55)>(a, b, c); }
HWY_INLINE words not_or(words a, words b) { return logic<0x0F | 0xCC>(a, b, b); } // a inverted
/// b where mask is set, else c.
HWY_INLINE words choose(words mask, words b, words c) { return logic<(0xF0 & 0xCC) | (0x0F & 0xAA)>(mask, b, c); }
#else
HWY_INLINE words or_xor(words a, words b, words c) { return hn::Or(a, hn::Xor(b, c)); }
HWY_INLINE words or_and(words a, words b, words c) { return hn::Or(a, hn::And(b, c)); }
HWY_INLINE words or_and_not(words a, words b, words c) { return hn::Or(a, hn::AndNot(c, b)); }
HWY_INLINE words or_nor(words a, words b, words c) { return hn::Or(a, hn::Not(hn::Or(b, c))); }
HWY_INLINE words not_or(words a, words b) { return hn::Or(hn::Not(a), b); }
HWY_INLINE words choose(words mask, words b, words c) { return hn::Or(hn::And(mask, b), hn::AndNot(mask, c)); }
#endif

/// (word << 1) with the highest bit of `low` moved in.
HWY_INLINE words shifted_up(words word, words low) {
#if HWY_TARGET <= HWY_AVX3_DL
    return words{_mm512_shldi_epi64(word.raw, low.raw, 1)};
#else
    return hn::Or(hn::Add(word, word), hn::ShiftRight<63>(low));
#endif
}

/// Every lane gets what the next higher one holds, and the highest what lane 0 of `left` holds.
HWY_INLINE words lanes_down(words word, words left) {
#if HWY_TARGET <= HWY_AVX3
    return words{_mm512_alignr_epi64(left.raw, word.raw, 1)};
#elif HWY_TARGET == HWY_AVX2
    return words{_mm256_permute4x64_epi64(_mm256_blend_epi32(word.raw, left.raw, 0x03), 0x39)};
#elif HWY_TARGET == HWY_SCALAR
    static_cast<void>(word);
    return left;
#else
    return hn::CombineShiftRightBytes<8>(word_tag(), left, word);
#endif
}

} // namespace concord::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
