// How windows are dropped before they are compared. Every way gives the same answer; tests force them.
#pragma once

#include <cstdint>

namespace concord::substring {

enum class sieving : std::uint8_t { automatic, never, always };

} // namespace concord::substring
