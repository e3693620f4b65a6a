// Pairs divided among GPUs, each of which holds both sets: the one that is done first takes the next part.
//
//     pairs    0 . . . . . . . . . . . . . . . . . . n     in parts of whole rows, some for each GPU: what a row takes
//     GPU      0       1       0   1       1         0     depends on its sequences
#pragma once

#include "runtime/worker_team.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace concord::edit_distance {

/// Calls work(0) on this thread and work(1) to work(count - 1) beside it, as far as threads can be started; this thread
/// does what is left. When all have ended, throws what the first that failed has thrown.
template <class Work>
void run_side_by_side(std::size_t count, Work work) {
    std::mutex failing;
    std::exception_ptr failure;
    const auto guarded = [&](std::size_t which) {
        try {
            work(which);
        } catch (...) {
            const std::scoped_lock lock(failing);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    others.reserve(count);
    std::size_t next = 1;
    try {
        for (; next < count; ++next)
            others.push_back(runtime::start_thread([&guarded, next] { guarded(next); }));
    } catch (const error&) { // the system starts no more
    }
    guarded(0);
    for (; next < count; ++next)
        guarded(next);
    for (std::thread& each : others)
        each.join();
    if (failure) std::rethrow_exception(failure);
}

/// Batch: zipped(), rows() and most_pairs() as those of gpu_batch, called by one thread at a time.
template <class Batch>
class divided_batch {
  public:
    /// One of each GPU, one at least. `columns`: sequences of the second set. `least`: pairs of a part that keep a GPU
    /// busy.
    divided_batch(std::vector<std::unique_ptr<Batch>> each, std::uint64_t columns, std::uint64_t least)
        : each_(std::move(each)), columns_(columns), least_(std::max<std::uint64_t>(1, least)) {}

    /// That fit into memory at a time.
    [[nodiscard]] std::uint64_t most_pairs() const {
        std::uint64_t most = each_.front()->most_pairs();
        for (const std::unique_ptr<Batch>& one : each_)
            most = std::min(most, one->most_pairs());
        return most;
    }

    /// As gpu_batch says: of pairs by number, or of whole rows. Throws what the first one that fails throws.
    [[nodiscard]] std::vector<std::uint64_t> zipped(std::uint64_t first, std::uint64_t count,
                                                    std::uint32_t* distances) {
        return divided(count, 1, [&](Batch& one, std::uint64_t begin, std::uint64_t pairs) {
            return one.zipped(first + begin, pairs, distances + begin);
        });
    }
    [[nodiscard]] std::vector<std::uint64_t> rows(std::uint64_t first_row, std::uint64_t count,
                                                  std::uint32_t* distances) {
        return divided(count, columns_, [&](Batch& one, std::uint64_t begin, std::uint64_t rows) {
            return one.rows(first_row + begin, rows, distances + begin * columns_);
        });
    }

  private:
    static constexpr std::uint64_t parts_of_each = 4;

    /// compare(batch, first row of a part, rows): the pairs of it that are too long, by number in the part.
    template <class Compare>
    [[nodiscard]] std::vector<std::uint64_t> divided(std::uint64_t rows, std::uint64_t pairs_of_row, Compare compare) {
        if (each_.size() == 1 || rows <= 1) return compare(*each_.front(), 0, rows);
        const std::uint64_t busy = rows * pairs_of_row / least_;
        const std::uint64_t parts = std::min(rows, std::clamp<std::uint64_t>(busy, 1, parts_of_each * each_.size()));
        std::vector<std::vector<std::uint64_t>> too_long(parts);
        std::atomic<std::uint64_t> next = 0;
        run_side_by_side(std::min<std::uint64_t>(parts, each_.size()), [&](std::size_t which) {
            try {
                for (std::uint64_t part = next++; part < parts; part = next++) {
                    const std::uint64_t begin = rows * part / parts;
                    too_long[part] = compare(*each_[which], begin, rows * (part + 1) / parts - begin);
                    for (std::uint64_t& pair : too_long[part])
                        pair += begin * pairs_of_row;
                }
            } catch (...) {
                next = parts; // the others finish what they have begun
                throw;
            }
        });
        std::vector<std::uint64_t> all;
        for (const std::vector<std::uint64_t>& of_part : too_long)
            all.insert(all.end(), of_part.begin(), of_part.end());
        return all;
    }

    std::vector<std::unique_ptr<Batch>> each_;
    std::uint64_t columns_;
    std::uint64_t least_;
};

} // namespace concord::edit_distance
