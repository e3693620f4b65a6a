// Positions of targets, laid out for the vector kernel: one lane a position, plane by plane. A tile stays in the
// first-level cache while the seeds of hundreds of spans pass by.
#pragma once

#include "base/bits.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/problem.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// Positions [first_position, first_position + entries) of one target, at lanes [first_entry, first_entry + entries) of
/// the tile.
struct tile_segment {
    std::uint64_t target;
    std::uint64_t first_position;
    std::size_t first_entry;
    std::size_t entries;
};

/// Where the next tile begins.
struct tile_cursor {
    std::uint64_t target = 0; ///< in the list of targets
    std::uint64_t position = 0;
    std::uint64_t end = 0; ///< of the targets that are asked for
};

template <class Lane>
class target_tile {
  public:
    /// Fills the tile from the cursor on with positions of the targets of at least `length` letters; false where none
    /// is left.
    bool fill(const problem& given, const target_list& targets, const seed_plan& plan, std::uint64_t length,
              tile_cursor& cursor) {
        constexpr std::size_t capacity = tuning::entries_per_tile;
        const unsigned planes = given.letters.planes();
        for (unsigned plane = 0; plane < planes; ++plane) {
            lanes_[plane].resize(capacity + lane_padding);
            view_[plane] = lanes_[plane].data();
        }
        segments_.clear();
        entries_ = 0;
        for (; cursor.target < cursor.end && entries_ < capacity; ++cursor.target, cursor.position = 0) {
            const std::uint64_t target = targets[cursor.target];
            const std::uint64_t letters = given.length(target);
            if (letters < length) continue;
            const std::uint64_t positions = plan.positions(letters, length) - cursor.position;
            const std::size_t taken = std::min<std::uint64_t>(positions, capacity - entries_);
            for (unsigned plane = 0; plane < planes; ++plane)
                copy(given, plane, given.offset(target) + cursor.position, taken, plan.letters);
            segments_.push_back({target, cursor.position, entries_, taken});
            entries_ += taken;
            if (taken < positions) {
                cursor.position += taken;
                break;
            }
        }
        return entries_ > 0;
    }

    [[nodiscard]] std::size_t entries() const noexcept { return entries_; }
    [[nodiscard]] const Lane* const* planes() const noexcept { return view_.data(); }
    [[nodiscard]] std::span<const tile_segment> segments() const noexcept { return segments_; }

  private:
    void copy(const problem& given, unsigned plane, std::uint64_t position, std::size_t count, unsigned letters) {
        const Lane mask = base::low_bits<Lane>(letters);
        const std::size_t from_one_word = sequence::letters_per_word - letters + 1;
        Lane* lane = lanes_[plane].data() + entries_;
        while (count > 0) {
            const std::uint64_t word = given.letters.target(plane, position);
            const std::size_t here = std::min(count, from_one_word);
            for (std::size_t shift = 0; shift < here; ++shift)
                lane[shift] = static_cast<Lane>(static_cast<Lane>(word >> shift) & mask);
            lane += here;
            position += here;
            count -= here;
        }
    }

    std::array<std::vector<Lane>, sequence::most_planes + 1> lanes_;
    std::array<const Lane*, sequence::most_planes + 1> view_{};
    std::vector<tile_segment> segments_;
    std::size_t entries_ = 0;
};

} // namespace concord::substring
