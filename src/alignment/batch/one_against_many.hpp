// One sequence of a against some of b. Those of b are along the columns of the lanes, packed once and compared with any
// number of rows.
#pragma once

#include "alignment/batch/pair_comparer.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// Belongs to one thread.
class one_against_many {
  public:
    explicit one_against_many(const pair_comparer& comparer) : comparer_(comparer) {}

    /// Chooses the sequences of b. Those with equally many words should be adjacent.
    void set_columns(std::span<const std::uint32_t> sequences);
    void set_row(std::uint64_t sequence);

    /// distances[i] of the row and the i-th column sequence, as far as they are at most `bound`. Pairs too long for the
    /// lanes are listed in too_long(), their distances unchanged.
    void compare(std::uint64_t bound, std::uint32_t* distances);

    /// Indices of column sequences, of the last compare().
    [[nodiscard]] std::span<const std::uint32_t> too_long() const noexcept { return too_long_; }

    /// Bytes for the columns of a sequence.
    [[nodiscard]] static std::uint64_t bytes_for(std::uint64_t letters, unsigned planes) noexcept;

  private:
    struct alignas(64) cache_line {
        std::uint64_t words[8];
    };
    struct group {
        std::size_t line;    ///< of its columns
        std::uint32_t words; ///< of its longest
    };

    [[nodiscard]] bool is_in_lanes(std::uint64_t letters) const noexcept;
    void compare_group(std::size_t index, std::uint64_t bound, std::uint32_t* distances);

    const pair_comparer& comparer_;
    std::vector<std::uint32_t> sequences_;
    std::vector<std::uint32_t> lengths_; ///< of the columns, padded to whole groups
    std::vector<group> groups_;
    std::vector<bool> all_in_lanes_; ///< of each group: none is empty or too long
    std::vector<cache_line> columns_;
    std::uint64_t row_ = 0;
    std::uint64_t row_length_ = 0;
    std::vector<std::uint64_t> row_letters_; ///< of one lane
    std::vector<cache_line> rows_;           ///< the same in all lanes
    std::vector<cache_line> vertical_;
    pair_refiner refiner_;
    std::vector<sequence_pair> pairs_; ///< to be refined
    std::vector<std::uint32_t> too_long_;
};

} // namespace concord::edit_distance
