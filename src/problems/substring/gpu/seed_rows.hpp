// The shape of the comparison's launches, and how a comparison is handed out to one GPU or to several: rows of seeds,
// each against all positions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>

namespace concord::substring {

inline constexpr unsigned near_threads = 128;
inline constexpr unsigned near_warps = near_threads / 32;
inline constexpr unsigned positions_at_once = 256; ///< in shared memory
inline constexpr unsigned positions_per_round = 4; ///< tested before the warp votes whether one was near
inline constexpr unsigned bits_of_position = 22;   ///< in a word of the queue; the rest is the seed
inline constexpr std::uint64_t most_positions_per_block = std::uint64_t{1} << bits_of_position;

/// Seeds that a thread holds where there are many: as many as its registers allow.
template <unsigned Planes>
inline constexpr unsigned seeds_per_thread = Planes <= 3   ? 8
                                             : Planes <= 5 ? 4
                                                           : 2;

/// Rows of seeds that have not been compared yet.
class seed_rows {
  public:
    /// A row is near_threads * per_thread seeds.
    struct part {
        std::uint64_t first_row = 0;
        std::uint64_t rows = 0;
        unsigned per_thread = 1;
        std::uint64_t positions_per_block = 0;
    };

    /// `per_thread`: seeds that a thread holds where there are many. `triangle`: the first rows are compared with all
    /// positions, the last with few. `takers`: GPUs that share them. `seconds` that all of them together are estimated
    /// to take. There is at least one seed and one position.
    seed_rows(std::uint64_t seeds, std::uint64_t positions, unsigned per_thread, bool triangle, std::uint64_t takers,
              double seconds)
        : triangle_(triangle), takers_(takers) {
        // Several seeds a thread are the fastest where there is work for all multiprocessors, one where there is not.
        const auto blocks_of = [&](unsigned seeds_each) {
            return (seeds / (near_threads * seeds_each) + 1) * (positions / positions_at_once + 1);
        };
        shape_.per_thread = blocks_of(per_thread) < fewest_blocks ? 1 : per_thread;
        total_ = (seeds + near_threads * shape_.per_thread - 1) / (near_threads * shape_.per_thread);
        // Small blocks end at about the same time, long ones are not worth more than their start.
        const std::uint64_t wanted = positions * total_ / (8 * fewest_blocks);
        shape_.positions_per_block =
            std::clamp<std::uint64_t>(wanted / positions_at_once * positions_at_once, positions_at_once, 4096);
        while ((positions + shape_.positions_per_block - 1) / shape_.positions_per_block > 65535)
            shape_.positions_per_block *= 2;
        estimated_ = row_seconds_ = seconds * static_cast<double>(takers) / static_cast<double>(total_);
        blocks_per_row_ = (positions + shape_.positions_per_block - 1) / shape_.positions_per_block;
    }

    /// Whether one launch does it all: then the next rows are all rows.
    [[nodiscard]] bool single() const {
        return takers_ == 1 && row_seconds_ * static_cast<double>(total_) <= longest_unmeasured;
    }

    /// The next rows, none at the end. Guided: a share of what is left, so that the last parts are small.
    part next() {
        const std::scoped_lock lock(taking_);
        part taken = shape_;
        taken.first_row = next_;
        const std::uint64_t left = total_ - next_;
        const double wanted = is_measured_ ? longest_launch : longest_unmeasured;
        const auto longest = static_cast<std::uint64_t>(wanted / std::max(row_seconds_ * share_from(next_), 1e-9));
        const std::uint64_t filling = 1 + 1024 / blocks_per_row_;
        taken.rows = takers_ == 1 ? longest : std::min(longest, left / (3 * takers_));
        taken.rows = single() ? left : std::min(left, std::max(filling, taken.rows));
        next_ += taken.rows;
        return taken;
    }
    /// What a part took: where many pairs are near each takes far longer than was estimated.
    void took(const part& done, double seconds) {
        if (done.rows == 0) return;
        const std::scoped_lock lock(taking_);
        const double each = seconds / (static_cast<double>(done.rows) * share_from(done.first_row));
        row_seconds_ = std::max({estimated_, row_seconds_ / 2, each});
        is_measured_ = true;
    }
    void give_up() {
        const std::scoped_lock lock(taking_);
        next_ = total_;
    }
    [[nodiscard]] std::uint64_t total() const { return total_; }
    [[nodiscard]] std::uint64_t taken() {
        const std::scoped_lock lock(taking_);
        return next_;
    }

  private:
    static constexpr double longest_launch = 0.05; ///< seconds, so that a cancellation need not wait long
    static constexpr double longest_unmeasured = 0.0003;
    static constexpr std::uint64_t fewest_blocks = 1024; ///< that keep a large GPU busy

    /// Positions that a row from here on is compared with, as a share of their mean.
    [[nodiscard]] double share_from(std::uint64_t row) const {
        return triangle_ ? 2.0 * static_cast<double>(total_ - row) / static_cast<double>(total_) : 1.0;
    }

    part shape_;
    bool triangle_;
    std::uint64_t takers_;
    std::uint64_t total_ = 0;
    std::uint64_t next_ = 0;
    std::uint64_t blocks_per_row_ = 1;
    double estimated_ = 0;   ///< seconds of a row of mean length
    double row_seconds_ = 0; ///< the same, by what the last parts took
    bool is_measured_ = false;
    std::mutex taking_;
};

} // namespace concord::substring
