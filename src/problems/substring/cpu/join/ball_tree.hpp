// Windows in balls, so that those near to another window are found without comparing it with all. Windows that a filter
// leaves where many sequences must have the answer are near to each other: a few balls hold all of them. By the
// triangle inequality what is within k letters of a window is within k + e letters of the centre of any ball of radius
// e that holds the window:
//
//     ball      centre, radius 6           d(centre, x) <= 6 + k ?     few of all x are asked further
//     leaves    centre, radius 3           d(centre, x) <= 3 + k ?     within the ball
//     members   windows                    d(window, x) <= k
//
// A ball tree (Omohundro 1989) of two levels, whose centres are members, for Hamming distances of the letters at the
// front of windows: a vector kernel asks for thousands of x at once.
#pragma once

#include "problems/substring/cpu/join/ball_cover.hpp"
#include "problems/substring/cpu/join/window_lanes.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/problem.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace concord::substring {

template <class Lane>
class ball_tree {
  public:
    using lanes = window_lanes<Lane>;

    /// What find() works with, for one thread.
    struct workspace {
        explicit workspace(const lanes& like) : of_ball(like) {}
        std::vector<std::uint32_t> survivors;
        lanes of_ball;
        std::vector<std::uint32_t> in_ball; ///< which of the windows these are
    };

    /// Of windows in balls and leaves of these radii, by `order`, which has all of them; nothing where the leaves are
    /// more than `most`. The same whatever the number of threads.
    static std::optional<ball_tree> of(const problem& given, runtime::thread_pool& workers, const seed_kernels& kernels,
                                       const lanes& windows, std::span<const std::uint32_t> order,
                                       unsigned radius_of_balls, unsigned radius_of_leaves, std::size_t most) {
        ball_tree made(given, near_kernel<Lane>(kernels), windows.letters(), radius_of_balls, radius_of_leaves);
        std::vector<std::uint32_t> holder;
        const auto centres = ball_cover<Lane>(given, made.near_, windows, order.size(), &workers)
                                 .find(order, radius_of_balls, most, holder);
        if (!centres) return std::nullopt;
        std::vector<std::vector<std::uint32_t>> members(centres->size());
        for (const std::uint32_t window : order)
            members[holder[window]].push_back(window);
        std::vector<leaves_of_ball> leaves(centres->size());
        std::atomic<std::size_t> count = 0;
        // Large balls by all threads one after the other, the small ones side by side.
        const auto add = [&](std::size_t index, runtime::thread_pool* threads) {
            const std::size_t others = count.load(std::memory_order_relaxed);
            if (others > most) return;
            leaves[index] = made.leaves_of(windows, members[index], most - others, threads);
            count += leaves[index].centres.size();
        };
        for (std::size_t index = 0; index < members.size(); ++index)
            if (members[index].size() >= members_of_large_ball) add(index, &workers);
        workers.run(members.size(), [&](std::size_t index, unsigned) {
            if (members[index].size() < members_of_large_ball) add(index, nullptr);
        });
        if (count > most) return std::nullopt;
        for (std::size_t index = 0; index < centres->size(); ++index) {
            made.balls_.push_back({windows.of((*centres)[index]), made.leaves_.size(), 0});
            made.append(leaves[index]);
            made.balls_.back().last_leaf = made.leaves_.size();
        }
        return made;
    }

    /// The same with larger radii, at most twice as large, where so small leaves are more than `most`: all windows may
    /// need more than the sample that the radii were chosen by.
    static std::optional<ball_tree> of_at_least(const problem& given, runtime::thread_pool& workers,
                                                const seed_kernels& kernels, const lanes& windows,
                                                std::span<const std::uint32_t> order, unsigned radius_of_balls,
                                                unsigned radius_of_leaves, std::size_t most) {
        std::optional<ball_tree> tree;
        const unsigned largest = std::max(radius_of_balls, 2 * radius_of_leaves);
        for (unsigned radius = radius_of_leaves; !tree && radius <= largest; ++radius)
            tree = of(given, workers, kernels, windows, order, std::max(radius, radius_of_balls), radius, most);
        return tree;
    }

    /// All windows, those of a leaf side by side.
    [[nodiscard]] std::span<const std::uint32_t> members() const noexcept { return members_; }

    /// Calls visit(first, last, others) for the members [first, last), among those asked for, of every leaf, with those
    /// of `count` other windows that may be near to them.
    template <class Visit>
    void find(std::size_t first_member, std::size_t last_member,
              const std::array<const Lane*, lanes::most_planes>& others, std::size_t count, workspace& work,
              Visit visit) const {
        if (work.survivors.size() < count + lane_padding) work.survivors.resize(count + lane_padding);
        auto place = std::ranges::upper_bound(balls_, first_member, {},
                                              [&](const auto& each) { return leaves_[each.first_leaf].first_member; }) -
                     1;
        for (; place != balls_.end() && leaves_[place->first_leaf].first_member < last_member; ++place) {
            const std::size_t in_ball = near(place->centre, others, count, radius_of_balls_, work.survivors);
            if (in_ball == 0) continue;
            work.in_ball.assign(work.survivors.begin(), work.survivors.begin() + static_cast<std::ptrdiff_t>(in_ball));
            work.of_ball.gather(others, work.in_ball);
            for (std::size_t number = place->first_leaf; number < place->last_leaf; ++number) {
                const leaf& each = leaves_[number];
                if (each.last_member <= first_member || each.first_member >= last_member) continue;
                const std::size_t found =
                    near(each.centre, work.of_ball.from(0), in_ball, radius_of_leaves_, work.survivors);
                if (found > 0)
                    visit(std::max(each.first_member, first_member), std::min(each.last_member, last_member),
                          std::span<const std::uint32_t>(work.survivors.data(), found));
            }
        }
    }

    /// In visit of find(): the others as numbers among all that were given.
    static void number(std::span<const std::uint32_t> others, const workspace& work,
                       std::vector<std::uint32_t>& in_leaf) {
        in_leaf.resize(others.size());
        for (std::size_t index = 0; index < others.size(); ++index)
            in_leaf[index] = work.in_ball[others[index]];
    }

  private:
    static constexpr std::size_t members_of_large_ball = std::size_t{1} << 14U;
    using letters_of_window = typename lanes::letters_of_window;
    struct ball {
        letters_of_window centre;
        std::size_t first_leaf;
        std::size_t last_leaf;
    };
    struct leaf {
        letters_of_window centre;
        std::size_t first_member;
        std::size_t last_member;
    };

    ball_tree(const problem& given, near_seeds<Lane> kernel, unsigned letters, unsigned radius_of_balls,
              unsigned radius_of_leaves)
        : planes_(given.letters.planes()), given_(&given), near_(kernel), letters_(letters),
          mismatches_(static_cast<unsigned>(std::min<std::uint64_t>(given.mismatches, letters))),
          radius_of_balls_(radius_of_balls), radius_of_leaves_(radius_of_leaves) {}

    /// The leaves of a ball: their centres, how many members each has, and these, leaf by leaf; without the members
    /// where the centres are too many.
    struct leaves_of_ball {
        std::vector<letters_of_window> centres;
        std::vector<std::size_t> sizes;
        std::vector<std::uint32_t> members;
    };

    [[nodiscard]] leaves_of_ball leaves_of(const lanes& windows, std::span<const std::uint32_t> members,
                                           std::size_t most, runtime::thread_pool* workers) const {
        lanes inside(*given_, windows.letters(), members.size());
        inside.gather(windows.from(0), members);
        std::vector<std::uint32_t> order(members.size());
        std::iota(order.begin(), order.end(), 0);
        std::vector<std::uint32_t> holder;
        const auto centres = ball_cover<Lane>(*given_, near_, inside, members.size(), workers)
                                 .find(order, radius_of_leaves_, most, holder);
        leaves_of_ball made;
        if (!centres) {
            made.centres.resize(most + 1);
            return made;
        }
        std::vector<std::vector<std::uint32_t>> held(centres->size());
        for (std::size_t index = 0; index < members.size(); ++index)
            held[holder[index]].push_back(members[index]);
        for (std::size_t index = 0; index < centres->size(); ++index) {
            made.centres.push_back(inside.of((*centres)[index]));
            made.sizes.push_back(held[index].size());
            made.members.insert(made.members.end(), held[index].begin(), held[index].end());
        }
        return made;
    }

    void append(const leaves_of_ball& leaves) {
        std::size_t first = members_.size();
        members_.insert(members_.end(), leaves.members.begin(), leaves.members.end());
        for (std::size_t index = 0; index < leaves.centres.size(); ++index) {
            leaves_.push_back({leaves.centres[index], first, first + leaves.sizes[index]});
            first += leaves.sizes[index];
        }
    }

    [[nodiscard]] std::size_t near(const letters_of_window& centre,
                                   const std::array<const Lane*, lanes::most_planes>& others, std::size_t count,
                                   unsigned radius, std::vector<std::uint32_t>& survivors) const {
        return near_(others.data(), centre.data(), planes_, count, std::min(radius + mismatches_, letters_),
                     survivors.data());
    }

    unsigned planes_;
    const problem* given_;
    near_seeds<Lane> near_;
    unsigned letters_;
    unsigned mismatches_;
    unsigned radius_of_balls_;
    unsigned radius_of_leaves_;
    std::vector<ball> balls_;
    std::vector<leaf> leaves_;
    std::vector<std::uint32_t> members_;
};

} // namespace concord::substring
