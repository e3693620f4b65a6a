// The vector kernel of the filter. Compiled once for every instruction set: Highway includes this file anew for each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/filter/combination_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/filter/combination_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void hash_combination(const std::uint64_t* blocks, std::size_t stride, const std::uint32_t* combination,
                      std::size_t chosen, std::size_t windows, std::uint64_t* hashes) {
    const hn::CappedTag<std::uint64_t, windows_padding> lanes;
    const auto multiplier = hn::Set(lanes, combination_multiplier);
    for (std::size_t first = 0; first < windows; first += hn::Lanes(lanes)) {
        auto sum = hn::LoadU(lanes, blocks + combination[0] * stride + first);
        for (std::size_t index = 1; index < chosen; ++index)
            sum = hn::Add(sum, hn::LoadU(lanes, blocks + combination[index] * stride + first));
        hn::StoreU(hn::Mul(hn::Xor(sum, hn::ShiftRight<32>(sum)), multiplier), lanes, hashes + first);
    }
}

void add_products(const std::uint64_t* words, std::uint64_t mask, std::uint64_t factor, std::size_t windows,
                  std::uint64_t* sums) {
    const hn::CappedTag<std::uint64_t, windows_padding> lanes;
    const auto chosen = hn::Set(lanes, mask);
    const auto by = hn::Set(lanes, factor);
    for (std::size_t first = 0; first < windows; first += hn::Lanes(lanes)) {
        const auto product = hn::Mul(hn::And(hn::LoadU(lanes, words + first), chosen), by);
        hn::StoreU(hn::Add(hn::LoadU(lanes, sums + first), product), lanes, sums + first);
    }
}

constexpr combination_kernels kernels{&hash_combination, &add_products};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const combination_kernels& combination_kernels_for(simd::vector_target target) {
    return CONCORD_DISPATCH(kernels, target);
}

} // namespace concord::substring
#endif
