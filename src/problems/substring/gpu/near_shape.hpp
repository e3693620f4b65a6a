// The shape of the comparison's launches, for the kernel and for whoever hands out its work.
#pragma once

#include <cstdint>

namespace concord::substring {

inline constexpr unsigned near_threads = 128;
inline constexpr unsigned near_warps = near_threads / 32;
inline constexpr unsigned places_at_once = 256;  ///< in shared memory
inline constexpr unsigned places_in_a_round = 4; ///< tested before anybody asks whether one was near
inline constexpr unsigned bits_of_place = 22;    ///< in a word of the queue; the rest tells the piece
inline constexpr std::uint64_t most_places_of_a_block = std::uint64_t{1} << bits_of_place;

/// Pieces that a thread holds where there are many: as many as its registers allow.
template <unsigned Planes>
inline constexpr unsigned pieces_of_a_thread = Planes <= 3   ? 8
                                               : Planes <= 5 ? 4
                                                             : 2;

} // namespace concord::substring
