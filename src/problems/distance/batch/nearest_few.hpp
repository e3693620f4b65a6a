// The nearest of pairs that are added one by one, and those of short words.
#pragma once

#include "alignment/batch/batch_run.hpp"

#include <concord/distance.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace concord::edit_distance {

/// Of one sequence; ties by index.
class nearest_few {
  public:
    /// At most `count`, at least one.
    explicit nearest_few(std::uint64_t count) : count_(count) {}

    void offer(const near_pair& pair) {
        if (!is_nearer(pair, farthest_)) return;
        kept_.push_back(pair);
        if (kept_.size() >= 2 * count_) cut();
    }

    /// No pair that is farther away will be kept; no_distance as long as any may be.
    [[nodiscard]] std::uint32_t bound() const noexcept { return farthest_.distance; }

    /// Pairs that are kept, at least as many as there were up to `count`; and the distance of the farthest of the
    /// nearest `count`, no_distance where there are fewer.
    [[nodiscard]] std::size_t size() const noexcept { return kept_.size(); }
    [[nodiscard]] std::uint32_t farthest() {
        if (kept_.size() >= count_) cut();
        return kept_.size() < count_ ? no_distance : farthest_.distance;
    }

    /// Nearest first; empty afterwards.
    [[nodiscard]] std::vector<near_pair> take() {
        if (kept_.size() > count_) cut();
        std::ranges::sort(kept_, is_nearer);
        farthest_ = farther_than_all;
        return std::exchange(kept_, {});
    }

  private:
    static constexpr near_pair farther_than_all{0, no_bound, no_distance};

    static bool is_nearer(const near_pair& one, const near_pair& other) {
        return one.distance != other.distance ? one.distance < other.distance : one.b < other.b;
    }

    void cut() {
        const auto last = kept_.begin() + static_cast<std::ptrdiff_t>(count_ - 1);
        std::ranges::nth_element(kept_, last, is_nearer);
        farthest_ = *last;
        kept_.resize(count_);
    }

    std::uint64_t count_;
    std::vector<near_pair> kept_;
    near_pair farthest_ = farther_than_all; ///< of those kept, once they have been cut to the count
};

/// Gets the nearest of a row, nearest first, ties by index; on any thread, rows in any order.
using nearest_taker = std::function<void(std::uint32_t row, std::vector<near_pair>&& nearest)>;

/// The `count` nearest within `bound` of each of these rows, for which may_compare_words(). Time O(pairs letters /
/// lanes) at most.
void find_nearest_words(batch_run& run, std::span<const std::uint32_t> rows, std::uint64_t count, std::uint64_t bound,
                        const nearest_taker& take);

} // namespace concord::edit_distance
