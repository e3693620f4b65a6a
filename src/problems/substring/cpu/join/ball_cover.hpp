// Centres of balls that hold all of some windows, chosen greedily by all threads.
#pragma once

#include "problems/substring/cpu/join/window_lanes.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

/// Centres such that each of `count` windows is within a radius of one: the first of those in `order` that no centre
/// before holds, whatever the number of threads.
template <class Lane>
class ball_cover {
  public:
    using lanes = window_lanes<Lane>;

    /// Refers to the windows and to the threads; without threads, all is done by the caller.
    ball_cover(const problem& given, near_seeds<Lane> kernel, const lanes& windows, std::size_t count,
               runtime::thread_pool* workers)
        : given_(given), near_(kernel), windows_(windows), count_(count), workers_(workers),
          survivors_(workers != nullptr ? workers->threads() : 1) {}

    /// Nothing where the centres are more than `most`. `holder[i]` becomes the number of the centre that window i is
    /// held by. Time O(centres * windows / lanes / threads).
    [[nodiscard]] std::optional<std::vector<std::uint32_t>> find(std::span<const std::uint32_t> order, unsigned radius,
                                                                 std::size_t most, std::vector<std::uint32_t>& holder) {
        holder.assign(count_, none);
        std::vector<std::uint32_t> centres;
        std::vector<std::uint32_t> candidates;
        const std::size_t at_once = count_ > windows_of_tile ? most_candidates : 1;
        for (auto next = order.begin(); next != order.end();) {
            candidates.clear();
            for (; next != order.end() && candidates.size() < at_once; ++next)
                if (holder[*next] == none) candidates.push_back(*next);
            const std::size_t first = centres.size();
            add_centres(candidates, radius, centres);
            if (centres.size() > most) return std::nullopt;
            hold(std::span(centres).subspan(first), first, radius, holder);
        }
        return centres;
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::size_t most_candidates = 64;   ///< few enough to be compared with each other
    static constexpr std::size_t windows_of_tile = 4096; ///< their letters stay in the second-level cache

    /// Those candidates that no other before holds.
    void add_centres(std::span<const std::uint32_t> candidates, unsigned radius, std::vector<std::uint32_t>& centres) {
        if (candidates.size() < 2) {
            centres.insert(centres.end(), candidates.begin(), candidates.end());
            return;
        }
        lanes letters(given_, windows_.letters(), candidates.size());
        letters.gather(windows_.from(0), candidates);
        std::vector<std::uint8_t> is_held(candidates.size(), 0);
        std::vector<std::uint32_t>& survivors = survivors_.front();
        for (std::size_t index = 0; index < candidates.size(); ++index) {
            if (is_held[index] != 0) continue;
            const std::size_t found = near(letters.from(0), candidates.size(), letters.of(index), radius, survivors);
            for (std::size_t at = 0; at < found; ++at)
                is_held[survivors[at]] = 1;
            centres.push_back(candidates[index]);
        }
    }

    /// Windows that no centre before holds are held by the first of these that is near; `first` is its number.
    void hold(std::span<const std::uint32_t> centres, std::size_t first, unsigned radius,
              std::vector<std::uint32_t>& holder) {
        const auto in_tile = [&](std::size_t tile, unsigned worker) {
            const std::size_t begin = tile * windows_of_tile;
            const std::size_t windows = std::min(windows_of_tile, count_ - begin);
            for (std::size_t index = 0; index < centres.size(); ++index) {
                const std::size_t found =
                    near(windows_.from(begin), windows, windows_.of(centres[index]), radius, survivors_[worker]);
                for (std::size_t at = 0; at < found; ++at)
                    if (std::uint32_t& held = holder[begin + survivors_[worker][at]]; held == none)
                        held = static_cast<std::uint32_t>(first + index);
            }
        };
        const std::size_t tiles = (count_ + windows_of_tile - 1) / windows_of_tile;
        if (workers_ != nullptr)
            workers_->run(tiles, in_tile);
        else
            for (std::size_t tile = 0; tile < tiles; ++tile)
                in_tile(tile, 0);
    }

    std::size_t near(const std::array<const Lane*, lanes::most_planes>& windows, std::size_t count,
                     const typename lanes::letters_of_window& centre, unsigned radius,
                     std::vector<std::uint32_t>& survivors) const {
        if (survivors.size() < count + lane_padding) survivors.resize(count + lane_padding);
        return near_(windows.data(), centre.data(), given_.letters.planes(), count,
                     std::min(radius, windows_.letters()), survivors.data());
    }

    const problem& given_;
    near_seeds<Lane> near_;
    const lanes& windows_;
    std::size_t count_;
    runtime::thread_pool* workers_;
    std::vector<std::vector<std::uint32_t>> survivors_; ///< of the kernel, by worker
};

} // namespace concord::substring
