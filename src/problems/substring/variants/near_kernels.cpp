// Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/variants/near_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/variants/near_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A vector of 16 bytes: counts of words that differ in the last letter alone are next to each other in it.
template <class Count>
using letter_lanes = hn::FixedTag<Count, 16 / sizeof(Count)>;

template <class Counts>
HWY_INLINE Counts near_sum(Counts a, Counts b) {
    if constexpr (sizeof(hn::TFromV<Counts>) == sizeof(std::uint16_t))
        return hn::SaturatedAdd(a, b);
    else
        return hn::Add(a, b);
}

/// The two halves of a vector, each in the place of the other.
template <class Count>
HWY_INLINE hn::Vec<letter_lanes<Count>> swap_halves(hn::Vec<letter_lanes<Count>> counts) {
    const hn::Repartition<std::uint64_t, letter_lanes<Count>> halves;
    return hn::BitCast(letter_lanes<Count>(), hn::Shuffle01(hn::BitCast(halves, counts)));
}

/// Of each four counts next to each other the sum of the other three.
template <class Count>
HWY_INLINE hn::Vec<letter_lanes<Count>> others_of_four(hn::Vec<letter_lanes<Count>> counts) {
    const letter_lanes<Count> lanes;
    const auto beside = hn::Reverse2(lanes, counts);
    const auto pairs = near_sum(counts, beside);
    if constexpr (sizeof(Count) == sizeof(std::uint16_t)) {
        const hn::Repartition<std::uint32_t, letter_lanes<Count>> twos;
        return near_sum(beside, hn::BitCast(lanes, hn::Shuffle2301(hn::BitCast(twos, pairs))));
    } else {
        return near_sum(beside, swap_halves<Count>(pairs));
    }
}

template <class Count>
HWY_INLINE void spread_last_letter(const near_rows<Count>& table, std::size_t first) {
    const letter_lanes<Count> lanes;
    for (std::size_t at = first; at < first + entries_of_near_block; at += hn::Lanes(lanes))
        for (std::size_t row = table.mismatches; row > 0; --row) {
            Count* const to = table.rows + row * table.of_row + at;
            const auto below = hn::LoadU(lanes, to - table.of_row);
            hn::StoreU(near_sum(hn::LoadU(lanes, to), others_of_four<Count>(below)), lanes, to);
        }
}

/// The letter before the last one: four words of it are 16 counts, in two or in four vectors.
template <class Count>
HWY_INLINE void spread_letter_before(const near_rows<Count>& table, std::size_t first) {
    const letter_lanes<Count> lanes;
    const std::size_t apart = hn::Lanes(lanes);
    for (std::size_t at = first; at < first + entries_of_near_block; at += 16)
        for (std::size_t row = table.mismatches; row > 0; --row) {
            Count* const to = table.rows + row * table.of_row + at;
            const Count* const from = to - table.of_row;
            const auto add = [&](std::size_t index, hn::Vec<letter_lanes<Count>> others) {
                hn::StoreU(near_sum(hn::LoadU(lanes, to + index * apart), others), lanes, to + index * apart);
            };
            const auto from_0 = hn::LoadU(lanes, from);
            const auto from_1 = hn::LoadU(lanes, from + apart);
            if constexpr (sizeof(Count) == sizeof(std::uint16_t)) {
                const auto beside_0 = swap_halves<Count>(from_0);
                const auto beside_1 = swap_halves<Count>(from_1);
                add(0, near_sum(beside_0, near_sum(from_1, beside_1)));
                add(1, near_sum(beside_1, near_sum(from_0, beside_0)));
            } else {
                const auto from_2 = hn::LoadU(lanes, from + 2 * apart);
                const auto from_3 = hn::LoadU(lanes, from + 3 * apart);
                const auto first_two = near_sum(from_0, from_1);
                const auto last_two = near_sum(from_2, from_3);
                add(0, near_sum(from_1, last_two));
                add(1, near_sum(from_0, last_two));
                add(2, near_sum(from_3, first_two));
                add(3, near_sum(from_2, first_two));
            }
        }
}

template <class Count>
HWY_INLINE void spread_entries(const near_rows<Count>& table, std::size_t first, std::size_t step,
                               std::size_t entries) {
    const hn::CappedTag<Count, 16> few; // the third last letter of a block: 16 entries
    const hn::CappedTag<Count, entries_of_near_block> many;
    const auto spread = [&](auto lanes) {
        for (std::size_t at = first; at < first + entries; at += hn::Lanes(lanes)) {
            Count* to = table.rows + table.mismatches * table.of_row + at;
            auto to_0 = hn::LoadU(lanes, to);
            auto to_1 = hn::LoadU(lanes, to + step);
            auto to_2 = hn::LoadU(lanes, to + 2 * step);
            auto to_3 = hn::LoadU(lanes, to + 3 * step);
            for (std::size_t row = table.mismatches; row > 0; --row) {
                const Count* const from = to - table.of_row;
                const auto from_0 = hn::LoadU(lanes, from);
                const auto from_1 = hn::LoadU(lanes, from + step);
                const auto from_2 = hn::LoadU(lanes, from + 2 * step);
                const auto from_3 = hn::LoadU(lanes, from + 3 * step);
                const auto first_two = near_sum(from_0, from_1);
                const auto last_two = near_sum(from_2, from_3);
                hn::StoreU(near_sum(to_0, near_sum(from_1, last_two)), lanes, to);
                hn::StoreU(near_sum(to_1, near_sum(from_0, last_two)), lanes, to + step);
                hn::StoreU(near_sum(to_2, near_sum(from_3, first_two)), lanes, to + 2 * step);
                hn::StoreU(near_sum(to_3, near_sum(from_2, first_two)), lanes, to + 3 * step);
                to_0 = from_0;
                to_1 = from_1;
                to_2 = from_2;
                to_3 = from_3;
                to -= table.of_row;
            }
        }
    };
    if (entries < entries_of_near_block)
        spread(few);
    else
        spread(many);
}

template <class Count>
void spread_blocks_of(const near_rows<Count>& table, std::size_t entries) {
    const hn::CappedTag<Count, entries_of_near_block> lanes;
    for (std::size_t first = 0; first < entries; first += entries_of_near_block) {
        for (std::size_t row = 1; row <= table.mismatches; ++row)
            for (std::size_t at = first; at < first + entries_of_near_block; at += hn::Lanes(lanes)) {
                Count* const to = table.rows + row * table.of_row + at;
                hn::StoreU(near_sum(hn::LoadU(lanes, to), hn::LoadU(lanes, to - table.of_row)), lanes, to);
            }
        spread_last_letter(table, first);
        spread_letter_before(table, first);
        spread_entries(table, first, entries_of_near_block / 4, entries_of_near_block / 4);
    }
}

template <class Count>
void spread_position_of(const near_rows<Count>& table, std::size_t step, std::size_t entries) {
    spread_entries(table, 0, step, entries);
}

constexpr near_kernels<std::uint16_t> narrow_near_kernels{&spread_blocks_of<std::uint16_t>,
                                                          &spread_position_of<std::uint16_t>};
constexpr near_kernels<std::uint32_t> wide_near_kernels{&spread_blocks_of<std::uint32_t>,
                                                        &spread_position_of<std::uint32_t>};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

template <>
const near_kernels<std::uint16_t>& near_kernels_for(simd::vector_target target) {
    return CONCORD_DISPATCH(narrow_near_kernels, target);
}
template <>
const near_kernels<std::uint32_t>& near_kernels_for(simd::vector_target target) {
    return CONCORD_DISPATCH(wide_near_kernels, target);
}

} // namespace concord::substring
#endif
