// Words in the lanes of a vector, and ternary logic, which is one instruction of AVX-512. Compiled once for every
// instruction set, like all -inl.hpp files.

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

// Ternary logic, of vectors of any lanes. The numbers are truth tables: a is 0xF0, b is 0xCC, c is 0xAA.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
template <int Table, class Vector>
HWY_INLINE Vector logic(Vector a, Vector b, Vector c) {
    return Vector{_mm512_ternarylogic_epi64(a.raw, b.raw, c.raw, Table)};
}
template <class Vector>
HWY_INLINE Vector or_xor(Vector a, Vector b, Vector c) {
    return logic<0xF0 | (0xCC ^ 0xAA)>(a, b, c); // a | (b ^ c)
}
template <class Vector>
HWY_INLINE Vector or_and(Vector a, Vector b, Vector c) {
    return logic<0xF0 | (0xCC & 0xAA)>(a, b, c); // a | (b & c)
}
template <class Vector>
HWY_INLINE Vector or_and_not(Vector a, Vector b, Vector c) {
    return logic<0xF0 | (0xCC & 0x55)>(a, b, c); // a | (b & ~c)
}
template <class Vector>
HWY_INLINE Vector and_not_or(Vector a, Vector b, Vector c) {
    return logic<(0xF0 & 0x33) | 0xAA>(a, b, c); // (a & ~b) | c
}
template <class Vector>
HWY_INLINE Vector and_not_xor(Vector a, Vector b, Vector c) {
    return logic<0xF0 & ~(0xCC ^ 0xAA)>(a, b, c); // a & ~(b ^ c)
}
template <class Vector>
HWY_INLINE Vector and_xor(Vector a, Vector b, Vector c) {
    return logic<0xF0 & (0xCC ^ 0xAA)>(a, b, c); // a & (b ^ c)
}
template <class Vector>
HWY_INLINE Vector or_but_not(Vector a, Vector b, Vector c) {
    return logic<(0xF0 | 0xCC) & 0x55>(a, b, c); // (a | b) & ~c
}
/// b where `mask` is set, else c.
template <class Vector>
HWY_INLINE Vector choose(Vector mask, Vector b, Vector c) {
    return logic<(0xF0 & 0xCC) | (0x0F & 0xAA)>(mask, b, c);
}
/// The two binary digits of how many of three bits are set.
template <class Vector>
HWY_INLINE Vector low_of_sum(Vector a, Vector b, Vector c) {
    return logic<0xF0 ^ 0xCC ^ 0xAA>(a, b, c);
}
template <class Vector>
HWY_INLINE Vector high_of_sum(Vector a, Vector b, Vector c) {
    return logic<(0xF0 & 0xCC) | (0xF0 & 0xAA) | (0xCC & 0xAA)>(a, b, c);
}
#else
template <class Vector>
HWY_INLINE Vector or_xor(Vector a, Vector b, Vector c) {
    return hn::Or(a, hn::Xor(b, c));
}
template <class Vector>
HWY_INLINE Vector or_and(Vector a, Vector b, Vector c) {
    return hn::Or(a, hn::And(b, c));
}
template <class Vector>
HWY_INLINE Vector or_and_not(Vector a, Vector b, Vector c) {
    return hn::Or(a, hn::AndNot(c, b));
}
template <class Vector>
HWY_INLINE Vector and_not_or(Vector a, Vector b, Vector c) {
    return hn::Or(hn::AndNot(b, a), c);
}
template <class Vector>
HWY_INLINE Vector and_not_xor(Vector a, Vector b, Vector c) {
    return hn::AndNot(hn::Xor(b, c), a);
}
template <class Vector>
HWY_INLINE Vector and_xor(Vector a, Vector b, Vector c) {
    return hn::And(a, hn::Xor(b, c));
}
template <class Vector>
HWY_INLINE Vector or_but_not(Vector a, Vector b, Vector c) {
    return hn::AndNot(c, hn::Or(a, b));
}
template <class Vector>
HWY_INLINE Vector choose(Vector mask, Vector b, Vector c) {
    return hn::Or(hn::And(mask, b), hn::AndNot(mask, c));
}
template <class Vector>
HWY_INLINE Vector low_of_sum(Vector a, Vector b, Vector c) {
    return hn::Xor(hn::Xor(a, b), c);
}
template <class Vector>
HWY_INLINE Vector high_of_sum(Vector a, Vector b, Vector c) {
    return hn::Or(hn::And(a, b), hn::And(c, hn::Xor(a, b)));
}
#endif

/// Every word rotated down by some bits, of 0 to 63.
HWY_INLINE words rotated_down(words word, int bits) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    return words{_mm512_rorv_epi64(word.raw, _mm512_set1_epi64(bits))};
#else
    return hn::Or(hn::ShiftRightSame(word, bits), hn::ShiftLeftSame(word, (64 - bits) % 64));
#endif
}

/// (word << 1) with the highest bit of `low` shifted in.
HWY_INLINE words shifted_up(words word, words low) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL
    return words{_mm512_shldi_epi64(word.raw, low.raw, 1)};
#else
    return hn::Or(hn::Add(word, word), hn::ShiftRight<63>(low));
#endif
}

/// (word >> 1) with the lowest bit of `high` shifted in; `high` shifts down, too.
HWY_INLINE words shifted_down(words word, words& high) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL
    const words shifted{_mm512_shrdi_epi64(word.raw, high.raw, 1)};
#else
    const words shifted = hn::Or(hn::ShiftRight<1>(word), hn::ShiftLeft<63>(high));
#endif
    high = hn::ShiftRight<1>(high);
    return shifted;
}

/// All ones where a lane's lowest bit is set, else zeros; shifts the bits down by one.
HWY_INLINE words take_mask(words& bits) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    bits = hn::RotateRight<1>(bits);
    const hn::RebindToSigned<word_tag> signs;
    return hn::BitCast(word_tag(), hn::BroadcastSignBit(hn::BitCast(signs, bits)));
#else
    const words mask = hn::Sub(hn::Zero(word_tag()), hn::And(bits, hn::Set(word_tag(), 1)));
    bits = hn::ShiftRight<1>(bits);
    return mask;
#endif
}

/// Letters as bit planes: ones where a column's letter differs from the row's, which is given as one mask a plane. The
/// second form also sets the bits of `already`.
template <unsigned Planes>
HWY_INLINE words differing(const words* columns, const words* row) {
    words differ = hn::Xor(columns[0], row[0]);
    for (unsigned plane = 1; plane < Planes; ++plane)
        differ = or_xor(differ, columns[plane], row[plane]);
    return differ;
}
template <unsigned Planes>
HWY_INLINE words differing(words already, const words* columns, const words* row) {
    for (unsigned plane = 0; plane < Planes; ++plane)
        already = or_xor(already, columns[plane], row[plane]);
    return already;
}

/// 64-bit lanes for the recurrences of alignment/recurrences/, with the same operations as scalar_word.
struct vector_word {
    using word = words;
    static HWY_INLINE words add(words a, words b) { return hn::Add(a, b); }
    static HWY_INLINE words both(words a, words b) { return hn::And(a, b); }
    static HWY_INLINE words and_not(words a, words b) { return hn::AndNot(b, a); }
    static HWY_INLINE words or_and(words a, words b, words c) { return simd::HWY_NAMESPACE::or_and(a, b, c); }
    static HWY_INLINE words or_and_not(words a, words b, words c) { return simd::HWY_NAMESPACE::or_and_not(a, b, c); }
    static HWY_INLINE words or_xor(words a, words b, words c) { return simd::HWY_NAMESPACE::or_xor(a, b, c); }
    static HWY_INLINE words and_not_xor(words a, words b, words c) { return simd::HWY_NAMESPACE::and_not_xor(a, b, c); }
    static HWY_INLINE words highest(words word) { return hn::ShiftRight<63>(word); }
    static HWY_INLINE words shift_down(words word) { return hn::ShiftRight<1>(word); }
    static HWY_INLINE words shift_in(words word, words low) { return shifted_up(word, low); }
};

/// Lanes of any unsigned integers, for the recurrences' rows of which one word holds all columns; those of 64 bits also
/// for rows of several words.
template <class Lane>
struct lane_word {
    using tag = hn::CappedTag<Lane, 64 / sizeof(Lane)>;
    using word = hn::Vec<tag>;
    static HWY_INLINE word add(word a, word b) { return hn::Add(a, b); }
    static HWY_INLINE word both(word a, word b) { return hn::And(a, b); }
    static HWY_INLINE word and_not(word a, word b) { return hn::AndNot(b, a); }
    static HWY_INLINE word or_and(word a, word b, word c) { return simd::HWY_NAMESPACE::or_and(a, b, c); }
    static HWY_INLINE word or_and_not(word a, word b, word c) { return simd::HWY_NAMESPACE::or_and_not(a, b, c); }
    static HWY_INLINE word or_xor(word a, word b, word c) { return simd::HWY_NAMESPACE::or_xor(a, b, c); }
    static HWY_INLINE word and_not_xor(word a, word b, word c) { return simd::HWY_NAMESPACE::and_not_xor(a, b, c); }
    static HWY_INLINE word highest(word bits) { return hn::ShiftRight<8 * sizeof(Lane) - 1>(bits); }
    static HWY_INLINE word shift_in(word bits, word low) { return shifted_up(bits, low); }
    static HWY_INLINE word shift_one_in(word bits) { return hn::Or(hn::Add(bits, bits), hn::Set(tag(), Lane{1})); }
};

/// Every lane gets the value of the next higher one, and the highest that of lane 0 of `left`.
HWY_INLINE words lanes_down(words word, words left) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
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

/// Every lane gets the value of the next lower one, and the lowest that of the highest lane of `right`.
HWY_INLINE words lanes_up(words word, words right) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    return words{_mm512_alignr_epi64(word.raw, right.raw, 7)};
#elif HWY_TARGET == HWY_AVX2
    return words{_mm256_permute4x64_epi64(_mm256_blend_epi32(word.raw, right.raw, 0xC0), 0x93)};
#elif HWY_TARGET == HWY_SCALAR
    static_cast<void>(word);
    return right;
#else
    return hn::CombineShiftRightBytes<8>(word_tag(), word, right);
#endif
}

} // namespace concord::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
