// Where in a read its adapter starts.
#pragma once

#include "simulate/random_source.hpp"

#include <cstdint>
#include <string_view>

namespace concord::simulate {

/// - soil: as in 5,000 soil reads of 51 letters (short inserts, read through), stretched to the length of the read
/// - uniform: anywhere
enum class adapter_start : std::uint8_t { soil, uniform };

/// Draws a start in a read of `length` letters; length >= 1.
[[nodiscard]] std::uint64_t draw_adapter_start(adapter_start law, std::uint64_t length, random_source& random);

} // namespace concord::simulate
