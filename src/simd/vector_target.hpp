// The vector instructions in use. They change the speed and never an answer.
#pragma once

#include <concord/device.hpp>

#include <cstdint>

namespace concord::simd {

using concord::to_string;
using concord::vector_target;

/// The result of detect_targets(), read once.
[[nodiscard]] std::int64_t supported_targets() noexcept;

/// For tests: while it lives, supported_targets() pretends that the processor has no other targets than these.
class scoped_target_limit {
  public:
    explicit scoped_target_limit(std::int64_t targets) noexcept;
    scoped_target_limit(const scoped_target_limit&) = delete;
    scoped_target_limit& operator=(const scoped_target_limit&) = delete;
    ~scoped_target_limit();
};

/// The target to run: `wanted`, or for `automatic` the best that this processor runs. Throws error (resource) where the
/// processor cannot run `wanted`.
[[nodiscard]] vector_target choose_vectors(vector_target wanted);

} // namespace concord::simd
