#include "problems/substring/cpu/join/ball_join.hpp"

#include "problems/substring/cpu/join/ball_radii.hpp"
#include "problems/substring/cpu/join/ball_tree.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

namespace concord::substring {
namespace {

constexpr std::size_t at_once = 4096; // targets: their letters stay in the second-level cache

template <class Lane>
class join_by_balls final : public ball_join {
  public:
    static std::unique_ptr<const ball_join> make(const problem& given, runtime::thread_pool& workers,
                                                 const seed_kernels& kernels, const equal_windows& sources,
                                                 const equal_windows& targets, std::uint64_t length, double most_cost) {
        const lanes of_sources = sampled_lanes<Lane>(given, length, sources, tuning::sampled_for_balls);
        const lanes of_targets = sampled_lanes<Lane>(given, length, targets, tuning::sampled_targets_for_balls);
        const std::size_t asked = std::min(tuning::sampled_for_balls, sources.size());
        const std::size_t others = std::min(tuning::sampled_targets_for_balls, targets.size());
        const auto all_sources = static_cast<double>(sources.size());
        const double of_test =
            (tuning::cost_of_vector_test + 2.0 * given.letters.planes()) * 8 * sizeof(Lane) / tuning::lanes_bits;
        const double pairs = share_of_near(given, kernels, of_sources, asked, of_targets, others) * all_sources *
                             static_cast<double>(targets.size());
        // All radii of a sample are tried: of few windows that takes longer than to compare them all.
        const double sampling = static_cast<double>(of_sources.letters()) * static_cast<double>(asked) *
                                static_cast<double>(others) * of_test / 2;
        if (sampling + tuning::cost_of_member * all_sources >= most_cost + pairs * tuning::cost_of_joined_pair)
            return nullptr;
        const ball_radii radii =
            best_radii(sample_balls(given, workers, kernels, of_sources, asked, of_targets, others),
                       [&](const sampled_balls& leaves) { return leaves.near * all_sources / leaves.count; });
        const double cost = (radii.comparisons * of_test + tuning::cost_of_lane) * static_cast<double>(targets.size()) +
                            pairs * tuning::cost_of_pair_in_ball + tuning::cost_of_member * all_sources;
        if (cost >= most_cost + pairs * tuning::cost_of_joined_pair) return nullptr;
        const lanes windows(given, workers, length, sources);
        std::vector<std::uint32_t> order(sources.size());
        std::iota(order.begin(), order.end(), 0);
        auto tree = ball_tree<Lane>::of_at_least(given, workers, kernels, windows, order, radii.balls, radii.leaves,
                                                 tuning::most_leaves);
        if (!tree) return nullptr;
        return std::unique_ptr<const ball_join>(
            new join_by_balls(given, workers, kernels, sources, targets, length, std::move(*tree)));
    }

    [[nodiscard]] std::span<const std::uint32_t> sources() const noexcept override { return tree_.members(); }

    [[nodiscard]] std::vector<std::uint64_t> sums_of_near(std::size_t first, std::size_t last,
                                                          std::span<const std::uint32_t> weights) const override {
        std::vector<std::uint64_t> sums(last - first, 0);
        std::vector<std::uint32_t> of_leaf;
        for_each_leaf(
            first, last,
            [&](std::span<const std::uint32_t> in_leaf) {
                of_leaf.resize(in_leaf.size());
                for (std::size_t index = 0; index < in_leaf.size(); ++index)
                    of_leaf[index] = weights[in_leaf[index]];
            },
            [&](std::size_t source, std::span<const std::uint32_t>, std::span<const std::uint32_t> found) {
                std::uint64_t sum = 0;
                for (const std::uint32_t index : found)
                    sum += of_leaf[index];
                sums[source - first] += sum;
            });
        return sums;
    }

    [[nodiscard]] std::vector<std::vector<std::uint32_t>> near(std::span<const std::size_t> asked) const override {
        std::vector<std::vector<std::uint32_t>> all(asked.size());
        if (asked.empty()) return all;
        for_each_leaf(
            asked.front(), asked.back() + 1, [](std::span<const std::uint32_t>) {},
            [&](std::size_t source, std::span<const std::uint32_t> in_leaf, std::span<const std::uint32_t> found) {
                const auto place = std::ranges::lower_bound(asked, source);
                if (place == asked.end() || *place != source) return;
                for (const std::uint32_t index : found)
                    all[static_cast<std::size_t>(place - asked.begin())].push_back(in_leaf[index]);
            });
        return all;
    }

  private:
    using lanes = window_lanes<Lane>;
    using letters_of_window = typename lanes::letters_of_window;

    join_by_balls(const problem& given, runtime::thread_pool& workers, const seed_kernels& kernels,
                  const equal_windows& sources, const equal_windows& targets, std::uint64_t length,
                  ball_tree<Lane>&& tree)
        : given_(given), near_(near_kernel<Lane>(kernels)), sources_(sources), targets_(targets), length_(length),
          tree_(std::move(tree)), lanes_(given, workers, length, targets), letters_(tree_.members().size()) {
        const auto mask = base::low_bits<Lane>(lanes_.letters());
        runtime::for_parts(
            workers, letters_.size(), tuning::least_windows_of_part, [&](std::uint64_t first, std::uint64_t last) {
                for (std::uint64_t index = first; index < last; ++index)
                    for (unsigned plane = 0; plane < given.letters.planes(); ++plane)
                        letters_[index][plane] =
                            static_cast<Lane>(given.letters.source(plane, position_of(tree_.members()[index]))) & mask;
            });
    }

    /// Of all pairs of some sources and some targets.
    static double share_of_near(const problem& given, const seed_kernels& kernels, const lanes& sources,
                                std::size_t source_count, const lanes& targets, std::size_t target_count) {
        std::vector<std::uint32_t> survivors(target_count + lane_padding);
        const auto limit = static_cast<unsigned>(std::min<std::uint64_t>(given.mismatches, targets.letters()));
        const std::size_t asked = std::min(tuning::sources_of_near_pairs, source_count);
        std::size_t near = 0;
        for (std::size_t index = 0; index < asked; ++index) {
            const letters_of_window letters = sources.of(index * source_count / asked);
            near += near_kernel<Lane>(kernels)(targets.from(0).data(), letters.data(), given.letters.planes(),
                                               target_count, limit, survivors.data());
        }
        return static_cast<double>(near) / static_cast<double>(asked) / static_cast<double>(target_count);
    }

    [[nodiscard]] std::uint64_t position_of(std::uint32_t source) const {
        return sources_.occurrences(source)[0].position;
    }

    /// Calls begin(targets) for targets that may be near to the sources [first, last) of a leaf, then visit(source,
    /// targets, found) for each of these: the targets near to it, as numbers in that list.
    template <class Begin, class Visit>
    void for_each_leaf(std::size_t first, std::size_t last, Begin begin, Visit visit) const {
        typename ball_tree<Lane>::workspace work(lanes(given_, length_, at_once));
        std::vector<std::uint32_t> survivors(at_once + lane_padding);
        const auto limit = static_cast<unsigned>(std::min<std::uint64_t>(given_.mismatches, lanes_.letters()));
        for (std::size_t from = 0; from < targets_.size(); from += at_once) {
            const auto planes = lanes_.from(from);
            const auto in_leaf = [&](std::size_t first_here, std::size_t last_here,
                                     std::span<const std::uint32_t> others) {
                tree_.gather(others, work);
                for (std::uint32_t& target : work.in_leaf)
                    target += static_cast<std::uint32_t>(from);
                begin(std::span<const std::uint32_t>(work.in_leaf));
                for (std::size_t source = first_here; source < last_here; ++source) {
                    std::size_t found = near_(work.of_leaf.from(0).data(), letters_[source].data(),
                                              given_.letters.planes(), work.in_leaf.size(), limit, survivors.data());
                    if (length_ > lanes_.letters()) found = near_in_full(source, work.in_leaf, survivors, found);
                    if (found > 0)
                        visit(source, std::span<const std::uint32_t>(work.in_leaf),
                              std::span<const std::uint32_t>(survivors.data(), found));
                }
            };
            tree_.find(first, last, planes, std::min(at_once, targets_.size() - from), work, in_leaf);
        }
    }

    /// Keeps those of the survivors that are near as far as the windows reach.
    std::size_t near_in_full(std::size_t source, std::span<const std::uint32_t> in_leaf,
                             std::vector<std::uint32_t>& survivors, std::size_t count) const {
        const std::uint64_t position = position_of(tree_.members()[source]);
        std::size_t kept = 0;
        for (std::size_t at = 0; at < count; ++at)
            if (mismatches_within(given_.letters, position, targets_.occurrences(in_leaf[survivors[at]])[0].position,
                                  length_, given_.mismatches) <= given_.mismatches)
                survivors[kept++] = survivors[at];
        return kept;
    }

    const problem& given_;
    near_seeds<Lane> near_;
    const equal_windows& sources_;
    const equal_windows& targets_;
    std::uint64_t length_;
    ball_tree<Lane> tree_;
    lanes lanes_;                            ///< of the targets
    std::vector<letters_of_window> letters_; ///< of the sources, in the order of the tree
};

} // namespace

std::unique_ptr<const ball_join> make_ball_join(const problem& given, runtime::thread_pool& workers,
                                                const seed_kernels& kernels, const equal_windows& sources,
                                                const equal_windows& targets, std::uint64_t length, double most_cost) {
    if (sources.size() < tuning::least_sources_in_balls || targets.size() == 0) return nullptr;
    if (length <= tuning::letters_compared)
        return join_by_balls<std::uint32_t>::make(given, workers, kernels, sources, targets, length, most_cost);
    return join_by_balls<std::uint64_t>::make(given, workers, kernels, sources, targets, length, most_cost);
}

} // namespace concord::substring
