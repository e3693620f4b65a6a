// Hamming distances of pairs, by the same loop on the host and in a thread of a GPU; and pairs by number.
#pragma once

#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "sequence/packed_sequences.hpp"

#include <cstdint>

namespace concord::edit_distance {

/// Planes of letters that a GPU compares, of which kernels are compiled for few; 16 are those of 65,536 letters.
inline constexpr unsigned few_batch_planes_on_gpu = 8;
inline constexpr unsigned most_batch_planes_on_gpu = 16;

/// Letters that differ among `length` letters of two sides, of which an ambiguous one equals nothing; counted until
/// they are more than `bound`. Side: plane[planes] and ambiguous, which may be null. Time O(length planes / 64).
template <class Side>
[[nodiscard]] CONCORD_HD std::uint64_t letters_differing(const Side& a, std::uint64_t offset_a, const Side& b,
                                                         std::uint64_t offset_b, std::uint64_t length, unsigned planes,
                                                         std::uint64_t bound) {
    std::uint64_t differing = 0;
    for (std::uint64_t first = 0; first < length && differing <= bound; first += 64) {
        std::uint64_t differ = 0;
        if (a.ambiguous != nullptr) differ |= sequence::bits_from(a.ambiguous, offset_a + first);
        if (b.ambiguous != nullptr) differ |= sequence::bits_from(b.ambiguous, offset_b + first);
        for (unsigned plane = 0; plane < planes; ++plane)
            differ |= sequence::bits_from(a.plane[plane], offset_a + first) ^
                      sequence::bits_from(b.plane[plane], offset_b + first);
        if (length - first < 64) differ &= base::low_bits<std::uint64_t>(static_cast<unsigned>(length - first));
        differing += base::count_ones(differ);
    }
    return differing;
}

/// Pairs by number: of equal numbers in both sets, or all of some rows of a matrix.
struct numbered_pairs {
    bool zipped;
    std::uint64_t first_row; ///< of a matrix
    std::uint64_t columns;   ///< of a matrix

    [[nodiscard]] CONCORD_HD std::uint64_t a(std::uint64_t pair) const {
        return zipped ? first_row + pair : first_row + pair / columns;
    }
    [[nodiscard]] CONCORD_HD std::uint64_t b(std::uint64_t pair) const {
        return zipped ? first_row + pair : pair % columns;
    }
};

/// A set in a device's memory.
struct hamming_side {
    const std::uint64_t* plane[most_batch_planes_on_gpu];
    const std::uint64_t* ambiguous; ///< null: none
    const std::uint64_t* offsets;
};

/// A step for each pair.
struct compare_hamming {
    hamming_side of_a;
    hamming_side of_b;
    unsigned planes;
    numbered_pairs pairs;
    std::uint32_t* distances;
    std::uint64_t bound;
    std::uint32_t none; ///< where the lengths differ, or the distance is greater

    CONCORD_HD void operator()(std::uint64_t pair) const {
        const std::uint64_t* const a = of_a.offsets + pairs.a(pair);
        const std::uint64_t* const b = of_b.offsets + pairs.b(pair);
        std::uint32_t distance = none;
        if (a[1] - a[0] == b[1] - b[0]) {
            const std::uint64_t differing = letters_differing(of_a, a[0], of_b, b[0], a[1] - a[0], planes, bound);
            if (differing <= bound) distance = static_cast<std::uint32_t>(differing);
        }
        distances[pair] = distance;
    }
};

} // namespace concord::edit_distance
