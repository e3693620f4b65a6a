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

/// What hwy::SupportedTargets() answers, asked once: under a hypervisor that takes 20 microseconds.
[[nodiscard]] std::int64_t supported_targets() noexcept;

/// For tests: as long as it lives, supported_targets() answers as on a processor that has no other targets than these.
class scoped_target_limit {
  public:
    explicit scoped_target_limit(std::int64_t targets) noexcept;
    scoped_target_limit(const scoped_target_limit&) = delete;
    scoped_target_limit& operator=(const scoped_target_limit&) = delete;
    ~scoped_target_limit();
};

/// "auto" is the best that this processor runs. Throws error: usage for an unknown name, resource for one that cannot
/// run.
[[nodiscard]] vector_target choose_vectors(std::string_view name);

} // namespace concord::simd
