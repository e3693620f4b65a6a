// Which radii the balls and leaves of a tree (ball_tree.hpp) should have, by samples: small ones hold few windows each,
// and are near to few others; large ones are few.
#pragma once

#include "problems/substring/cpu/join/ball_tree.hpp"
#include "problems/substring/join_tuning.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace concord::substring {

/// Instructions of comparing one window with another, of many in lanes of so many bits.
[[nodiscard]] inline double cost_of_lane_test(const problem& given, std::size_t bits) {
    return (tuning::cost_of_vector_test + 2.0 * given.letters.planes()) * static_cast<double>(bits) /
           tuning::lanes_bits;
}

/// Instructions of sample_balls for so many windows and others of `length` letters: all radii are tried.
[[nodiscard]] inline double cost_of_sampling_balls(const problem& given, std::uint64_t length, std::uint64_t windows,
                                                   std::uint64_t others) {
    const std::size_t bits = length <= tuning::letters_compared ? 32 : 64;
    return static_cast<double>(std::min<std::uint64_t>(length, bits)) *
           static_cast<double>(std::min<std::uint64_t>(windows, tuning::sampled_for_balls)) *
           static_cast<double>(std::min<std::uint64_t>(others, tuning::sampled_targets_for_balls)) *
           cost_of_lane_test(given, bits) / 2;
}

/// What balls of one radius would be.
struct sampled_balls {
    unsigned radius;
    double count; ///< of balls that all windows need
    double near;  ///< balls that may be near to one of the others, as their mean
    double held;  ///< share of the windows that these hold: where windows are dense, a ball holds and is near to many
    double share; ///< of the others that any ball may be near to
};

/// From the smallest radius that needs at most tuning::most_sampled_balls on, until one ball is left. The sample is of
/// `all` windows, which need more balls, as its second half needed more than its first.
template <class Lane>
[[nodiscard]] std::vector<sampled_balls> sample_balls(const problem& given, runtime::thread_pool& workers,
                                                      const seed_kernels& kernels, const window_lanes<Lane>& windows,
                                                      std::size_t count, std::size_t all,
                                                      const window_lanes<Lane>& others, std::size_t other_count) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    const near_seeds<Lane> near = near_kernel<Lane>(kernels);
    const auto mismatches = static_cast<unsigned>(std::min<std::uint64_t>(given.mismatches, windows.letters()));
    const auto asked = static_cast<double>(std::max<std::size_t>(1, other_count));
    std::vector<std::optional<sampled_balls>> of_radius(windows.letters() - mismatches);
    std::atomic<std::size_t> last = of_radius.size(); // the smallest radius known to need but one
    workers.run(of_radius.size(), [&](std::size_t index, unsigned) {
        if (index > last) return;
        const auto radius = static_cast<unsigned>(index);
        std::vector<std::uint32_t> holder;
        const auto centres = ball_cover<Lane>(given, near, windows, count, nullptr)
                                 .find(order, radius, tuning::most_sampled_balls, holder);
        if (!centres) return;
        std::vector<std::uint8_t> marks(other_count, 0);
        std::vector<std::uint32_t> survivors(other_count + lane_padding);
        std::vector<std::size_t> members(centres->size(), 0);
        for (const std::uint32_t number : holder)
            ++members[number];
        std::size_t pairs = 0;
        double held = 0;
        for (std::size_t number = 0; number < centres->size(); ++number) {
            const auto letters = windows.of((*centres)[number]);
            const std::size_t found = near(others.from(0).data(), letters.data(), given.letters.planes(), other_count,
                                           radius + mismatches, survivors.data());
            pairs += found;
            held += static_cast<double>(found) * static_cast<double>(members[number]);
            for (std::size_t at = 0; at < found; ++at)
                marks[survivors[at]] = 1;
        }
        const auto of_half = static_cast<double>(std::ranges::lower_bound(*centres, count / 2) - centres->begin());
        const auto of_sample = static_cast<double>(centres->size());
        const double growth = std::log2(of_sample / std::max(1.0, of_half)); // as a power of their number
        const double more = std::pow(static_cast<double>(all) / static_cast<double>(count), growth);
        of_radius[index] = {radius, of_sample * more, static_cast<double>(pairs) / asked * more,
                            held / asked / static_cast<double>(count),
                            std::accumulate(marks.begin(), marks.end(), 0.0) / asked};
        if (centres->size() > 1) return;
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
    double held = 0; ///< of the windows, by leaves near to one of the others
};

/// The cheapest radii; `further(leaves)`: comparisons that one of the others costs by what the leaves say of it;
/// `windows_each`: windows that are put into the tree for one of the others.
template <class Further>
[[nodiscard]] ball_radii best_radii(const std::vector<sampled_balls>& sampled, double windows_each, Further further) {
    ball_radii best;
    for (const sampled_balls& leaves : sampled) {
        if (leaves.count > static_cast<double>(tuning::most_leaves)) continue;
        for (const sampled_balls& balls : sampled) {
            if (balls.radius < leaves.radius) continue;
            // What few are asked is asked of vectors that are not full.
            const double of_leaves = tuning::cost_of_few_lanes * balls.near * leaves.count / balls.count;
            const double making = windows_each * (balls.count + tuning::cost_of_few_lanes * leaves.count / balls.count);
            const double all = balls.count + of_leaves + further(leaves) + making;
            if (all < best.comparisons) best = {balls.radius, leaves.radius, all, leaves.share, leaves.held};
        }
    }
    return best;
}

} // namespace concord::substring
