// The distinct sequences of a set: where one has many copies, only its first is compared, and the copies share its
// distances. Without this, the nearest of n copies take n * n comparisons although most of them tie at distance 0.
#pragma once

#include "problems/distance/join/copy_groups.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/distance.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace concord::edit_distance {

class distinct_sequences {
  public:
    /// The distinct sequences of `set`, in the order of their first copies; null if there are too few copies to be
    /// worth it, or if the distinct ones would take more than `most_bytes`. Time O(letters).
    [[nodiscard]] static std::unique_ptr<distinct_sequences> of(const sequence_set& set, std::uint64_t most_bytes,
                                                                runtime::thread_pool& pool);

    [[nodiscard]] const sequence_set& set() const noexcept { return set_; } ///< one of each, without names

    /// How often one of set() is there.
    [[nodiscard]] std::uint64_t copies(std::uint64_t sequence) const noexcept {
        return groups_.copies(static_cast<std::uint32_t>(sequence)).size();
    }

    /// The `count` nearest of all copies from the `count` nearest of the distinct ones: `row` has pairs of one sequence
    /// with distinct ones, nearest first, ties by index; so has the result, with the indices of the copies. The span is
    /// valid until the next call.
    [[nodiscard]] std::span<const near_pair> with_copies(std::span<const near_pair> row, std::uint64_t count);

  private:
    explicit distinct_sequences(copy_groups&& groups) : groups_(std::move(groups)) {}

    sequence_set set_; ///< sequence i is of group i
    copy_groups groups_;
    std::vector<near_pair> row_;
};

} // namespace concord::edit_distance
