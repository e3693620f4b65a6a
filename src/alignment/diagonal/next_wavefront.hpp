// One edit more on neighbouring diagonals, before it is followed along equal letters: the part that vectors do.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::pairwise::diagonals {

struct wavefront_part {
    const std::int32_t* here; ///< [-1, count]: h with an edit less
    std::int32_t* out;        ///< [count]
    std::size_t count;
    std::int32_t substituted; ///< 1 where a letter may be substituted, else 0
    std::int32_t most;        ///< letters of a
    std::int32_t most_of_b;   ///< on the first diagonal: letters of a that are used up when b is; one more on each next
};

/// out[n] = max(here[n - 1] + 1, here[n] + substituted, here[n + 1]), but no more than there are letters.
using next_wavefront = void (*)(const wavefront_part&);

/// For a target that this processor runs (choose_vectors).
[[nodiscard]] next_wavefront next_wavefront_for(simd::vector_target target);

} // namespace concord::pairwise::diagonals
