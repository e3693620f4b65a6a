#include "problems/substring/cpu/join/join.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/join/ball_join.hpp"
#include "problems/substring/cpu/join/counted_targets.hpp"
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
    std::unique_ptr<ball_join> balls = balls_below(by_source.cost());
    if (!balls) {
        by_source.prepare(workers);
        balls = balls_below(by_source.cost());
    }
    const auto support_of = [&](std::size_t source, std::span<const std::uint32_t> near, workspace& work) {
        std::uint64_t alone = 0;
        std::uint64_t others = 0;
        for (const std::uint32_t target : near) {
            alone += counts.alone()[target];
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

    // Where windows are near to so many that it takes less to compare all that several windows of a sequence are.
    const bool runs_are_known =
        balls && counts.others() <= tuning::most_others_by_sequence * targets.size() &&
        (counts.others() == 0 || balls->take_sequences(counts.others_by_sequence(given.sequences()), workers));
    const double cost_of_runs = static_cast<double>(counts.others()) * tuning::cost_of_window_in_run;
    const auto is_near_itself = [&](std::size_t source) { // else it counts all the same
        const std::uint64_t position = sources.occurrences(source)[0].position;
        return given.set.next_ambiguous(position) >= position + windows.length &&
               windows.targets.any(position, position + 1);
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
        const auto add = [&](std::size_t source, std::uint64_t support) {
            if (support < given.support) return;
            for (const window_occurrence& at : sources.occurrences(source))
                supported.windows.push_back({at.sequence, at.position - given.offset(at.sequence), support});
        };
        const auto decide = [&](std::size_t source, std::span<const std::uint32_t> near) {
            add(source, support_of(source, near, work));
        };
        if (balls) {
            std::vector<std::size_t> members(last - first);
            std::iota(members.begin(), members.end(), first);
            const std::vector<std::uint64_t> most = balls->sums_of_near(members, counts.all());
            std::vector<std::size_t> by_runs;
            std::vector<std::size_t> one_by_one;
            for (std::size_t index = first; index < last; ++index) {
                if (1 + most[index - first] < given.support) continue;
                const bool is_counted =
                    runs_are_known &&
                    tuning::cost_of_counted_target * static_cast<double>(most[index - first]) > cost_of_runs &&
                    is_near_itself(balls->sources()[index]);
                (is_counted ? by_runs : one_by_one).push_back(index);
            }
            const std::vector<std::uint64_t> alone = balls->sums_of_near(by_runs, counts.alone());
            const std::vector<std::uint64_t> others =
                counts.others() > 0 ? balls->sequences_near(by_runs) : std::vector<std::uint64_t>(by_runs.size());
            for (std::size_t index = 0; index < by_runs.size(); ++index)
                add(balls->sources()[by_runs[index]], alone[index] + others[index]);
            for (std::size_t at = 0; at < one_by_one.size(); at += tuning::sources_decided_at_once) {
                const auto some = std::span(one_by_one)
                                      .subspan(at, std::min(tuning::sources_decided_at_once, one_by_one.size() - at));
                const std::vector<std::vector<std::uint32_t>> near = balls->near(some);
                for (std::size_t index = 0; index < some.size(); ++index)
                    decide(balls->sources()[some[index]], near[index]);
            }
        } else {
            by_source.find(first, last, work.near);
            for (std::size_t source = first; source < last; ++source)
                decide(source, work.near.near[source - first]);
        }
        return supported;
    });
}

} // namespace concord::substring
