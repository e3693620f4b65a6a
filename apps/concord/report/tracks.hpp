// Where on each sequence something stands.
#pragma once

#include <concord/overlap.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace concord::app::report {

/// Sequences that are drawn.
inline constexpr std::size_t most_tracks = 100;

/// One line a sequence, as long as it is, with a mark at every place: of the first hundred sequences that hold any.
/// `places` are in ascending order, each of `length` letters.
[[nodiscard]] std::string draw_tracks(const sequence_set& sequences, const std::vector<overlap_place>& places,
                                      std::uint64_t length, std::string_view id);

/// Distinct sequences among places in ascending order.
[[nodiscard]] std::uint64_t sequences_among(const std::vector<overlap_place>& places);

} // namespace concord::app::report
