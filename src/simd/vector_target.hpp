// Which vector instructions are used. Never a different answer, only a different speed.
#pragma once

#include <cstdint>
#include <string_view>

namespace concord::simd {

enum class vector_target : std::uint8_t {
    baseline, ///< what every processor of the build's architecture has
    avx2,
    avx512 ///< AVX-512 with BW and VL; with the bit-counting instructions of Ice Lake where the processor has them
};

[[nodiscard]] std::string_view to_string(vector_target target) noexcept;

/// What hwy::SupportedTargets() answers, asked once (so not for tests that change the answer): under a hypervisor that
/// takes 20 microseconds.
[[nodiscard]] std::int64_t supported_targets() noexcept;

/// "auto" is the best that this processor runs. Throws error: usage for an unknown name, resource for one that cannot
/// run.
[[nodiscard]] vector_target choose_vectors(std::string_view name);

} // namespace concord::simd
