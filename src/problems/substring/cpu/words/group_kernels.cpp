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

// Vectors of sources stay in registers while the targets pass by.
template <class Lane, unsigned Stretches, unsigned Vectors>
void count_block(const Lane* const* sources, std::size_t first, const grouped_targets<Lane>& targets, unsigned limit,
                 Lane* counts) {
    const hn::CappedTag<Lane, group_padding / Vectors> lanes;
    const hn::RebindToSigned<decltype(lanes)> signed_lanes; // signed comparisons are the cheap ones before AVX-512
    using vector = hn::Vec<decltype(lanes)>;
    using signed_vector = hn::Vec<decltype(signed_lanes)>;
    using signed_lane = hn::TFromD<decltype(signed_lanes)>;
    const std::size_t step = hn::Lanes(lanes);
    const auto too_many = hn::Set(signed_lanes, static_cast<signed_lane>(limit + 1));
    vector letters[Vectors][2 * Stretches];
    signed_vector counted[Vectors];
    for (unsigned each = 0; each < Vectors; ++each) {
        for (unsigned row = 0; row < 2 * Stretches; ++row)
            letters[each][row] = hn::LoadU(lanes, sources[row] + first + each * step);
        counted[each] = hn::BitCast(signed_lanes, hn::LoadU(lanes, counts + first + each * step));
    }
    for (std::size_t target = 0; target < targets.size; ++target) {
        vector wanted[2 * Stretches];
        for (unsigned row = 0; row < 2 * Stretches; ++row)
            wanted[row] = hn::Set(lanes, targets.rows[row][target]);
        const auto weight = hn::Set(signed_lanes, static_cast<signed_lane>(targets.weights[target]));
        for (unsigned each = 0; each < Vectors; ++each) {
            vector mismatches = hn::Zero(lanes);
            for (unsigned stretch = 0; stretch < Stretches; ++stretch) {
                const vector differ = hn::Or(hn::Xor(letters[each][2 * stretch], wanted[2 * stretch]),
                                             hn::Xor(letters[each][2 * stretch + 1], wanted[2 * stretch + 1]));
                const vector here = hn::PopulationCount(differ);
                mismatches = stretch == 0 ? here : hn::Add(mismatches, here);
            }
            const auto is_near = hn::Lt(hn::BitCast(signed_lanes, mismatches), too_many);
            counted[each] = hn::IfThenElse(is_near, hn::Add(counted[each], weight), counted[each]);
        }
    }
    for (unsigned each = 0; each < Vectors; ++each)
        hn::StoreU(hn::BitCast(lanes, counted[each]), lanes, counts + first + each * step);
}

template <class Lane, unsigned Stretches>
void count_all(const Lane* const* sources, const grouped_targets<Lane>& targets, unsigned limit, Lane* counts) {
    constexpr unsigned vectors = 8 / Stretches;
    const std::size_t step = vectors * hn::Lanes(hn::CappedTag<Lane, group_padding / vectors>());
    for (std::size_t first = 0; first < group_padding; first += step)
        count_block<Lane, Stretches, vectors>(sources, first, targets, limit, counts);
}

template <class Lane>
void count(const Lane* const* sources, const grouped_targets<Lane>& targets, unsigned stretches, unsigned limit,
           Lane* counts) {
    stretches == 1 ? count_all<Lane, 1>(sources, targets, limit, counts)
                   : count_all<Lane, 2>(sources, targets, limit, counts);
}

constexpr group_kernels kernels{&mark_near, &count<std::uint32_t>, &count<std::uint64_t>};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const group_kernels& group_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::substring
#endif
