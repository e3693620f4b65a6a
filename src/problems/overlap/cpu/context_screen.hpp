// Members of a class of seeds (seed_groups.hpp) that the letters around them do not rule out, some vectors at a time.
#pragma once

#include "problems/overlap/cpu/seed_contexts.hpp"
#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::overlap {

/// Writes which of `count` (below 2^32) members have at most as many differences as mismatches in one of the groups, in
/// ascending order, and returns their number. `found` has room for all of them.
using context_screen = std::size_t (*)(const screened_position& one, const seed_context* members, std::size_t count,
                                       std::uint32_t* found);

/// For the best vectors of `target` that the build has.
[[nodiscard]] context_screen context_screen_for(simd::vector_target target);

} // namespace concord::overlap
