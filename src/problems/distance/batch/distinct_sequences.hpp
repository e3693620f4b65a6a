// The distinct sequences of a set: where one has many copies, only its first is compared, and the copies share its
// distances. Without this, the nearest of n copies take n * n comparisons although most of them tie at distance 0.
#pragma once

#include <concord/distance.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// Sequences are equal here if no distance can tell them apart: their letters agree, and so do the places of ambiguous
/// letters, whichever these are.
class distinct_sequences {
  public:
    /// The distinct sequences of `set`, in the order of their first copies; null if there are too few copies to be
    /// worth it, or if the distinct ones would take more than `most_bytes`. Time O(letters).
    [[nodiscard]] static std::unique_ptr<distinct_sequences> of(const sequence_set& set, std::uint64_t most_bytes);

    [[nodiscard]] const sequence_set& set() const noexcept { return set_; } ///< one of each, without names

    /// The `count` nearest of all copies from the `count` nearest of the distinct ones: `row` has pairs of one sequence
    /// with distinct ones, nearest first, ties by index; so has the result, with the indices of the copies. The span is
    /// valid until the next call.
    [[nodiscard]] std::span<const near_pair> with_copies(std::span<const near_pair> row, std::uint64_t count);

  private:
    distinct_sequences() = default;

    sequence_set set_;
    std::vector<std::uint32_t> copies_; ///< group by group, ascending in each
    std::vector<std::uint32_t> begins_; ///< of each group in copies_, and the end
    std::vector<near_pair> row_;
};

} // namespace concord::edit_distance
