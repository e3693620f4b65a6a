// The laws of the inner step over vectors of 64-bit lanes, compiled for each instruction set (no include guard but
// Highway's: lane_kernels.cpp includes this once a target).
//
// One word of one row, bit i for column i:
//
//                 edge of the word before            A row of the table is kept as differences between neighbouring
//                   |                                columns. Where letters differ (d), Myers' block formula [1] gives
//   row above ......v[ up, down ]......              the row below from the row above; what leaves a word at its high
//   this row  .......[ up, down ]....>               end enters the next word of the same row: the edge.
//
// [1] Myers, "A Fast Bit-Vector Algorithm for Approximate String Matching Based on Dynamic Programming", J. ACM 46(3),
//     1999, section 4.2. For indels: Crochemore et al., "A fast and practical bit-vector algorithm for the longest
//     common subsequence problem", Inf. Proc. Letters 80(6), 2001, in the form of Hyyrö, 2004.
#if defined(CONCORD_LANE_STEP_TOGGLE) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_LANE_STEP_TOGGLE
#undef CONCORD_LANE_STEP_TOGGLE
#else
#define CONCORD_LANE_STEP_TOGGLE
#endif

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace concord::edits::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using lanes_tag = hn::ScalableTag<std::uint64_t>;
using lanes = hn::Vec<lanes_tag>;
constexpr unsigned vector_lanes = static_cast<unsigned>(hn::MaxLanes(lanes_tag()));

// What AVX-512 does in one instruction and others in two or three.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
template <int Table>
HWY_INLINE lanes logic(lanes a, lanes b, lanes c) {
    return lanes{_mm512_ternarylogic_epi64(a.raw, b.raw, c.raw, Table)};
}
HWY_INLINE lanes or_xor(lanes a, lanes b, lanes c) { return logic<0xF6>(a, b, c); }      // a | (b ^ c)
HWY_INLINE lanes or_but_not(lanes a, lanes b, lanes c) { return logic<0xF4>(a, b, c); }  // a | (b & ~c)
HWY_INLINE lanes or_and(lanes a, lanes b, lanes c) { return logic<0xF8>(a, b, c); }      // a | (b & c)
HWY_INLINE lanes but_not_xor(lanes a, lanes b, lanes c) { return logic<0x90>(a, b, c); } // a & ~(b ^ c)
#else
HWY_INLINE lanes or_xor(lanes a, lanes b, lanes c) { return hn::Or(a, hn::Xor(b, c)); }
HWY_INLINE lanes or_but_not(lanes a, lanes b, lanes c) { return hn::Or(a, hn::AndNot(c, b)); }
HWY_INLINE lanes or_and(lanes a, lanes b, lanes c) { return hn::Or(a, hn::And(b, c)); }
HWY_INLINE lanes but_not_xor(lanes a, lanes b, lanes c) { return hn::AndNot(hn::Xor(b, c), a); }
#endif

// An edge is the highest bit of the word before. Where two words can be shifted as one, that word itself is the edge.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL
HWY_INLINE lanes edge_of(lanes word) { return word; }
HWY_INLINE lanes edge_bit(lanes edge) { return hn::ShiftRight<63>(edge); }
HWY_INLINE lanes set_edge() { return hn::Set(lanes_tag(), std::uint64_t{1} << 63U); }
HWY_INLINE lanes shift_in(lanes word, lanes edge) { return lanes{_mm512_shldi_epi64(word.raw, edge.raw, 1)}; }
/// A word moved down by one bit, whose highest becomes the lowest of `above`; `above` moves along.
HWY_INLINE lanes shift_down(lanes word, lanes& above) {
    const lanes shifted{_mm512_shrdi_epi64(word.raw, above.raw, 1)};
    above = hn::ShiftRight<1>(above);
    return shifted;
}
#else
HWY_INLINE lanes edge_of(lanes word) { return hn::ShiftRight<63>(word); }
HWY_INLINE lanes edge_bit(lanes edge) { return edge; }
HWY_INLINE lanes set_edge() { return hn::Set(lanes_tag(), 1); }
HWY_INLINE lanes shift_in(lanes word, lanes edge) { return hn::Or(hn::Add(word, word), edge); }
HWY_INLINE lanes shift_down(lanes word, lanes& above) {
    const lanes shifted = hn::Or(hn::ShiftRight<1>(word), hn::ShiftLeft<63>(above));
    above = hn::ShiftRight<1>(above);
    return shifted;
}
#endif

/// All ones where a lane's lowest bit is set, else zeros; the bits move down by one.
HWY_INLINE lanes take_mask(lanes& bits) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    bits = hn::RotateRight<1>(bits);
    const hn::RebindToSigned<lanes_tag> signs;
    return hn::BitCast(lanes_tag(), hn::BroadcastSignBit(hn::BitCast(signs, bits)));
#else
    const lanes mask = hn::Sub(hn::Zero(lanes_tag()), hn::And(bits, hn::Set(lanes_tag(), 1)));
    bits = hn::ShiftRight<1>(bits);
    return mask;
#endif
}

/// Bits of the columns whose letter differs from the row's.
template <unsigned Planes>
HWY_INLINE lanes differing(const lanes* columns, const lanes* row) {
    lanes differ = hn::Xor(columns[0], row[0]);
    for (unsigned plane = 1; plane < Planes; ++plane)
        differ = or_xor(differ, columns[plane], row[plane]);
    return differ;
}

/// Costs of neighbouring columns differ by +1 (up), -1 (down) or 0.
struct levenshtein_law {
    static constexpr unsigned vectors = 2;
    struct word {
        lanes up;
        lanes down;
    };
    struct edge {
        lanes up;
        lanes down;
    };

    static HWY_INLINE word fresh() {
        const lanes_tag tag;
        return {hn::Set(tag, ~std::uint64_t{0}), hn::Zero(tag)};
    }
    static HWY_INLINE edge first_edge() { return {set_edge(), hn::Zero(lanes_tag())}; }
    static HWY_INLINE word load(const std::uint64_t* state, unsigned stride) {
        const lanes_tag tag;
        return {hn::LoadU(tag, state), hn::LoadU(tag, state + stride)};
    }
    static HWY_INLINE void store(const word& kept, std::uint64_t* state, unsigned stride) {
        const lanes_tag tag;
        hn::StoreU(kept.up, tag, state);
        hn::StoreU(kept.down, tag, state + stride);
    }

    static HWY_INLINE void step(lanes differ, word& kept, edge& passing) {
        const lanes unequal = hn::AndNot(edge_bit(passing.down), differ);
        const lanes sum = hn::Add(hn::AndNot(unequal, kept.up), kept.up);
        const lanes no_descent = but_not_xor(unequal, sum, kept.up);
        const lanes up = or_but_not(kept.down, no_descent, kept.up);
        const lanes down = hn::AndNot(no_descent, kept.up);
        const lanes steep = hn::AndNot(kept.down, differ);
        const lanes up_before = shift_in(up, passing.up);
        const lanes down_before = shift_in(down, passing.down);
        passing = {edge_of(up), edge_of(down)};
        kept = {or_but_not(down_before, steep, up_before), hn::AndNot(steep, up_before)};
    }

    /// By how much the costs rise over the columns in `mask`, for one lane.
    static HWY_INLINE std::int64_t rise(const std::uint64_t* state, unsigned stride, std::uint64_t mask) {
        return __builtin_popcountll(state[0] & mask) - __builtin_popcountll(state[stride] & mask);
    }
};

/// The longest common subsequence grows by a letter where a bit of `flat` is not set.
struct indel_law {
    static constexpr unsigned vectors = 1;
    struct word {
        lanes flat;
    };
    struct edge {
        lanes carry;
    };

    static HWY_INLINE word fresh() { return {hn::Set(lanes_tag(), ~std::uint64_t{0})}; }
    static HWY_INLINE edge first_edge() { return {hn::Zero(lanes_tag())}; }
    static HWY_INLINE word load(const std::uint64_t* state, unsigned /*stride*/) {
        return {hn::LoadU(lanes_tag(), state)};
    }
    static HWY_INLINE void store(const word& kept, std::uint64_t* state, unsigned /*stride*/) {
        hn::StoreU(kept.flat, lanes_tag(), state);
    }

    static HWY_INLINE void step(lanes differ, word& kept, edge& passing) {
        const lanes matching = hn::AndNot(differ, kept.flat);
        const lanes sum = hn::Add(hn::Add(kept.flat, matching), passing.carry);
        passing.carry = hn::ShiftRight<63>(or_but_not(matching, kept.flat, sum));
        kept.flat = or_and(sum, kept.flat, differ);
    }

    /// Costs are columns + rows - 2 times the common letters.
    static HWY_INLINE std::int64_t rise(const std::uint64_t* state, unsigned /*stride*/, std::uint64_t mask) {
        return __builtin_popcountll(mask) - 2 * __builtin_popcountll(~state[0] & mask);
    }
};

} // namespace concord::edits::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
