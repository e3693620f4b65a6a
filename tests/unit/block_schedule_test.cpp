// Blocks of a matrix on threads: each once, after its neighbours on the left and above.
#include "alignment/bit_parallel/block_schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace concord::pairwise::block_schedule_test {
namespace {

run_options on_threads(unsigned threads) {
    run_options options;
    options.threads = threads;
    return options;
}

/// Blocks in the order in which they were filled, with what went wrong.
class filled_blocks {
  public:
    filled_blocks(const std::vector<scheduled_row>& rows, const block_schedule& schedule)
        : rows_(rows), schedule_(schedule), filled_(rows.size()), holder_(schedule.slots(), none) {
        for (std::size_t row = 0; row < rows.size(); ++row)
            filled_[row] = rows[row].begin;
    }

    void fill(std::size_t row, std::size_t first, std::size_t end) {
        const std::lock_guard lock(mutex_);
        const std::string where =
            "row " + std::to_string(row) + ", columns " + std::to_string(first) + " to " + std::to_string(end) + ": ";
        if (first >= end || end > rows_[row].end) mistakes.push_back(where + "no such columns");
        if (filled_[row] != first) mistakes.push_back(where + "not what follows in the row");
        if (row > 0 && filled_[row - 1] < std::min(end, rows_[row - 1].end))
            mistakes.push_back(where + "the row above is not there yet");
        std::size_t& holder = holder_[schedule_.slot(row)];
        if (first == rows_[row].begin && holder != none) mistakes.push_back(where + "the slot is in use");
        if (first != rows_[row].begin && holder != row) mistakes.push_back(where + "the slot is another row's");
        holder = end == rows_[row].end ? none : row;
        filled_[row] = end;
    }
    [[nodiscard]] bool are_all() const {
        for (std::size_t row = 0; row < rows_.size(); ++row)
            if (filled_[row] != rows_[row].end) return false;
        return true;
    }

    std::vector<std::string> mistakes;

  private:
    static constexpr auto none = static_cast<std::size_t>(-1);

    const std::vector<scheduled_row>& rows_;
    const block_schedule& schedule_;
    std::mutex mutex_;
    std::vector<std::size_t> filled_;
    std::vector<std::size_t> holder_; ///< of each slot
};

std::vector<scheduled_row> whole_rows(std::size_t rows, std::size_t columns) {
    return std::vector<scheduled_row>(rows, {0, columns});
}

/// Whose beginnings and ends move to the right.
std::vector<scheduled_row> corridor_of(std::mt19937& random) {
    std::vector<scheduled_row> rows;
    std::size_t begin = 0;
    std::size_t end = 1 + random() % 4;
    for (std::size_t row = 0; row < 1 + random() % 40; ++row) {
        rows.push_back({begin, end, 1 + random() % 3});
        end += random() % 3;
        begin = std::min(begin + random() % 3, end - 1);
    }
    return rows;
}

TEST(block_schedule, fills_each_block_once_after_its_neighbours) {
    std::mt19937 random(7);
    for (const unsigned threads : {1U, 2U, 3U, 8U})
        for (int round = 0; round < 40; ++round) {
            const std::vector<scheduled_row> rows =
                round % 2 == 0 ? whole_rows(random() % 30, 1 + random() % 100) : corridor_of(random);
            const run_options options = on_threads(threads);
            runtime::thread_pool workers(options);
            block_schedule schedule(rows, threads);
            filled_blocks blocks(rows, schedule);
            EXPECT_TRUE(schedule.run(workers, [&](std::size_t row, std::size_t first, std::size_t end, unsigned) {
                blocks.fill(row, first, end);
                if (row % 5 == 3) std::this_thread::sleep_for(std::chrono::microseconds(50)); // a slow core
                return true;
            }));
            EXPECT_EQ(blocks.mistakes, std::vector<std::string>{}) << threads << " threads, round " << round;
            EXPECT_TRUE(blocks.are_all()) << threads << " threads, round " << round;
        }
}

TEST(block_schedule, threads_pass_a_row_that_waits) {
    // Row 0 ends only once a row that does not fit between two threads has begun: a queue behind it would never end.
    const std::vector<scheduled_row> rows = whole_rows(6, 64);
    const run_options options = on_threads(2);
    runtime::thread_pool workers(options);
    block_schedule schedule(rows, 2);
    std::atomic<bool> has_begun_below = false;
    EXPECT_TRUE(schedule.run(workers, [&](std::size_t row, std::size_t first, std::size_t, unsigned) {
        if (row == 2) has_begun_below = true;
        if (row == 0 && first >= 32)
            while (!has_begun_below)
                std::this_thread::yield();
        return true;
    }));
}

TEST(block_schedule, a_row_is_filled_in_one_go_by_a_single_thread) {
    const std::vector<scheduled_row> rows = whole_rows(3, 10);
    const run_options options = on_threads(1);
    runtime::thread_pool workers(options);
    block_schedule schedule(rows, 1);
    std::vector<std::size_t> order;
    EXPECT_EQ(schedule.slots(), 1);
    EXPECT_TRUE(schedule.run(workers, [&](std::size_t row, std::size_t first, std::size_t end, unsigned) {
        EXPECT_EQ(first, 0);
        EXPECT_EQ(end, 10);
        order.push_back(row);
        return true;
    }));
    EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(block_schedule, ends_early_where_the_rest_is_not_needed) {
    const std::vector<scheduled_row> rows = whole_rows(200, 50);
    const run_options options = on_threads(3);
    runtime::thread_pool workers(options);
    block_schedule schedule(rows, 3);
    std::atomic<std::size_t> last = 0;
    EXPECT_FALSE(schedule.run(workers, [&](std::size_t row, std::size_t, std::size_t, unsigned) {
        last = std::max<std::size_t>(last, row);
        return row < 20;
    }));
    EXPECT_LT(last, 40);
}

TEST(block_schedule, rethrows_what_a_block_throws) {
    const std::vector<scheduled_row> rows = whole_rows(50, 50);
    const run_options options = on_threads(3);
    runtime::thread_pool workers(options);
    block_schedule schedule(rows, 3);
    EXPECT_THROW(schedule.run(workers,
                              [&](std::size_t row, std::size_t first, std::size_t, unsigned) -> bool {
                                  if (row == 10 && first > 0) throw std::runtime_error("a block failed");
                                  return true;
                              }),
                 std::runtime_error);
}

} // namespace
} // namespace concord::pairwise::block_schedule_test
