// Which vector instructions are used. Never a different answer, only a different speed.
#pragma once

#include <concord/device.hpp>

#include <cstdint>

namespace concord::simd {

using concord::to_string;
using concord::vector_target;

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

/// The target to run: `wanted`, or for `automatic` the best that this processor runs. Throws error (resource) where it
/// cannot run the one that is wanted.
[[nodiscard]] vector_target choose_vectors(vector_target wanted);

} // namespace concord::simd
