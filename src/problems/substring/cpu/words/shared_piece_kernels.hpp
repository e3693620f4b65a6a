// The vector kernels of shared_pieces.hpp: which of many windows are near to one.
#pragma once

#include "problems/substring/seed_pieces.hpp"
#include "sequence/packed_sequences.hpp"
#include "simd/vector_target.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Windows that may be read, or places that may be written, beyond the last one.
inline constexpr std::size_t padding_of_pieces = 16;
inline constexpr std::size_t most_planes_of_pieces = sequence::most_planes + 1;

/// Windows of at most 32 letters, a word a plane; and of each its sequence, or where it begins.
struct window_planes {
    std::array<const std::uint32_t*, most_planes_of_pieces> plane;
    const std::uint32_t* places;
    std::size_t count;
};

/// What is near: in at most `limit` letters different, and not within the radius of a piece that was asked before.
struct near_rule {
    unsigned planes;
    unsigned ordinary_planes; ///< that pieces have
    unsigned limit;
    unsigned before = 0;
    std::array<seed_piece, most_seed_pieces> piece{};
};

struct shared_piece_kernels {
    /// How many of the windows are near to the one with these words.
    std::uint32_t (*count)(const window_planes& windows, const std::uint32_t* words, const near_rule& rule);
    /// Lists the places of these; how many they are.
    std::size_t (*list)(const window_planes& windows, const std::uint32_t* words, const near_rule& rule,
                        std::uint32_t* places);
};

/// The kernels for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const shared_piece_kernels& shared_piece_kernels_for(simd::vector_target target);

} // namespace concord::substring
