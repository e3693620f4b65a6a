#include "problems/substring/cpu/join/far_targets.hpp"

#include "problems/substring/cpu/join/ball_radii.hpp"
#include "problems/substring/cpu/join/ball_tree.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace concord::substring {
namespace {

template <class Lane>
class target_reduction {
  public:
    target_reduction(const problem& given, runtime::thread_pool& workers, const seed_kernels& kernels,
                     const equal_windows& sources, const candidate_windows& windows)
        : given_(given), kernels_(kernels), sources_(sources), windows_(windows),
          cost_of_test_(cost_of_lane_test(given, 8 * sizeof(Lane))),
          some_sources_(sampled_lanes<Lane>(given, windows.length, sources, tuning::sampled_for_balls)),
          some_targets_(given, windows.length, tuning::sampled_targets_for_balls), targets_sampled_(take_targets()),
          sampled_(sample_balls(given, workers, kernels, some_sources_, sources_sampled(), sources.size(),
                                some_targets_, targets_sampled_)),
          radii_(best()) {}

    [[nodiscard]] far_target_estimate estimate() const {
        const double gathering = tuning::cost_of_target_in_leaf / cost_of_test_;
        const double passes = 1 + share_counted() * tuning::passes_of_counting;
        const auto comparing = [&](const auto& leaves) { return passes * (members(leaves) + leaves.near * gathering); };
        const ball_radii joined = best_radii(sampled_, windows_each(), comparing);
        const double cost = tuning::cost_of_lane + joined.comparisons * cost_of_test_;
        const double left = is_worth_it() ? cost_of_target() + passes * members(radii_) * cost_of_test_ : cost;
        return left < cost ? far_target_estimate{radii_.share, left} : far_target_estimate{1, cost};
    }

    void leave_out(runtime::thread_pool& workers, candidate_windows& windows) const {
        if (!is_worth_it()) return;
        const lanes all(given_, workers, windows.length, sources_);
        std::vector<std::uint32_t> order(sources_.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
            return sources_.occurrences(a).size() > sources_.occurrences(b).size();
        });
        const auto tree = ball_tree<Lane>::of_at_least(given_, workers, kernels_, all, order, radii_.balls,
                                                       radii_.leaves, tuning::most_leaves);
        if (tree) leave_out(*tree, workers, windows);
    }

  private:
    using lanes = window_lanes<Lane>;

    [[nodiscard]] std::size_t sources_sampled() const { return std::min(tuning::sampled_for_balls, sources_.size()); }

    /// How many there are.
    [[nodiscard]] std::size_t take_targets() {
        std::size_t taken = 0;
        windows_.targets.for_each_sampled(tuning::sampled_targets_for_balls,
                                          [&](std::uint64_t position) { some_targets_.set(taken++, position); });
        return taken;
    }

    /// Of the sources that are near to so many targets that sequences have to be counted.
    [[nodiscard]] double share_counted() const {
        const std::size_t asked = std::min(tuning::sources_of_near_pairs, sources_sampled());
        const double most = static_cast<double>(windows_.target_count) / static_cast<double>(targets_sampled_);
        const auto limit = static_cast<unsigned>(std::min<std::uint64_t>(given_.mismatches, some_sources_.letters()));
        std::vector<std::uint32_t> survivors(targets_sampled_ + lane_padding);
        std::size_t counted = 0;
        for (std::size_t index = 0; index < asked; ++index) {
            const auto letters = some_sources_.of(index * sources_sampled() / asked);
            const std::size_t near =
                near_kernel<Lane>(kernels_)(some_targets_.from(0).data(), letters.data(), given_.letters.planes(),
                                            targets_sampled_, limit, survivors.data());
            if (static_cast<double>(near) * most >= static_cast<double>(given_.support)) ++counted;
        }
        return static_cast<double>(counted) / static_cast<double>(asked);
    }

    /// Comparisons of a target with members of leaves.
    template <class Leaves>
    [[nodiscard]] double members(const Leaves& leaves) const {
        const double stretches = std::ceil(static_cast<double>(windows_.length) / (8 * sizeof(Lane)));
        return stretches * static_cast<double>(sources_.size()) * leaves.held;
    }

    /// The radii that leave out the most for what they take.
    [[nodiscard]] ball_radii best() const {
        return best_radii(sampled_, windows_each(), [&](const sampled_balls& leaves) {
            return leaves.share * tuning::cost_of_joined_target / cost_of_test_;
        });
    }

    [[nodiscard]] double windows_each() const {
        return static_cast<double>(sources_.size()) / static_cast<double>(windows_.target_count);
    }
    /// Instructions, those of joining what is left included.
    [[nodiscard]] double cost_of_target() const { return tuning::cost_of_lane + radii_.comparisons * cost_of_test_; }
    [[nodiscard]] bool is_worth_it() const { return cost_of_target() < tuning::cost_of_joined_target; }

    void leave_out(const ball_tree<Lane>& tree, runtime::thread_pool& workers, candidate_windows& windows) const {
        constexpr std::uint64_t letters_of_task = std::uint64_t{1} << 16U; // whole words of the set
        constexpr std::size_t at_once = 2048;
        struct workspace {
            workspace(const problem& given, std::uint64_t length)
                : targets(given, length, at_once), of_tree(lanes(given, length, at_once)) {}
            lanes targets;
            typename ball_tree<Lane>::workspace of_tree;
            std::vector<std::uint64_t> positions;
            std::vector<std::uint8_t> marks;
        };
        std::vector<std::optional<workspace>> of_worker(workers.threads());
        const std::span<std::uint64_t> words = windows.targets.words();
        const std::uint64_t letters = given_.set.letters();
        workers.run((letters + letters_of_task - 1) / letters_of_task, [&](std::size_t task, unsigned worker) {
            if (!of_worker[worker]) of_worker[worker].emplace(given_, windows.length);
            workspace& work = *of_worker[worker];
            const auto ask = [&] {
                work.marks.assign(work.positions.size(), 0);
                tree.find(0, tree.members().size(), work.targets.from(0), work.positions.size(), work.of_tree,
                          [&](std::size_t, std::size_t, std::span<const std::uint32_t> others) {
                              for (const std::uint32_t other : others)
                                  work.marks[work.of_tree.in_ball[other]] = 1;
                          });
                for (std::size_t index = 0; index < work.positions.size(); ++index) {
                    const std::uint64_t position = work.positions[index];
                    if (work.marks[index] == 0) words[position / 64] &= ~(std::uint64_t{1} << (position % 64));
                }
                work.positions.clear();
            };
            const std::uint64_t first = task * letters_of_task;
            windows.targets.for_each(first, std::min(first + letters_of_task, letters), [&](std::uint64_t position) {
                work.targets.set(work.positions.size(), position);
                work.positions.push_back(position);
                if (work.positions.size() == at_once) ask();
            });
            ask();
            workers.check_cancelled();
        });
        windows.target_count = windows.targets.count();
    }

    const problem& given_;
    const seed_kernels& kernels_;
    const equal_windows& sources_;
    const candidate_windows& windows_;
    double cost_of_test_; ///< instructions, of a target and a centre
    lanes some_sources_;
    lanes some_targets_;
    std::size_t targets_sampled_;
    std::vector<sampled_balls> sampled_;
    ball_radii radii_;
};

/// visit(reduction) with lanes that hold as many letters of a window as they can.
template <class Visit>
auto with_lanes(const problem& given, runtime::thread_pool& workers, const seed_kernels& kernels,
                const equal_windows& sources, const candidate_windows& windows, Visit visit) {
    if (windows.length <= tuning::letters_compared)
        return visit(target_reduction<std::uint32_t>(given, workers, kernels, sources, windows));
    return visit(target_reduction<std::uint64_t>(given, workers, kernels, sources, windows));
}

bool are_few(const equal_windows& sources, const candidate_windows& windows) {
    return windows.target_count < tuning::least_targets_for_balls || sources.size() == 0;
}

} // namespace

far_target_estimate estimate_far_targets(const problem& given, runtime::thread_pool& workers,
                                         const seed_kernels& kernels, const equal_windows& sources,
                                         const candidate_windows& windows) {
    if (sources.size() < tuning::least_sources_in_balls || windows.target_count < tuning::sampled_targets_for_balls)
        return {1, std::numeric_limits<double>::infinity()};
    return with_lanes(given, workers, kernels, sources, windows,
                      [](const auto& reduction) { return reduction.estimate(); });
}

void leave_out_far_targets(const problem& given, runtime::thread_pool& workers, const seed_kernels& kernels,
                           const equal_windows& sources, candidate_windows& windows) {
    if (are_few(sources, windows)) return;
    with_lanes(given, workers, kernels, sources, windows,
               [&](const auto& reduction) { reduction.leave_out(workers, windows); });
}

} // namespace concord::substring
