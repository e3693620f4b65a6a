// Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/words/pair_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/words/pair_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using pair_lanes = hn::CappedTag<std::uint32_t, padding_of_pairs>;
using pair_vector = hn::Vec<pair_lanes>;

/// Letters in which words differ.
HWY_INLINE pair_vector mismatches_of(pair_vector words, pair_vector others) {
    const pair_lanes lanes;
    const pair_vector differ = hn::Xor(words, others);
    return hn::PopulationCount(hn::And(hn::Or(differ, hn::ShiftRight<1>(differ)), hn::Set(lanes, 0x55555555U)));
}

/// Of small numbers.
HWY_INLINE auto are_at_most(pair_vector numbers, unsigned most) {
    const hn::RebindToSigned<pair_lanes> compared; // Highway 1.0.3 compares no unsigned ones
    const pair_lanes lanes;
    return hn::RebindMask(
        lanes, hn::Lt(hn::BitCast(compared, numbers), hn::Set(compared, static_cast<std::int32_t>(most + 1))));
}

std::size_t list(const std::uint32_t* words, std::size_t count, std::uint32_t sequence, unsigned mismatches,
                 const pair_rows& to) {
    const pair_lanes lanes;
    const auto undivided = hn::Set(lanes, state_of_pair(sequence, mismatches, 0));
    std::size_t listed = 0;
    for (std::size_t index = 0; index + 1 < count; ++index) {
        const auto first = hn::Set(lanes, words[index]);
        for (std::size_t at = index + 1; at < count; at += hn::Lanes(lanes)) {
            const auto second = hn::LoadU(lanes, words + at);
            const auto distance = mismatches_of(first, second);
            const auto is_listed = hn::And(are_at_most(distance, 2 * mismatches), hn::FirstN(lanes, count - at));
            hn::StoreU(first, lanes, to.first + listed);
            hn::StoreU(hn::Compress(second, is_listed), lanes, to.second + listed);
            hn::StoreU(hn::Compress(hn::Sub(undivided, hn::ShiftLeft<10>(distance)), is_listed), lanes,
                       to.state + listed);
            listed += hn::CountTrue(lanes, is_listed);
        }
    }
    return listed;
}

/// What a letter takes off the state of a pair, given the letters of the two words, each less the letter (by XOR).
constexpr std::uint32_t taken_off(unsigned first, unsigned second) {
    const std::uint32_t of_both = first == 0 || second == 0 ? 0U : first == second ? 2U : 1U;
    return (first != 0 ? 1U : 0U) | (second != 0 ? 1U << 5U : 0U) | of_both << 10U;
}

/// taken_off of the letters of each pair at `shift`.
HWY_INLINE pair_vector taken_off(pair_vector first, pair_vector second, unsigned shift, std::uint32_t letter) {
    const pair_lanes lanes;
    if constexpr (hn::MaxLanes(lanes) == 16) {
        alignas(64) static constexpr std::uint32_t table[16] = {
            taken_off(0, 0), taken_off(1, 0), taken_off(2, 0), taken_off(3, 0), taken_off(0, 1), taken_off(1, 1),
            taken_off(2, 1), taken_off(3, 1), taken_off(0, 2), taken_off(1, 2), taken_off(2, 2), taken_off(3, 2),
            taken_off(0, 3), taken_off(1, 3), taken_off(2, 3), taken_off(3, 3)};
        const auto three = hn::Set(lanes, 3U);
        const auto of_first = hn::And(hn::ShiftRightSame(first, static_cast<int>(shift)), three);
        const auto of_second = hn::And(hn::ShiftRightSame(second, static_cast<int>(shift)), three);
        const auto both = hn::Xor(hn::Or(of_first, hn::ShiftLeft<2>(of_second)), hn::Set(lanes, letter * 5));
        return hn::TableLookupLanes(hn::Load(lanes, table), hn::IndicesFromVec(lanes, both));
    } else {
        const auto zero = hn::Zero(lanes);
        const auto letter_bits = hn::Set(lanes, std::uint32_t{3} << shift);
        const auto asked = hn::Set(lanes, letter << shift);
        const auto first_differs = hn::Ne(hn::And(hn::Xor(first, asked), letter_bits), zero);
        const auto second_differs = hn::Ne(hn::And(hn::Xor(second, asked), letter_bits), zero);
        const auto are_equal = hn::Eq(hn::And(hn::Xor(first, second), letter_bits), zero);
        const auto of_both = hn::IfThenElse(are_equal, hn::Set(lanes, 2U << 10U), hn::Set(lanes, 1U << 10U));
        return hn::Add(hn::Add(hn::IfThenElseZero(first_differs, hn::Set(lanes, 1U)),
                               hn::IfThenElseZero(second_differs, hn::Set(lanes, 1U << 5U))),
                       hn::IfThenElseZero(hn::And(first_differs, second_differs), of_both));
    }
}

std::size_t follow(const pair_rows& those, std::size_t count, unsigned shift, std::uint32_t letter,
                   const pair_rows& these) {
    const pair_rows from = those; // what is written could be one of these pointers
    const pair_rows to = these;
    const pair_lanes lanes;
    const auto guards = hn::Set(lanes, 1U << 15U | 1U << 9U | 1U << 4U);
    std::size_t kept = 0;
    const auto keep = [&](std::size_t at, auto is_there) HWY_ATTR {
        const auto first = hn::LoadU(lanes, from.first + at);
        const auto second = hn::LoadU(lanes, from.second + at);
        const auto state = hn::Sub(hn::LoadU(lanes, from.state + at), taken_off(first, second, shift, letter));
        const auto stays = hn::And(hn::Eq(hn::AndNot(state, guards), hn::Zero(lanes)), is_there);
        hn::StoreU(hn::Compress(first, stays), lanes, to.first + kept);
        hn::StoreU(hn::Compress(second, stays), lanes, to.second + kept);
        hn::StoreU(hn::Compress(state, stays), lanes, to.state + kept);
        kept += hn::CountTrue(lanes, stays);
    };
    const std::size_t whole = count - count % hn::Lanes(lanes);
    for (std::size_t at = 0; at < whole; at += hn::Lanes(lanes))
        keep(at, hn::FirstN(lanes, hn::Lanes(lanes)));
    if (whole < count) keep(whole, hn::FirstN(lanes, count - whole));
    return kept;
}

std::size_t near(const pair_rows& from, std::size_t count, std::uint32_t word, unsigned mismatches,
                 std::uint32_t* sequences) {
    const pair_lanes lanes;
    const auto asked = hn::Set(lanes, word);
    std::size_t found = 0;
    for (std::size_t at = 0; at < count; at += hn::Lanes(lanes)) {
        const auto farther = hn::Max(mismatches_of(hn::LoadU(lanes, from.first + at), asked),
                                     mismatches_of(hn::LoadU(lanes, from.second + at), asked));
        const auto are_near = hn::And(are_at_most(farther, mismatches), hn::FirstN(lanes, count - at));
        if (hn::AllFalse(lanes, are_near)) continue;
        hn::StoreU(hn::Compress(hn::ShiftRight<16>(hn::LoadU(lanes, from.state + at)), are_near), lanes,
                   sequences + found);
        found += hn::CountTrue(lanes, are_near);
    }
    return found;
}

constexpr pair_kernels kernels_of_pairs{&list, &follow, &near};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const pair_kernels& pair_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels_of_pairs, target); }

} // namespace concord::substring
#endif
