// Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/scan/ring_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/scan/ring_kernels.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "simd/dispatch.hpp"
#include "simd/vector_logic-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using simd::HWY_NAMESPACE::high_of_sum;
using simd::HWY_NAMESPACE::low_of_sum;
using simd::HWY_NAMESPACE::word_tag;
using simd::HWY_NAMESPACE::words;

constexpr std::size_t bytes_of_vector = simd::HWY_NAMESPACE::lanes * sizeof(std::uint64_t);
constexpr unsigned planes_of_block = 5; ///< of 0 to 16 matches

HWY_INLINE words row_at(const std::uint8_t* row) {
    return hn::BitCast(word_tag(), hn::LoadU(hn::Repartition<std::uint8_t, word_tag>(), row));
}

/// Two digits more of a number that has `low` and of the three bits of its value.
HWY_INLINE void add_carrying(words& low, words a, words b, words& carry) {
    carry = high_of_sum(low, a, b);
    low = low_of_sum(low, a, b);
}

/// How many of sixteen rows have each bit.
HWY_INLINE void sum_of_block(const std::uint8_t* rows, const std::uint32_t* places, words* sum) {
    const word_tag tag;
    words ones = hn::Zero(tag);
    words twos = hn::Zero(tag);
    words fours = hn::Zero(tag);
    words eights = hn::Zero(tag);
    words sixteens = hn::Zero(tag);
    words of_eight[2];
    for (unsigned half = 0; half < 2; ++half) {
        words of_four[2];
        for (unsigned quarter = 0; quarter < 2; ++quarter) {
            const std::uint32_t* const at = places + 8 * half + 4 * quarter;
            words a;
            words b;
            add_carrying(ones, row_at(rows + at[0]), row_at(rows + at[1]), a);
            add_carrying(ones, row_at(rows + at[2]), row_at(rows + at[3]), b);
            add_carrying(twos, a, b, of_four[quarter]);
        }
        add_carrying(fours, of_four[0], of_four[1], of_eight[half]);
    }
    add_carrying(eights, of_eight[0], of_eight[1], sixteens);
    sum[0] = ones;
    sum[1] = twos;
    sum[2] = fours;
    sum[3] = eights;
    sum[4] = sixteens;
}

/// Counters of so many digits of the matches on the diagonals of one vector.
template <unsigned Planes>
struct match_counters {
    words planes[Planes];

    HWY_INLINE void begin(const ring_shape& shape) {
        const std::uint64_t start = (std::uint64_t{1} << (Planes - 1)) + shape.mismatches - shape.window;
        for (unsigned plane = 0; plane < Planes; ++plane)
            planes[plane] = hn::Set(word_tag(), (start >> plane & 1U) != 0 ? ~std::uint64_t{0} : 0);
    }
    HWY_INLINE void add_carry(words carry, unsigned from) {
        for (unsigned plane = from; plane < Planes; ++plane) {
            const words digit = planes[plane];
            planes[plane] = hn::Xor(digit, carry);
            carry = hn::And(digit, carry);
        }
    }
    HWY_INLINE void add(words row) { add_carry(row, 0); }
    HWY_INLINE void add_block(const words* sum) {
        words carry = hn::Zero(word_tag());
        for (unsigned plane = 0; plane < planes_of_block && plane < Planes; ++plane)
            add_carrying(planes[plane], sum[plane], carry, carry);
        add_carry(carry, planes_of_block);
    }
    HWY_INLINE void subtract_block(const words* sum) {
        words borrow = hn::Zero(word_tag());
        for (unsigned plane = 0; plane < planes_of_block && plane < Planes; ++plane) {
            const words digit = planes[plane];
            planes[plane] = low_of_sum(digit, sum[plane], borrow);
            // Where two of these three are set: the digit is not, what is subtracted, what was borrowed.
            borrow = simd::HWY_NAMESPACE::choose(hn::Xor(sum[plane], borrow), planes[plane], borrow);
        }
        for (unsigned plane = planes_of_block; plane < Planes; ++plane) {
            const words digit = planes[plane];
            planes[plane] = hn::Xor(digit, borrow);
            borrow = hn::AndNot(digit, borrow);
        }
    }
    /// One letter more, and one less.
    HWY_INLINE void slide(words row, words old) {
        words changed = hn::Xor(row, old);
        for (unsigned plane = 0; plane + 1 < Planes; ++plane) {
            const words digit = planes[plane];
            planes[plane] = hn::Xor(digit, changed);
            changed = simd::HWY_NAMESPACE::and_not_xor(changed, digit, row);
        }
        planes[Planes - 1] = hn::Xor(planes[Planes - 1], changed);
    }
    [[nodiscard]] HWY_INLINE std::uint64_t is_near(words ends) const {
        return hn::AllFalse(word_tag(), hn::Ne(hn::And(planes[Planes - 1], ends), hn::Zero(word_tag()))) ? 0 : 1;
    }
};

template <unsigned Planes>
void starts_by(const ring_shape& shape, const ring_source& source, std::size_t first, std::size_t end,
               std::uint64_t* near) {
    const std::size_t bytes = shape.positions / 8;
    for (std::size_t byte = 0; byte < bytes; byte += bytes_of_vector) {
        const std::uint8_t* const rows = shape.rows + byte;
        match_counters<Planes> counters;
        counters.begin(shape);
        std::size_t letter = first;
        const std::size_t whole = first + shape.window;
        for (; letter + letters_of_block <= whole; letter += letters_of_block) {
            words sum[planes_of_block];
            sum_of_block(rows, source.places + letter, sum);
            counters.add_block(sum);
        }
        for (; letter < whole; ++letter)
            counters.add(row_at(rows + source.places[letter]));
        for (std::size_t start = first;; ++start, ++letter) {
            near[start / 64] |= counters.is_near(row_at(rows + source.ends[letter - 1])) << (start % 64);
            if (start + 1 == end) break;
            counters.slide(row_at(rows + source.places[letter]), row_at(rows + source.places[start]));
        }
    }
}

template <unsigned Planes>
void blocks_by(const ring_shape& shape, const ring_source& source, std::size_t first, std::size_t end,
               std::uint64_t* scratch, std::uint64_t* near) {
    const word_tag tag;
    const std::size_t bytes = shape.positions / 8;
    const std::size_t of_window = shape.window / letters_of_block;
    constexpr std::size_t step = simd::HWY_NAMESPACE::lanes;
    for (std::size_t byte = 0; byte < bytes; byte += bytes_of_vector) {
        const std::uint8_t* const rows = shape.rows + byte;
        match_counters<Planes> counters;
        counters.begin(shape);
        for (std::size_t block = first; block < end + of_window - 1; ++block) {
            words sum[planes_of_block];
            sum_of_block(rows, source.places + block * letters_of_block, sum);
            counters.add_block(sum);
            for (unsigned plane = 0; plane < planes_of_block; ++plane)
                hn::Store(sum[plane], tag, scratch + (block * planes_of_block + plane) * step);
            if (block + 1 < first + of_window) continue;
            const std::size_t start = block + 1 - of_window;
            if (start > first) {
                words old[planes_of_block];
                for (unsigned plane = 0; plane < planes_of_block; ++plane)
                    old[plane] = hn::Load(tag, scratch + ((start - 1) * planes_of_block + plane) * step);
                counters.subtract_block(old);
            }
            near[start / 64] |= counters.is_near(row_at(rows + source.ends[(block + 1) * letters_of_block - 1]))
                                << (start % 64);
        }
    }
}

/// With the fewest digits that there is code for: 6, 8, 10 and 12.
template <unsigned Planes = 6>
void starts(const ring_shape& shape, const ring_source& source, std::size_t first, std::size_t end,
            std::uint64_t* near) {
    if constexpr (Planes < most_ring_planes)
        if (planes_of_diagonals(shape.window, shape.mismatches) > Planes)
            return starts<Planes + 2>(shape, source, first, end, near);
    starts_by<Planes>(shape, source, first, end, near);
}

template <unsigned Planes = 6>
void blocks(const ring_shape& shape, const ring_source& source, std::size_t first, std::size_t end,
            std::uint64_t* scratch, std::uint64_t* near) {
    if constexpr (Planes < most_ring_planes)
        if (planes_of_diagonals(shape.window + letters_of_block, shape.mismatches) > Planes)
            return blocks<Planes + 2>(shape, source, first, end, scratch, near);
    blocks_by<Planes>(shape, source, first, end, scratch, near);
}

constexpr ring_kernels kernels{&starts<>, &blocks<>};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const ring_kernels& ring_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::substring
#endif
