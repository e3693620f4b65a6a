// Which radii the balls and leaves of a tree (ball_tree.hpp) should have, by samples: small ones hold few windows each,
// and are near to few others; large ones are few.
#pragma once

#include "problems/substring/cpu/join/ball_tree.hpp"
#include "problems/substring/join_tuning.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace concord::substring {

/// What balls of one radius would be.
struct sampled_balls {
    unsigned radius;
    double count; ///< of balls
    double near;  ///< balls that may be near to one of the others, as their mean
    double share; ///< of the others that any ball may be near to
};

/// From the smallest radius that needs at most tuning::most_sampled_balls on, until one ball or no use is left.
template <class Lane>
[[nodiscard]] std::vector<sampled_balls> sample_balls(const problem& given, runtime::thread_pool& workers,
                                                      const seed_kernels& kernels, const window_lanes<Lane>& windows,
                                                      std::size_t count, const window_lanes<Lane>& others,
                                                      std::size_t other_count) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    const near_seeds<Lane> near = near_kernel<Lane>(kernels);
    const auto mismatches = static_cast<unsigned>(std::min<std::uint64_t>(given.mismatches, windows.letters()));
    const auto asked = static_cast<double>(std::max<std::size_t>(1, other_count));
    std::vector<std::optional<sampled_balls>> of_radius(windows.letters() - mismatches);
    std::atomic<std::size_t> last = of_radius.size(); // the smallest radius known to be of no use beyond
    workers.run(of_radius.size(), [&](std::size_t index, unsigned) {
        if (index > last) return;
        const auto radius = static_cast<unsigned>(index);
        std::vector<std::uint32_t> holder;
        const auto centres = ball_cover<Lane>(given, near, windows, count, nullptr)
                                 .find(order, radius, tuning::most_sampled_balls, holder);
        if (!centres) return;
        std::vector<std::uint8_t> marks(other_count, 0);
        std::vector<std::uint32_t> survivors(other_count + lane_padding);
        std::size_t all = 0;
        for (const std::uint32_t centre : *centres) {
            const auto letters = windows.of(centre);
            const std::size_t found = near(others.from(0).data(), letters.data(), given.letters.planes(), other_count,
                                           radius + mismatches, survivors.data());
            all += found;
            for (std::size_t at = 0; at < found; ++at)
                marks[survivors[at]] = 1;
        }
        of_radius[index] = {radius, static_cast<double>(centres->size()), static_cast<double>(all) / asked,
                            std::accumulate(marks.begin(), marks.end(), 0.0) / asked};
        if (centres->size() > 1 && of_radius[index]->share < 1) return;
        for (std::size_t known = last; index < known && !last.compare_exchange_weak(known, index);) {
        }
    });
    std::vector<sampled_balls> sampled;
    for (std::size_t radius = 0; radius < of_radius.size() && radius <= last; ++radius)
        if (of_radius[radius]) sampled.push_back(*of_radius[radius]);
    return sampled;
}

struct ball_radii {
    unsigned balls = 0;
    unsigned leaves = 0;
    double comparisons = std::numeric_limits<double>::infinity(); ///< of one of the others, with what it costs further
    double share = 1;                                             ///< of the others that are near to a leaf
    double near = 0;  ///< leaves of a sample that one of the others may be near to
    double count = 1; ///< leaves of the sample
};

/// The cheapest radii; `further(leaves)`: comparisons that one of the others costs by what the leaves say of it.
template <class Further>
[[nodiscard]] ball_radii best_radii(const std::vector<sampled_balls>& sampled, Further further) {
    ball_radii best;
    for (const sampled_balls& leaves : sampled) {
        for (const sampled_balls& balls : sampled) {
            if (balls.radius < leaves.radius) continue;
            // What few are asked is asked of vectors that are not full.
            const double of_leaves = tuning::cost_of_few_lanes * balls.near * leaves.count / balls.count;
            const double all = balls.count + of_leaves + further(leaves);
            if (all < best.comparisons)
                best = {balls.radius, leaves.radius, all, leaves.share, leaves.near, leaves.count};
        }
    }
    return best;
}

} // namespace concord::substring
