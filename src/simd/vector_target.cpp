#include "simd/vector_target.hpp"

#include <concord/error.hpp>
#include <concord/run.hpp>

#include <hwy/targets.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <string>

namespace concord {
namespace simd {
namespace {

constexpr std::int64_t all_bits = ~std::int64_t{0};
std::atomic<std::int64_t> target_limit{all_bits};

constexpr std::array all_targets = {vector_target::avx512, vector_target::avx2, vector_target::baseline};

bool runs_here(vector_target target) {
    if (target == vector_target::baseline) return true;
#if HWY_ARCH_X86
    return (supported_targets() & (target == vector_target::avx512 ? HWY_AVX3 : HWY_AVX2)) != 0;
#else
    return false;
#endif
}

} // namespace

std::int64_t supported_targets() noexcept {
    static const std::int64_t targets = hwy::SupportedTargets();
    return targets & target_limit.load(std::memory_order_relaxed);
}

scoped_target_limit::scoped_target_limit(std::int64_t targets) noexcept { target_limit = targets; }
scoped_target_limit::~scoped_target_limit() { target_limit = all_bits; }

std::string_view to_string(vector_target target) noexcept {
    switch (target) {
    case vector_target::avx512: return "avx512";
    case vector_target::avx2: return "avx2";
    case vector_target::baseline: return "baseline";
    }
    return "";
}

vector_target choose_vectors(std::string_view name) {
    for (const vector_target target : all_targets) {
        if (name == "auto" && runs_here(target)) return target;
        if (name != to_string(target)) continue;
        if (!runs_here(target))
            throw error(error_code::resource, "this processor cannot run " + std::string(name) + " instructions");
        return target;
    }
    throw error(error_code::usage,
                "unknown vector target '" + std::string(name) + "': expected auto, baseline, avx2 or avx512");
}

} // namespace simd

std::vector<std::string> usable_vectors() {
    std::vector<std::string> names;
    for (const simd::vector_target target : simd::all_targets)
        if (simd::runs_here(target)) names.emplace_back(simd::to_string(target));
    return names;
}

} // namespace concord
