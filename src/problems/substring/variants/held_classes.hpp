// Which lanes hold each class of windows, some lanes at a time, and stage by stage: what has too few sequences behind a
// stage to reach the support in those that are left is not counted any more.
//
//     stage 1   |  stage 2   |  stage 3         t = 10
//     4 of 8       3 of 8       at most 2       left after two stages
#pragma once

#include "problems/substring/variants/lane_blocks.hpp"
#include "problems/substring/variants/longer_windows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace concord::substring {

/// Lanes that are counted at once.
struct some_lanes {
    const lane_block* block;
    std::size_t lane;

    [[nodiscard]] std::size_t sequences() const noexcept {
        return block->sequences < lane ? 0 : std::min(row_padding, block->sequences - lane);
    }
};

/// All of them, row_padding at a time.
[[nodiscard]] std::vector<some_lanes> lanes_of(std::span<const lane_block> blocks);

/// What one thread needs to tell of some lanes which of them hold each class.
class lane_marker {
  public:
    lane_marker() = default;
    lane_marker(const lane_marker&) = delete;
    lane_marker& operator=(const lane_marker&) = delete;
    virtual ~lane_marker() = default;
    /// Sets a bit of a byte for each of row_padding lanes that hold a class. The bytes are zero before.
    virtual void mark(const some_lanes& part, std::span<std::uint8_t> held) = 0;
};
using make_marker = std::function<std::unique_ptr<lane_marker>()>;
/// A marker for some of the classes: their windows.
using make_marker_of = std::function<make_marker(const window_classes& some)>;

struct counted_in_stages {
    const window_classes& classes;
    const longer_windows* bounds; ///< of windows of this length, or null
    longer_windows* longer;       ///< to add to, or null
};

/// Sequences that hold each class; fewer where they are fewer than the support.
[[nodiscard]] std::vector<std::uint64_t> count_in_stages(const counted_in_stages& given, std::uint64_t support,
                                                         std::span<const some_lanes> parts, const lane_stages& stages,
                                                         const make_marker_of& markers, runtime::thread_pool& workers);

} // namespace concord::substring
