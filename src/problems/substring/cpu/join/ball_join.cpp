#include "problems/substring/cpu/join/ball_join.hpp"

#include "problems/substring/cpu/join/ball_radii.hpp"
#include "problems/substring/cpu/join/ball_tree.hpp"
#include "problems/substring/cpu/join/sequence_runs.hpp"
#include "problems/substring/cpu/join/window_rows.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace concord::substring {
namespace {

constexpr std::size_t at_once = 4096; // targets: their letters stay in the second-level cache

/// Calls visit(index) for each bit that is set.
template <class Visit>
void for_each_marked(std::span<const std::uint64_t> marked, Visit visit) {
    for (std::size_t word = 0; word < marked.size(); ++word)
        for (std::uint64_t bits = marked[word]; bits != 0; bits &= bits - 1)
            visit(64 * word + static_cast<unsigned>(std::countr_zero(bits)));
}

/// Targets in tiles of at_once at most, with their letters. `numbers`: of each among the distinct targets; none: all of
/// these.
template <class Lane>
class tiled_targets {
  public:
    tiled_targets(const problem& given, runtime::thread_pool& workers, const window_stretches<Lane>& cut,
                  const equal_windows& targets, std::vector<std::uint32_t> numbers, std::vector<std::size_t> tiles)
        : rows(given, cut, tiles.back()), tiles_(std::move(tiles)), numbers_(std::move(numbers)) {
        runtime::for_parts(workers, size(), tuning::least_windows_of_part,
                           [&](std::uint64_t first, std::uint64_t last) {
                               for (std::uint64_t index = first; index < last; ++index)
                                   rows.set(index, targets.occurrences(number(index))[0].position);
                           });
    }

    /// Distinct targets one after the other.
    static std::vector<std::size_t> equal_tiles(std::size_t targets) {
        std::vector<std::size_t> tiles;
        for (std::size_t first = 0; first < targets; first += at_once)
            tiles.push_back(first);
        tiles.push_back(targets);
        return tiles;
    }

    [[nodiscard]] std::size_t size() const noexcept { return tiles_.back(); }
    [[nodiscard]] std::size_t tiles() const noexcept { return tiles_.size() - 1; }
    [[nodiscard]] std::size_t first(std::size_t tile) const noexcept { return tiles_[tile]; }
    [[nodiscard]] std::size_t number(std::size_t index) const noexcept {
        return numbers_.empty() ? index : numbers_[index];
    }

    window_rows<Lane> rows;

  private:
    std::vector<std::size_t> tiles_; ///< where each begins, and the end
    std::vector<std::uint32_t> numbers_;
};

template <class Lane>
class join_by_balls final : public ball_join {
  public:
    static std::unique_ptr<ball_join> make(const problem& given, runtime::thread_pool& workers,
                                           const seed_kernels& kernels, const equal_windows& sources,
                                           const equal_windows& targets, std::uint64_t length, double most_cost) {
        const std::uint64_t front = most_telling_front(given, kernels, sources, targets, length);
        const auto cut = window_stretches<Lane>(length, front);
        const lanes of_sources = sampled_lanes<Lane>(given, length, sources, tuning::sampled_for_balls, front);
        const lanes of_targets = sampled_lanes<Lane>(given, length, targets, tuning::sampled_targets_for_balls, front);
        const std::size_t asked = std::min(tuning::sampled_for_balls, sources.size());
        const std::size_t others = std::min(tuning::sampled_targets_for_balls, targets.size());
        const auto all_sources = static_cast<double>(sources.size());
        const double of_test = cost_of_lane_test(given, 8 * sizeof(Lane));
        const double pairs =
            share_of_near_windows(given, kernels, length, sources, of_sources, asked, targets, of_targets, others) *
            all_sources * static_cast<double>(targets.size());
        // Of few windows that takes longer than to compare them all.
        const double sampling = cost_of_sampling_balls(given, length, sources.size(), targets.size());
        if (sampling + tuning::cost_of_member * all_sources >= most_cost + pairs * tuning::cost_of_joined_pair)
            return nullptr;
        const auto stretches = static_cast<double>(cut.size());
        std::vector<sampled_balls> sampled =
            sample_balls(given, workers, kernels, of_sources, asked, sources.size(), of_targets, others);
        const double bearable = most_cost + pairs * tuning::cost_of_joined_pair;
        std::optional<lanes> windows;
        std::vector<std::uint32_t> order(sources.size());
        std::iota(order.begin(), order.end(), 0);
        std::optional<ball_tree<Lane>> tree;
        while (!tree) {
            const ball_radii radii =
                best_radii(sampled, all_sources / static_cast<double>(targets.size()),
                           [&](const sampled_balls& leaves) { return stretches * leaves.held * all_sources; });
            const double cost =
                (radii.comparisons * of_test + tuning::cost_of_lane) * static_cast<double>(targets.size()) +
                tuning::cost_of_member * all_sources;
            if (cost >= bearable) return nullptr; // infinite where no radii are left
            if (!windows) windows.emplace(given, workers, length, sources, front);
            tree = ball_tree<Lane>::of_at_least(given, workers, kernels, *windows, order, radii.balls, radii.leaves,
                                                tuning::most_leaves);
            // All windows need more of such leaves than the sample says: larger ones may still be the cheapest way.
            std::erase_if(sampled, [&](const sampled_balls& each) {
                return each.radius <= std::max(radii.balls, 2 * radii.leaves);
            });
        }
        return std::unique_ptr<ball_join>(
            new join_by_balls(given, workers, kernels, sources, targets, length, cut, std::move(*tree)));
    }

    [[nodiscard]] std::span<const std::uint32_t> sources() const noexcept override { return tree_.members(); }

    [[nodiscard]] std::vector<std::uint64_t> sums_of_near(std::span<const std::size_t> asked,
                                                          std::span<const std::uint32_t> weights) const override {
        std::vector<std::uint64_t> sums(asked.size(), 0);
        std::vector<Lane> of_leaf;
        std::vector<std::uint64_t> marked;
        for_each_leaf(asked, distinct_, [&](const leaf& here) {
            of_leaf.assign(here.chosen.size() + lane_padding, 0);
            for (std::size_t index = 0; index < here.chosen.size(); ++index)
                of_leaf[index] = weights[here.chosen[index]];
            for (std::size_t index = here.first; index < here.last; ++index) {
                if (cut_.are_all()) {
                    sums[index] += sum_(here.letters, letters_of(asked[index]), limit_, of_leaf.data());
                } else {
                    mark(asked[index], here, distinct_, marked);
                    for_each_marked(marked, [&](std::size_t at) { sums[index] += of_leaf[at]; });
                }
            }
        });
        return sums;
    }

    [[nodiscard]] std::vector<std::vector<std::uint32_t>> near(std::span<const std::size_t> asked) const override {
        std::vector<std::vector<std::uint32_t>> all(asked.size());
        std::vector<std::uint64_t> marked;
        for_each_leaf(asked, distinct_, [&](const leaf& here) {
            for (std::size_t index = here.first; index < here.last; ++index) {
                mark(asked[index], here, distinct_, marked);
                for_each_marked(marked, [&](std::size_t at) { all[index].push_back(here.chosen[at]); });
            }
        });
        return all;
    }

    [[nodiscard]] bool take_sequences(targets_of_sequences sequences, runtime::thread_pool& workers) override {
        const std::size_t count = sequences.first.size() - 1;
        if (count >= std::numeric_limits<std::uint32_t>::max()) return false;
        std::vector<std::size_t> tiles{0};
        sequence_of_.resize(sequences.targets.size());
        for (std::size_t sequence = 0; sequence < count; ++sequence) {
            const std::size_t first = sequences.first[sequence];
            const std::size_t last = sequences.first[sequence + 1];
            if (last - first > at_once) return false;
            if (last - tiles.back() > at_once) tiles.push_back(first);
            std::fill(sequence_of_.begin() + static_cast<std::ptrdiff_t>(first),
                      sequence_of_.begin() + static_cast<std::ptrdiff_t>(last), static_cast<std::uint32_t>(sequence));
        }
        tiles.push_back(sequences.targets.size());
        by_sequence_.emplace(given_, workers, cut_, targets_, std::move(sequences.targets), std::move(tiles));
        return true;
    }

    [[nodiscard]] std::vector<std::uint64_t> sequences_near(std::span<const std::size_t> asked) const override {
        std::vector<std::uint64_t> counts(asked.size(), 0);
        std::vector<std::uint64_t> marked;
        std::vector<std::uint64_t> last_of_sequence;
        for_each_leaf(asked, *by_sequence_, [&](const leaf& here) {
            last_of_sequence.assign((here.chosen.size() + 63) / 64, 0);
            for (std::size_t index = 0; index < here.chosen.size(); ++index)
                if (index + 1 == here.chosen.size() ||
                    sequence_of_[here.chosen[index]] != sequence_of_[here.chosen[index + 1]])
                    last_of_sequence[index / 64] |= std::uint64_t{1} << (index % 64);
            for (std::size_t index = here.first; index < here.last; ++index) {
                mark(asked[index], here, *by_sequence_, marked);
                counts[index] += count_marked_runs(marked, last_of_sequence);
            }
        });
        return counts;
    }

  private:
    using lanes = window_lanes<Lane>;

    join_by_balls(const problem& given, runtime::thread_pool& workers, const seed_kernels& kernels,
                  const equal_windows& sources, const equal_windows& targets, std::uint64_t length,
                  const window_stretches<Lane>& cut, ball_tree<Lane>&& tree)
        : given_(given), sum_(of_lane<Lane>(kernels.sum_32, kernels.sum_64)),
          mark_(of_lane<Lane>(kernels.mark_32, kernels.mark_64)), sources_(sources), targets_(targets), length_(length),
          cut_(cut), limit_(static_cast<unsigned>(std::min(given.mismatches, length))), tree_(std::move(tree)),
          distinct_(given, workers, cut, targets, {}, tiled_targets<Lane>::equal_tiles(targets.size())),
          lanes_of_source_(cut.size() * given.letters.planes()), letters_(lanes_of_source_ * tree_.members().size()) {
        runtime::for_parts(workers, tree_.members().size(), tuning::least_windows_of_part,
                           [&](std::uint64_t first, std::uint64_t last) {
                               for (std::uint64_t index = first; index < last; ++index)
                                   write_source(
                                       given, cut_, position_of(index),
                                       std::span(letters_).subspan(index * lanes_of_source_, lanes_of_source_));
                           });
    }

    /// Where the letters begin by which a tree is made: at the front of windows, unless runs that most of them begin
    /// with make those at their ends tell more of a sample apart.
    static std::uint64_t most_telling_front(const problem& given, const seed_kernels& kernels,
                                            const equal_windows& sources, const equal_windows& targets,
                                            std::uint64_t length) {
        constexpr std::uint64_t letters = window_stretches<Lane>::letters_of_one;
        if (length <= letters) return 0;
        const auto near_by = [&](std::uint64_t first) {
            const std::uint64_t end = first + letters;
            const lanes some = sampled_lanes<Lane>(given, end, sources, tuning::sources_of_near_pairs, first);
            const lanes others = sampled_lanes<Lane>(given, end, targets, tuning::sampled_targets_for_balls, first);
            const auto all = [](std::size_t, std::size_t) { return true; };
            return share_of_near(given, kernels, some, std::min(tuning::sources_of_near_pairs, sources.size()), others,
                                 std::min(tuning::sampled_targets_for_balls, targets.size()), all, all);
        };
        return 2 * near_by(length - letters) < near_by(0) ? length - letters : 0; // a sample tells no more
    }

    /// Of all pairs of some sources and some targets, but for a source that is also a target: where sources are random,
    /// no other pair of a sample is near, and that one stands for all targets that the sample leaves out. Pairs whose
    /// letters in lanes are near count if is_near(index of the source, index of the target) and, where they are equal,
    /// are_equal(the same).
    template <class Near, class Equal>
    static double share_of_near(const problem& given, const seed_kernels& kernels, const lanes& sources,
                                std::size_t source_count, const lanes& targets, std::size_t target_count, Near is_near,
                                Equal are_equal) {
        std::vector<std::uint32_t> survivors(target_count + lane_padding);
        const auto limit = static_cast<unsigned>(std::min<std::uint64_t>(given.mismatches, targets.letters()));
        const std::size_t asked = std::min(tuning::sources_of_near_pairs, source_count);
        std::size_t near = 0;
        for (std::size_t index = 0; index < asked; ++index) {
            const std::size_t source = index * source_count / asked;
            const auto letters = sources.of(source);
            const auto count_within = [&](unsigned most, auto counts) {
                const std::size_t found =
                    near_kernel<Lane>(kernels)(targets.from(0).data(), letters.data(), given.letters.planes(),
                                               target_count, most, survivors.data());
                return static_cast<std::size_t>(
                    std::count_if(survivors.begin(), survivors.begin() + static_cast<std::ptrdiff_t>(found),
                                  [&](std::uint32_t target) { return counts(source, target); }));
            };
            if (const std::size_t all = count_within(limit, is_near); all > 0)
                near += all - std::min<std::size_t>(1, count_within(0, are_equal));
        }
        return static_cast<double>(near) / static_cast<double>(asked) / static_cast<double>(target_count);
    }

    /// The same of windows that have more letters than a lane: of those near by these, many may be far by the others.
    static double share_of_near_windows(const problem& given, const seed_kernels& kernels, std::uint64_t length,
                                        const equal_windows& sources, const lanes& of_sources, std::size_t asked,
                                        const equal_windows& targets, const lanes& of_targets, std::size_t others) {
        const auto differ_by_more_than = [&](std::size_t source, std::size_t target, std::uint64_t most) {
            return mismatches_within(given.letters, sources.occurrences(source * sources.size() / asked)[0].position,
                                     targets.occurrences(target * targets.size() / others)[0].position, length,
                                     most) > most;
        };
        const bool are_whole = length <= window_stretches<Lane>::letters_of_one;
        return share_of_near(
            given, kernels, of_sources, asked, of_targets, others,
            [&](std::size_t source, std::size_t target) {
                return are_whole || !differ_by_more_than(source, target, given.mismatches);
            },
            [&](std::size_t source, std::size_t target) {
                return are_whole || !differ_by_more_than(source, target, 0);
            });
    }

    [[nodiscard]] std::uint64_t position_of(std::size_t member) const {
        return sources_.occurrences(tree_.members()[member])[0].position;
    }
    [[nodiscard]] const Lane* letters_of(std::size_t member) const {
        return letters_.data() + member * lanes_of_source_;
    }

    /// Targets that may be near to the sources asked[first, last) of one leaf.
    struct leaf {
        std::size_t first;
        std::size_t last;
        std::span<const std::uint32_t> chosen; ///< numbers among those of the tiles, in ascending order
        window_block<Lane> letters;
    };

    template <class Visit>
    void for_each_leaf(std::span<const std::size_t> asked, const tiled_targets<Lane>& among, Visit visit) const {
        if (asked.empty()) return;
        typename ball_tree<Lane>::workspace work(lanes(given_, among.rows.front().letters(), at_once));
        window_rows<Lane> in_lanes(given_, cut_, at_once);
        std::vector<std::uint32_t> chosen;
        for (std::size_t tile = 0; tile < among.tiles(); ++tile) {
            const std::size_t from = among.first(tile);
            const auto in_leaf = [&](std::size_t first_member, std::size_t last_member,
                                     std::span<const std::uint32_t> others) {
                const auto first = std::ranges::lower_bound(asked, first_member) - asked.begin();
                const auto last = std::ranges::lower_bound(asked, last_member) - asked.begin();
                if (first == last) return;
                ball_tree<Lane>::number(others, work, chosen);
                in_lanes.gather(among.rows, from, chosen);
                for (std::uint32_t& target : chosen)
                    target += static_cast<std::uint32_t>(from);
                const std::vector<const Lane*> rows = in_lanes.rows(given_.letters.planes());
                visit(leaf{static_cast<std::size_t>(first),
                           static_cast<std::size_t>(last),
                           chosen,
                           {rows.data(), given_.letters.planes(), static_cast<unsigned>(cut_.size()), chosen.size()}});
            };
            tree_.find(asked.front(), asked.back() + 1, among.rows.front().from(from), among.first(tile + 1) - from,
                       work, in_leaf);
        }
    }

    /// Which of the targets of a leaf are near to a source.
    void mark(std::size_t source, const leaf& here, const tiled_targets<Lane>& among,
              std::vector<std::uint64_t>& marked) const {
        marked.resize((here.chosen.size() + 63) / 64);
        mark_(here.letters, letters_of(source), limit_, marked.data());
        if (cut_.are_all()) return;
        const std::uint64_t position = position_of(source);
        for_each_marked(marked, [&](std::size_t at) {
            const std::uint64_t target = targets_.occurrences(among.number(here.chosen[at]))[0].position;
            if (mismatches_within(given_.letters, position, target, length_, given_.mismatches) > given_.mismatches)
                marked[at / 64] &= ~(std::uint64_t{1} << (at % 64));
        });
    }

    const problem& given_;
    sum_of_near<Lane> sum_;
    mark_near_windows<Lane> mark_;
    const equal_windows& sources_;
    const equal_windows& targets_;
    std::uint64_t length_;
    window_stretches<Lane> cut_;
    unsigned limit_; ///< k
    ball_tree<Lane> tree_;
    tiled_targets<Lane> distinct_;
    std::size_t lanes_of_source_;
    std::vector<Lane> letters_; ///< of the sources, in the order of the tree
    std::optional<tiled_targets<Lane>> by_sequence_;
    std::vector<std::uint32_t> sequence_of_; ///< of each target of these
};

} // namespace

std::unique_ptr<ball_join> make_ball_join(const problem& given, runtime::thread_pool& workers,
                                          const seed_kernels& kernels, const equal_windows& sources,
                                          const equal_windows& targets, std::uint64_t length, double most_cost) {
    if (sources.size() < tuning::least_sources_in_balls || targets.size() == 0) return nullptr;
    const bool are_sums_small = given.set.letters() <= std::numeric_limits<std::uint32_t>::max();
    if (length <= tuning::letters_compared && are_sums_small)
        return join_by_balls<std::uint32_t>::make(given, workers, kernels, sources, targets, length, most_cost);
    return join_by_balls<std::uint64_t>::make(given, workers, kernels, sources, targets, length, most_cost);
}

} // namespace concord::substring
