#include "simd/vector_target.hpp"

#include "simd/detected_targets.hpp"

#include <concord/error.hpp>

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

// Where kernels are compiled for one set of instructions alone (CONCORD_VECTOR_TARGETS), that is the baseline.
#if HWY_ARCH_X86 && !defined(HWY_COMPILE_ONLY_STATIC)
constexpr bool has_several_targets = true;
#else
constexpr bool has_several_targets = false;
#endif

bool runs_here(vector_target target) {
    if (target == vector_target::baseline) return true;
#if HWY_ARCH_X86
    return has_several_targets && (supported_targets() & (target == vector_target::avx512 ? HWY_AVX3 : HWY_AVX2)) != 0;
#else
    return false;
#endif
}

} // namespace

std::int64_t supported_targets() noexcept {
    static const std::int64_t targets = detect_targets();
    return targets & target_limit.load(std::memory_order_relaxed);
}

scoped_target_limit::scoped_target_limit(std::int64_t targets) noexcept { target_limit = targets; }
scoped_target_limit::~scoped_target_limit() { target_limit = all_bits; }

vector_target choose_vectors(vector_target wanted) {
    for (const vector_target target : all_targets) {
        if (wanted != vector_target::automatic && wanted != target) continue;
        if (runs_here(target)) return target;
        if (wanted == target)
            throw error(error_code::resource,
                        (has_several_targets ? "this processor cannot run " : "this program was compiled without ") +
                            std::string(to_string(wanted)) + " instructions");
    }
    return vector_target::baseline;
}

} // namespace simd

std::string_view to_string(vector_target target) noexcept {
    switch (target) {
    case vector_target::automatic: return "auto";
    case vector_target::baseline: return "baseline";
    case vector_target::avx2: return "avx2";
    case vector_target::avx512: return "avx512";
    }
    return "";
}

vector_target parse_vector_target(std::string_view text) {
    for (const vector_target target :
         {vector_target::automatic, vector_target::baseline, vector_target::avx2, vector_target::avx512})
        if (text == to_string(target)) return target;
    throw error(error_code::usage,
                "unknown vector target '" + std::string(text) + "': expected auto, baseline, avx2 or avx512");
}

std::vector<vector_target> usable_vectors() {
    std::vector<vector_target> usable;
    for (const vector_target target : simd::all_targets)
        if (simd::runs_here(target)) usable.push_back(target);
    return usable;
}

} // namespace concord
