// The letters of a pair as kernels want them, made on the GPU from codes. Steps for runtime::gpu_machine::for_each.
#pragma once

#include "alignment/bit_parallel/gpu/strip_matrix.cuh"
#include "base/host_device.hpp"

#include <cstdint>

namespace concord::pairwise {

/// A sequence of codes, from either end.
template <class Code>
struct directed_codes {
    const Code* codes;
    std::uint64_t length;
    bool backwards;

    /// 0 beyond the ends.
    [[nodiscard]] CONCORD_HD std::uint32_t operator[](std::uint64_t position) const {
        return position < length ? codes[backwards ? length - 1 - position : position] : 0;
    }
};

/// Step i makes word i of the planes: bits of the codes of 32 columns.
template <class Code>
struct pack_columns {
    directed_codes<Code> letters;
    std::uint64_t first; ///< column of the first word
    std::uint32_t* planes;
    std::uint64_t words; ///< of a plane
    unsigned plane_count;

    CONCORD_HD void operator()(std::uint64_t index) const {
        for (unsigned plane = 0; plane < plane_count; ++plane) {
            std::uint32_t bits = 0;
            for (unsigned i = 0; i < 32; ++i)
                bits |= (letters[first + index * 32 + i] >> plane & 1U) << i;
            planes[plane * words + index] = bits;
        }
    }
};

/// Step i makes the word of hop i: two bits for each of 16 rows.
template <class Code>
struct pack_hops {
    directed_codes<Code> letters;
    std::uint32_t* hops;

    CONCORD_HD void operator()(std::uint64_t index) const {
        std::uint32_t word = 0;
        for (unsigned row = 0; row < hop_rows; ++row)
            word |= (letters[index * hop_rows + row] & 3U) << (2 * row);
        hops[index] = word;
    }
};

/// Step i copies the code of row i.
template <class Code>
struct copy_rows {
    directed_codes<Code> letters;
    Code* rows;

    CONCORD_HD void operator()(std::uint64_t index) const { rows[index] = static_cast<Code>(letters[index]); }
};

} // namespace concord::pairwise
