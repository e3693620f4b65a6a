// Near pairs as threads find them, in any order and some several times, and the same in order of rows.
#pragma once

#include "runtime/thread_pool.hpp"

#include <concord/distance.hpp>

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// Which pairs of one list are wanted: all (i, j), also i = j, or i < j only.
enum class wanted_pairs : std::uint8_t { all, each_once };

struct found_pair {
    std::uint32_t row;
    std::uint32_t column;
    std::uint32_t distance; ///< less than 2^18
};

class found_pairs {
  public:
    /// Rows [0, rows); at most about `most` pairs.
    found_pairs(unsigned workers, std::uint64_t rows, std::uint64_t most);

    void add(unsigned worker, const found_pair& pair) {
        const std::size_t at = worker * ranges_ + (pair.row >> shift_);
        if (lists_[at].size() == pairs_of_list) begin_another(at);
        const std::uint64_t row = pair.row & ((std::uint32_t{1} << shift_) - 1);
        lists_[at].push_back(row << row_bit | std::uint64_t{pair.column} << column_bit | pair.distance);
    }
    /// Counts pairs that were added.
    void added(std::uint64_t count) noexcept { count_.fetch_add(count, std::memory_order_relaxed); }
    [[nodiscard]] bool is_full() const noexcept { return count_.load(std::memory_order_relaxed) > most_; }

    /// Passes each pair once, in ascending order, with row i as rows[i]. Empties itself.
    void deliver(runtime::thread_pool& pool, std::span<const std::uint32_t> rows, const near_pair_sink& sink);

  private:
    // A pair is a number, in the order of pairs: its row within a range, its column and its distance.
    static constexpr unsigned column_bit = 18;
    static constexpr unsigned row_bit = 50;
    static constexpr unsigned least_shift = 8; ///< smaller ranges take longer to put in order than their pairs
    static constexpr unsigned most_shift = 64 - row_bit;
    static constexpr std::size_t pairs_of_list = 4096; ///< longer lists are begun anew, not copied

    struct sorter;

    void begin_another(std::size_t list);
    void sort(std::uint64_t range, std::span<const std::uint32_t> rows, sorter& own, std::vector<near_pair>& pairs);

    unsigned workers_;
    std::uint64_t rows_;
    std::uint64_t most_;
    unsigned shift_ = least_shift;
    std::uint64_t ranges_ = 1;
    std::atomic<std::uint64_t> count_ = 0;
    std::vector<std::vector<std::uint64_t>> lists_;             ///< of each worker and range of rows
    std::vector<std::vector<std::vector<std::uint64_t>>> full_; ///< the same, before them
};

} // namespace concord::edit_distance
