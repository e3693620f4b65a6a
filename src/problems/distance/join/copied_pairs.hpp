// The near pairs of all sequences, from those of one sequence of each group of copies.
#pragma once

#include "problems/distance/join/copy_groups.hpp"
#include "problems/distance/join/found_pairs.hpp"

#include <concord/distance.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace concord::edit_distance {

class copied_pairs {
  public:
    /// For `rows`, ascending, and the groups of what they are compared with. `row_groups`: rows are all sequences of
    /// these, which may be the same, and of each group the first one is compared; null: each row is. `are_equal`:
    /// groups are the same, and their members are at distance 0 from each other, which nothing finds.
    copied_pairs(const copy_groups& groups, std::span<const std::uint32_t> rows, const copy_groups* row_groups,
                 bool are_equal);

    /// Pairs (row, first of a group), ascending, both (i, j) and (j, i) where groups are the same.
    void add(std::span<const near_pair> pairs);

    /// Passes the pairs of all rows on, in ascending order: some ten thousands at a time, or those of one row. Beside
    /// that, keeps about `most` of groups at most, which take less time then.
    void deliver(runtime::thread_pool& pool, wanted_pairs wanted, std::uint64_t most, const near_pair_sink& sink);

  private:
    struct neighbour {
        std::uint32_t group;
        std::uint32_t distance;
    };

    /// What is compared for a row: its group, or its place in `rows`.
    [[nodiscard]] std::size_t compared_for(std::size_t row) const {
        return row_groups_ != nullptr ? row_groups_->group_of(rows_[row]) : row;
    }
    void begin_until(std::size_t compared);
    [[nodiscard]] std::uint64_t most_pairs(std::size_t compared) const;
    template <class Visit>
    void for_each_group(std::size_t compared, const Visit& visit) const;
    void make_lists(runtime::thread_pool& pool, std::uint64_t most);
    [[nodiscard]] std::span<const std::uint64_t> near_to(std::size_t row, wanted_pairs wanted,
                                                         std::vector<std::uint64_t>& own) const;

    const copy_groups& groups_;
    std::span<const std::uint32_t> rows_;
    const copy_groups* row_groups_;
    bool are_equal_;
    std::size_t next_row_ = 0;
    std::vector<neighbour> neighbours_;      ///< of what is compared, one after the other
    std::vector<std::uint64_t> begins_;      ///< of each in neighbours_
    std::vector<std::uint64_t> members_;     ///< of all groups that are its neighbours
    std::unique_ptr<std::uint64_t[]> lists_; ///< of groups, one after the other: sequences and distances
    std::vector<std::uint64_t> lists_begin_; ///< of each group in lists_, and the end; none: its list is empty
};

} // namespace concord::edit_distance
