// How a comparison is handed out, to one GPU or to several: rows of pieces, each against all places.
#pragma once

#include "problems/substring/gpu/near_shape.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>

namespace concord::substring {

/// Rows of pieces that have not been compared yet.
class rows_of_pieces {
  public:
    /// A row is near_threads * per_thread pieces.
    struct part {
        std::uint64_t first_row = 0;
        std::uint64_t rows = 0;
        unsigned per_thread = 1;
        std::uint64_t places_per_block = 0;
    };

    /// `per_thread`: pieces that a thread holds where there are many. `triangle`: the first rows are compared with all
    /// places, the last with few. `takers`: GPUs that share them. `seconds` that all of them together are estimated to
    /// take. There is at least one piece and one place.
    rows_of_pieces(std::uint64_t pieces, std::uint64_t places, unsigned per_thread, bool triangle, std::uint64_t takers,
                   double seconds)
        : triangle_(triangle), takers_(takers) {
        // Several pieces a thread are the fastest where there is work for all multiprocessors, one where there is not.
        const auto blocks_of = [&](unsigned pieces_each) {
            return (pieces / (near_threads * pieces_each) + 1) * (places / places_at_once + 1);
        };
        shape_.per_thread = blocks_of(per_thread) < fewest_blocks ? 1 : per_thread;
        total_ = (pieces + near_threads * shape_.per_thread - 1) / (near_threads * shape_.per_thread);
        // Small blocks end at about the same time, long ones are not worth more than their start.
        const std::uint64_t wished = places * total_ / (8 * fewest_blocks);
        shape_.places_per_block =
            std::clamp<std::uint64_t>(wished / places_at_once * places_at_once, places_at_once, 4096);
        while ((places + shape_.places_per_block - 1) / shape_.places_per_block > 65535)
            shape_.places_per_block *= 2;
        row_seconds_ = seconds * static_cast<double>(takers) / static_cast<double>(total_);
        blocks_per_row_ = (places + shape_.places_per_block - 1) / shape_.places_per_block;
    }

    /// Whether one launch does it all: then the next rows are all rows.
    [[nodiscard]] bool single() const {
        return takers_ == 1 && row_seconds_ * static_cast<double>(total_) <= longest_launch;
    }

    /// The next rows, none at the end. Guided: a share of what is left, so that the last parts are small.
    part next() {
        const std::scoped_lock lock(taking_);
        part taken = shape_;
        taken.first_row = next_;
        const std::uint64_t left = total_ - next_;
        const double here =
            row_seconds_ * (triangle_ ? 2.0 * static_cast<double>(left) / static_cast<double>(total_) : 1.0);
        const auto longest = static_cast<std::uint64_t>(longest_launch / std::max(here, 1e-9));
        const std::uint64_t filling = 1 + 1024 / blocks_per_row_;
        taken.rows = takers_ == 1 ? longest : std::min(longest, left / (3 * takers_));
        taken.rows = single() ? left : std::min(left, std::max(filling, taken.rows));
        next_ += taken.rows;
        return taken;
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
    static constexpr double longest_launch = 0.05;       ///< seconds, so that whoever wants the end need not wait long
    static constexpr std::uint64_t fewest_blocks = 1024; ///< that keep a large GPU busy
    part shape_;
    bool triangle_;
    std::uint64_t takers_;
    std::uint64_t total_ = 0;
    std::uint64_t next_ = 0;
    std::uint64_t blocks_per_row_ = 1;
    double row_seconds_ = 0;
    std::mutex taking_;
};

} // namespace concord::substring
