// Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL // counts bits in vectors
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/words/group_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/words/group_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void mark_near(const std::uint32_t* const* words, const std::uint32_t* centres, std::size_t pieces, std::size_t count,
               unsigned limit, std::uint64_t* bits) {
    const hn::CappedTag<std::uint32_t, group_padding> lanes;
    const hn::RebindToSigned<decltype(lanes)> counts;
    const std::size_t step = hn::Lanes(lanes);
    const auto one_plane = hn::Set(lanes, 0xFFFFU);
    const auto too_many = hn::Set(counts, static_cast<std::int32_t>(limit + 1));
    for (std::size_t first = 0; first < count; first += 64) {
        std::uint64_t near = 0;
        for (std::size_t lane = 0; lane < 64; lane += step) {
            auto mismatches = hn::Zero(lanes);
            for (std::size_t piece = 0; piece < pieces; ++piece) {
                const auto differ =
                    hn::Xor(hn::Set(lanes, centres[piece]), hn::LoadU(lanes, words[piece] + first + lane));
                const auto letters = hn::And(hn::Or(differ, hn::ShiftRight<16>(differ)), one_plane);
                mismatches = hn::Add(mismatches, hn::PopulationCount(letters));
            }
            std::uint64_t here = 0;
            hn::StoreMaskBits(counts, hn::Lt(hn::BitCast(counts, mismatches), too_many),
                              reinterpret_cast<std::uint8_t*>(&here));
            near |= (step == 64 ? here : here & ((std::uint64_t{1} << step) - 1)) << lane;
        }
        bits[first / 64] = near;
    }
}

/// At most 512 bits, so that group_padding lanes are whole vectors.
template <class Lane>
using source_lanes = hn::CappedTag<Lane, 64 / sizeof(Lane)>;

// Vectors of sources stay in registers while the targets pass by.
template <class Lane, unsigned Stretches, unsigned Vectors>
void count_block(const counted_sources<Lane>& sources, std::size_t first, const grouped_targets<Lane>& targets) {
    const source_lanes<Lane> lanes;
    const hn::RebindToSigned<decltype(lanes)> signed_lanes; // signed comparisons are the cheap ones before AVX-512
    using vector = hn::Vec<decltype(lanes)>;
    using signed_lane = hn::TFromD<decltype(signed_lanes)>;
    const std::size_t step = hn::Lanes(lanes);
    constexpr std::uint32_t greatest = sizeof(Lane) < sizeof(std::uint32_t) ? static_cast<Lane>(~Lane{0}) : ~0U;
    vector letters[Vectors][2 * Stretches];
    vector counted[Vectors];
    HWY_UNROLL(8)
    for (unsigned each = 0; each < Vectors; ++each) {
        HWY_UNROLL(4)
        for (unsigned row = 0; row < 2 * Stretches; ++row)
            letters[each][row] = hn::LoadU(lanes, sources.rows[row] + first + each * step);
        counted[each] = hn::LoadU(lanes, sources.counts + first + each * step);
    }
    for (std::size_t target = 0; target < targets.size; ++target) {
        vector wanted[2 * Stretches];
        HWY_UNROLL(4)
        for (unsigned row = 0; row < 2 * Stretches; ++row)
            wanted[row] = hn::Set(lanes, targets.rows[row][target]);
        const std::uint32_t times = targets.weights[target];
        const auto weight = hn::Set(lanes, static_cast<Lane>(times < greatest ? times : greatest));
        const auto too_many = hn::Set(signed_lanes, static_cast<signed_lane>(targets.most[target] + 1));
        HWY_UNROLL(8)
        for (unsigned each = 0; each < Vectors; ++each) {
            vector mismatches =
                hn::PopulationCount(hn::Or(hn::Xor(letters[each][0], wanted[0]), hn::Xor(letters[each][1], wanted[1])));
            if constexpr (Stretches == 2)
                mismatches = hn::Add(mismatches, hn::PopulationCount(hn::Or(hn::Xor(letters[each][2], wanted[2]),
                                                                            hn::Xor(letters[each][3], wanted[3]))));
            const auto is_near = hn::RebindMask(lanes, hn::Lt(hn::BitCast(signed_lanes, mismatches), too_many));
            vector sum;
            if constexpr (sizeof(Lane) == sizeof(std::uint16_t))
                sum = hn::SaturatedAdd(counted[each], weight);
            else
                sum = hn::Add(counted[each], weight);
            counted[each] = hn::IfThenElse(is_near, sum, counted[each]);
        }
    }
    HWY_UNROLL(8)
    for (unsigned each = 0; each < Vectors; ++each)
        hn::StoreU(counted[each], lanes, sources.counts + first + each * step);
}

/// As many vectors at a time as registers hold, then half of them.
template <class Lane, unsigned Stretches, unsigned Vectors>
void count_from(const counted_sources<Lane>& sources, std::size_t first, const grouped_targets<Lane>& targets) {
    const std::size_t block = Vectors * hn::Lanes(source_lanes<Lane>());
    for (; first + block <= sources.size; first += block)
        count_block<Lane, Stretches, Vectors>(sources, first, targets);
    if constexpr (Vectors > 1) count_from<Lane, Stretches, Vectors / 2>(sources, first, targets);
}

template <class Lane>
void count(const counted_sources<Lane>& sources, const grouped_targets<Lane>& targets) {
    targets.stretches == 1 ? count_from<Lane, 1, 8>(sources, 0, targets) : count_from<Lane, 2, 4>(sources, 0, targets);
}

constexpr group_kernels kernels{&mark_near, &count<std::uint16_t>, &count<std::uint32_t>, &count<std::uint64_t>};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const group_kernels& group_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::substring
#endif
