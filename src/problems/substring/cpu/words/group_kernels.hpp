// The vector kernels of piece_groups.cpp: which words are near to one, and what is near to each of some windows.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Lanes of sources are padded with anything up to a multiple of this; words likewise.
inline constexpr std::size_t group_padding = 64;

/// Windows that may hold sources. Letters of nucleotides are two rows, one a plane, for each stretch of as many letters
/// as a lane has bits.
template <class Lane>
struct grouped_targets {
    const Lane* const* rows;
    unsigned stretches;           ///< one or two
    const std::int8_t* most;      ///< mismatches of these letters with which a source is near; none if negative
    const std::uint32_t* weights; ///< sequences that have the window
    std::size_t size;
};

/// Sources, with as many rows, and counts of each; a multiple of group_padding.
template <class Lane>
struct counted_sources {
    const Lane* const* rows;
    Lane* counts;
    std::size_t size;
};

struct group_kernels {
    /// Writes a bit for each of `count` windows: whether the words of some pieces of it differ from the centres of
    /// these in at most `limit` letters together. A word of up to 16 nucleotides is one plane in its low half, and the
    /// other in its high half.
    void (*mark_near)(const std::uint32_t* const* words, const std::uint32_t* centres, std::size_t pieces,
                      std::size_t count, unsigned limit, std::uint64_t* bits);

    /// Adds to the count of each source the weights of the targets near to it. Counts stay at the greatest value.
    void (*count_16)(const counted_sources<std::uint16_t>& sources, const grouped_targets<std::uint16_t>& targets);
    void (*count_32)(const counted_sources<std::uint32_t>& sources, const grouped_targets<std::uint32_t>& targets);
    void (*count_64)(const counted_sources<std::uint64_t>& sources, const grouped_targets<std::uint64_t>& targets);
};

/// The kernels for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const group_kernels& group_kernels_for(simd::vector_target target);

} // namespace concord::substring
