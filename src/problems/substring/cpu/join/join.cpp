#include "problems/substring/cpu/join/join.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/join/ball_join.hpp"
#include "problems/substring/cpu/join/far_targets.hpp"
#include "problems/substring/cpu/join/near_windows.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/fold.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {
namespace {

/// Counts distinct sequences: a sequence is new where its stamp is not the current one.
class sequence_counter {
  public:
    explicit sequence_counter(std::uint64_t sequences) : stamps_(sequences, 0) {}

    void begin() {
        if (++current_ == 0) {
            std::fill(stamps_.begin(), stamps_.end(), 0);
            current_ = 1;
        }
        counted_ = 0;
    }
    void add(std::uint64_t sequence) {
        if (stamps_[sequence] == current_) return;
        stamps_[sequence] = current_;
        ++counted_;
    }
    [[nodiscard]] std::uint64_t counted() const noexcept { return counted_; }

  private:
    std::vector<std::uint32_t> stamps_;
    std::uint32_t current_ = 0;
    std::uint64_t counted_ = 0;
};

/// The occurrences of all distinct targets, so that those of many can be counted together. In most sequences no two
/// targets are near each other: of these sequences at most one occurrence is near a source, and their number is a sum.
/// The others are counted one by one, and so are those of sequences whose owner has targets in others, too.
class counted_targets {
  public:
    counted_targets(const problem& given, std::span<const std::uint64_t> owners, runtime::thread_pool& workers,
                    const candidate_windows& windows, const equal_windows& targets)
        : all_(targets.size()), alone_(targets.size(), 0), first_(targets.size() + 1, 0) {
        std::vector<std::uint8_t> is_simple(given.sequences(), 0);
        constexpr std::uint64_t sequences_of_task = 4096;
        const std::uint64_t tasks = (given.sequences() + sequences_of_task - 1) / sequences_of_task;
        workers.run(tasks, [&](std::size_t task, unsigned) {
            const std::uint64_t last = std::min((task + 1) * sequences_of_task, given.sequences());
            for (std::uint64_t sequence = task * sequences_of_task; sequence < last; ++sequence)
                is_simple[sequence] = no_two_are_near(given, windows, sequence) ? 1 : 0;
        });
        if (!owners.empty()) leave_to_owners(given, owners, windows, is_simple);
        const auto in_parts = [&](const auto& each) {
            runtime::for_parts(workers, targets.size(), tuning::least_windows_of_part,
                               [&](std::uint64_t first, std::uint64_t last) {
                                   for (std::uint64_t target = first; target < last; ++target)
                                       each(target, targets.occurrences(target));
                               });
        };
        in_parts([&](std::uint64_t target, std::span<const window_occurrence> all) {
            all_[target] = static_cast<std::uint32_t>(all.size());
            for (const window_occurrence& at : all)
                alone_[target] += is_simple[at.sequence];
            first_[target + 1] = all.size() - alone_[target];
        });
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        others_.resize(first_.back());
        in_parts([&](std::uint64_t target, std::span<const window_occurrence> all) {
            if (first_[target] == first_[target + 1]) return;
            std::size_t next = first_[target];
            for (const window_occurrence& at : all)
                if (is_simple[at.sequence] == 0) others_[next++] = owners.empty() ? at.sequence : owners[at.sequence];
        });
    }

    /// Occurrences, by target.
    [[nodiscard]] std::span<const std::uint32_t> all() const noexcept { return all_; }

    /// Occurrences in sequences that no other near target occurs in.
    [[nodiscard]] std::uint64_t alone(std::size_t target) const noexcept { return alone_[target]; }
    /// The sequences of the others, or their owners.
    [[nodiscard]] std::span<const std::uint64_t> others(std::size_t target) const noexcept {
        return {others_.data() + first_[target], others_.data() + first_[target + 1]};
    }

  private:
    static void leave_to_owners(const problem& given, std::span<const std::uint64_t> owners,
                                const candidate_windows& windows, std::vector<std::uint8_t>& is_simple) {
        const auto has_targets = [&](std::uint64_t sequence) {
            return windows.targets.any(given.offset(sequence), given.offset(sequence + 1));
        };
        std::vector<std::uint8_t> pieces(given.sequences(), 0); // of each owner that have targets: none, one, several
        for (std::uint64_t sequence = 0; sequence < owners.size(); ++sequence)
            if (pieces[owners[sequence]] < 2 && has_targets(sequence)) ++pieces[owners[sequence]];
        for (std::uint64_t sequence = 0; sequence < owners.size(); ++sequence)
            if (pieces[owners[sequence]] > 1) is_simple[sequence] = 0;
    }

    /// Two windows near one source are within twice as many mismatches of each other.
    static bool no_two_are_near(const problem& given, const candidate_windows& windows, std::uint64_t sequence) {
        constexpr std::size_t most = 32;
        std::array<std::uint64_t, most> positions{};
        std::size_t count = 0;
        bool are_few = true;
        const std::uint64_t offset = given.offset(sequence);
        windows.targets.for_each(offset, offset + given.length(sequence), [&](std::uint64_t position) {
            if (count < most)
                positions[count++] = position;
            else
                are_few = false;
        });
        for (std::size_t a = 0; a < count && are_few; ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (mismatches_within(given.letters, positions[a], positions[b], windows.length,
                                      2 * given.mismatches) <= 2 * given.mismatches)
                    return false;
        return are_few;
    }

    std::vector<std::uint32_t> all_;
    std::vector<std::uint64_t> alone_;
    std::vector<std::uint64_t> others_;
    std::vector<std::size_t> first_; ///< of each target in others_, and the end
};

struct workspace {
    explicit workspace(std::uint64_t sequences) : counter(sequences) {}

    sequence_counter counter;
    near_windows::workspace near;
};

} // namespace

longest_windows join(const problem& given, runtime::thread_pool& workers, const seed_kernels& kernels,
                     candidate_windows& windows, const equal_windows& sources, runtime::divided_among division) {
    return join_pieces(given, {}, workers, kernels, windows, sources, division);
}

longest_windows join_pieces(const problem& given, std::span<const std::uint64_t> owners, runtime::thread_pool& workers,
                            const seed_kernels& kernels, candidate_windows& windows, const equal_windows& sources,
                            runtime::divided_among division) {
    std::optional<equal_windows> other_targets; // than the sources
    if (windows.sources != windows.targets) {
        leave_out_far_targets(given, workers, kernels, sources, windows);
        other_targets.emplace(given, windows.targets, windows.length, workers);
    }
    const equal_windows& targets = other_targets ? *other_targets : sources;
    const counted_targets counts(given, owners, workers, windows, targets);
    near_windows by_source(given, kernels, sources, targets, windows.length);
    // Lists of pieces may be much longer than words of random letters say: then they are made in vain.
    const auto balls_below = [&](double cost) {
        return make_ball_join(given, workers, kernels, sources, targets, windows.length, cost);
    };
    std::unique_ptr<const ball_join> balls = balls_below(by_source.cost());
    if (!balls) {
        by_source.prepare(workers);
        balls = balls_below(by_source.cost());
    }
    const auto support_of = [&](std::size_t source, std::span<const std::uint32_t> near, workspace& work) {
        std::uint64_t alone = 0;
        std::uint64_t others = 0;
        for (const std::uint32_t target : near) {
            alone += counts.alone(target);
            others += counts.others(target).size();
        }
        if (1 + alone + others < given.support) return alone + others; // too few, however they are spread
        // The source counts even with ambiguous letters, when its own window is not near to it.
        const window_occurrence& own = sources.occurrences(source)[0];
        const bool is_near_itself = std::any_of(near.begin(), near.end(), [&](std::uint32_t target) {
            const std::span<const window_occurrence> all = targets.occurrences(target);
            return std::binary_search(all.begin(), all.end(), own,
                                      [](const auto& a, const auto& b) { return a.position < b.position; });
        });
        work.counter.begin();
        if (!is_near_itself) work.counter.add(owners.empty() ? own.sequence : owners[own.sequence]);
        for (const std::uint32_t target : near)
            for (const std::uint64_t sequence : counts.others(target))
                work.counter.add(sequence);
        return alone + work.counter.counted();
    };

    std::vector<std::unique_ptr<workspace>> of_worker(workers.threads());
    const std::size_t each = balls ? tuning::sources_in_balls_at_once : tuning::sources_joined_at_once;
    const runtime::step step{.name = "comparing",
                             .unit = "windows",
                             .count = (sources.size() + each - 1) / each,
                             .total = sources.size(),
                             .each = each,
                             .division = division};
    return runtime::fold<longest_windows>(workers, step, [&](std::size_t task, unsigned worker) {
        if (!of_worker[worker]) of_worker[worker] = std::make_unique<workspace>(given.sequences());
        workspace& work = *of_worker[worker];
        const std::size_t first = task * each;
        const std::size_t last = std::min(first + each, sources.size());
        longest_windows supported{windows.length, {}};
        const auto decide = [&](std::size_t source, std::span<const std::uint32_t> near) {
            const std::uint64_t support = support_of(source, near, work);
            if (support < given.support) return;
            for (const window_occurrence& at : sources.occurrences(source))
                supported.windows.push_back({at.sequence, at.position - given.offset(at.sequence), support});
        };
        if (balls) {
            const std::vector<std::uint64_t> most = balls->sums_of_near(first, last, counts.all());
            std::vector<std::size_t> undecided;
            const auto decide_these = [&] {
                const std::vector<std::vector<std::uint32_t>> near = balls->near(undecided);
                for (std::size_t index = 0; index < undecided.size(); ++index)
                    decide(balls->sources()[undecided[index]], near[index]);
                undecided.clear();
            };
            for (std::size_t index = first; index < last; ++index) {
                if (1 + most[index - first] < given.support) continue;
                undecided.push_back(index);
                if (undecided.size() == tuning::sources_decided_at_once) decide_these();
            }
            decide_these();
        } else {
            by_source.find(first, last, work.near);
            for (std::size_t source = first; source < last; ++source)
                decide(source, work.near.near[source - first]);
        }
        return supported;
    });
}

} // namespace concord::substring
