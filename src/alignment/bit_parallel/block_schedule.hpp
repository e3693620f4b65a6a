// Which thread fills which blocks of a matrix: rows of blocks one below the other, each in stretches of columns.
//
//   row 0   ############>            a thread stays with its row while the row above is ahead of it
//   row 1   #######>
//   row 2   ####                     left: the row above is not ahead, and there is other work
//   row 3   >                        a row is begun, or taken over, when the one above is two stretches ahead
//
// So a core that is slower than others, or busy with something else, delays the blocks that need its own, and not the
// threads that would fill them: these go on in other rows.
#pragma once

#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <thread>
#include <vector>

namespace concord::pairwise {

/// The columns of a row of blocks; or of some rows that are filled together, column by column.
struct scheduled_row {
    std::size_t begin;
    std::size_t end;
    std::uint64_t rows = 1; ///< for progress
};

class block_schedule {
  public:
    /// Neither begins nor ends descend from row to row.
    block_schedule(const std::vector<scheduled_row>& rows, unsigned threads)
        : rows_(rows.size()), open_at_once_(threads <= 1 ? 1 : std::size_t{2} * threads + 2) {
        std::size_t columns = 0;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            rows_[row].filled = rows[row].begin;
            rows_[row].range = rows[row];
            columns = std::max(columns, rows[row].end - rows[row].begin);
        }
        // Short enough that all threads soon have a row, and long enough that they seldom look for another.
        const std::size_t shared = std::size_t{threads} * threads * 64;
        stretch_ = threads <= 1 ? most_of_stretch : std::clamp<std::size_t>(rows.size() * columns / shared, 1, 8);
        ahead_ = columns >= std::size_t{8} * threads ? 2 * stretch_ : stretch_;
    }

    /// A row that has begun and not ended has a slot of its own, below slots().
    [[nodiscard]] std::size_t slots() const noexcept { return std::min(open_at_once_, rows_.size()); }
    [[nodiscard]] std::size_t slot(std::size_t row) const noexcept { return row % open_at_once_; }

    /// Calls fill(row, first, end, worker) for stretches of columns of all rows: after those on its left in the row, by
    /// one thread at a time, and after the same columns of the row above, if it has them. False, and no more is filled,
    /// once fill has returned false. Throws error: cancelled, and what fill throws.
    template <class Fill>
    bool run(runtime::thread_pool& workers, Fill fill) {
        std::uint64_t all = 0;
        for (const row_state& row : rows_)
            all += row.range.rows;
        workers.run_from([&] { return next(workers); }, rows_.size(), {"comparing", "rows of blocks", all},
                         [&](std::size_t row, unsigned worker) {
                             std::uint64_t done = 0;
                             try {
                                 for (std::optional<std::size_t> at = row; at;)
                                     at = fill_row(*at, workers, fill, worker, done);
                             } catch (...) {
                                 has_failed_.store(true, std::memory_order_relaxed);
                                 throw;
                             }
                             return done;
                         });
        return !is_stopped_.load(std::memory_order_relaxed);
    }

  private:
    static constexpr std::size_t ended = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t most_of_stretch = 64;

    struct alignas(64) row_state {
        std::atomic<std::size_t> filled; ///< the column up to which it is filled, or ended
        std::atomic<bool> is_taken = false;
        scheduled_row range{};
    };

    /// Adds the row to `done` if it ends. Another one that the thread goes on with, and has taken, where this one
    /// waits.
    template <class Fill>
    std::optional<std::size_t> fill_row(std::size_t row, const runtime::thread_pool& workers, Fill& fill,
                                        unsigned worker, std::uint64_t& done) {
        row_state& own = rows_[row];
        std::size_t first = own.filled.load(std::memory_order_relaxed);
        for (std::size_t since_check = 0; first < own.range.end;) {
            if (const std::optional<std::size_t> at = wait_for_above(row, first, workers); at != row) return at;
            const std::size_t end = std::min({own.range.end, above(row), first + stretch_});
            if (!fill(row, first, end, worker)) {
                is_stopped_.store(true, std::memory_order_relaxed);
                return std::nullopt;
            }
            since_check += end - first;
            first = end;
            if (first < own.range.end) own.filled.store(first, std::memory_order_release);
            if (since_check < most_of_stretch) continue;
            workers.check_cancelled();
            since_check = 0;
        }
        own.filled.store(ended, std::memory_order_release);
        done += own.range.rows;
        return std::nullopt;
    }

    /// Columns of the row above that are filled.
    [[nodiscard]] std::size_t above(std::size_t row) const {
        return row == 0 ? ended : rows_[row - 1].filled.load(std::memory_order_acquire);
    }

    /// The row, once the one above is ahead of it; another one, taken instead; or nothing, and the row is not taken.
    [[nodiscard]] std::optional<std::size_t> wait_for_above(std::size_t row, std::size_t first,
                                                            const runtime::thread_pool& workers) {
        for (unsigned turn = 1; !is_over(); ++turn) {
            if (above(row) > first) return row;
            if (turn % looks_before_others == 0) {
                rows_[row].is_taken.store(false, std::memory_order_release);
                if (const std::optional<std::size_t> ready = take()) return ready;
                if (rows_[row].is_taken.exchange(true, std::memory_order_acquire)) return std::nullopt;
            }
            wait(turn, workers);
        }
        return std::nullopt;
    }

    /// A row to go on with; nothing: each that is left has a thread.
    [[nodiscard]] std::optional<std::size_t> next(const runtime::thread_pool& workers) {
        for (unsigned turn = 1;; ++turn) {
            if (is_over()) return std::nullopt;
            if (const std::optional<std::size_t> row = take()) return row;
            if (!is_any_left()) return std::nullopt;
            wait(turn, workers);
        }
    }

    /// The first row without a thread for which the one above is far enough ahead.
    [[nodiscard]] std::optional<std::size_t> take() {
        const std::size_t first = first_open();
        const std::size_t last = std::min(first + open_at_once_, rows_.size());
        for (std::size_t row = first; row < last; ++row) {
            row_state& state = rows_[row];
            const std::size_t filled = state.filled.load(std::memory_order_acquire);
            if (filled == ended || state.is_taken.load(std::memory_order_relaxed)) continue;
            if (above(row) < std::min(state.range.end, filled + ahead_)) continue;
            if (!state.is_taken.exchange(true, std::memory_order_acquire)) return row;
        }
        return std::nullopt;
    }

    /// Rows before it have ended: these stay taken.
    [[nodiscard]] std::size_t first_open() {
        std::size_t first = first_open_.load(std::memory_order_acquire);
        while (first < rows_.size() && rows_[first].filled.load(std::memory_order_acquire) == ended)
            if (first_open_.compare_exchange_weak(first, first + 1, std::memory_order_acq_rel)) ++first;
        return first;
    }
    [[nodiscard]] bool is_any_left() const {
        const std::size_t first = first_open_.load(std::memory_order_acquire);
        return std::any_of(rows_.begin() + static_cast<std::ptrdiff_t>(first), rows_.end(),
                           [](const row_state& row) { return !row.is_taken.load(std::memory_order_relaxed); });
    }

    [[nodiscard]] bool is_over() const {
        return is_stopped_.load(std::memory_order_relaxed) || has_failed_.load(std::memory_order_relaxed);
    }
    static void wait(unsigned turn, const runtime::thread_pool& workers) {
        if (turn % 1024 == 0) workers.check_cancelled();
        std::this_thread::yield();
    }

    static constexpr unsigned looks_before_others = 8;

    std::vector<row_state> rows_;
    std::size_t open_at_once_;
    std::size_t stretch_ = 1; ///< columns
    std::size_t ahead_ = 1;   ///< columns that the row above must be ahead of one that is taken
    alignas(64) std::atomic<std::size_t> first_open_ = 0;
    std::atomic<bool> has_failed_ = false;
    std::atomic<bool> is_stopped_ = false;
};

} // namespace concord::pairwise
