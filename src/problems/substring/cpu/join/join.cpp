#include "problems/substring/cpu/join/join.hpp"

#include "base/bits.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/join/ball_join.hpp"
#include "problems/substring/cpu/join/counted_targets.hpp"
#include "problems/substring/cpu/join/far_targets.hpp"
#include "problems/substring/cpu/join/near_windows.hpp"
#include "problems/substring/cpu/join/sampled_holders.hpp"
#include "problems/substring/join_tuning.hpp"
#include "runtime/fold.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {
namespace {

/// Counts distinct sequences: of few occurrences a sequence is new where its stamp is not the current one, of many a
/// bit is set for each.
class sequence_counter {
  public:
    explicit sequence_counter(std::uint64_t sequences) : sequences_(sequences) {}

    /// `most`: how many are added at most.
    void begin(std::uint64_t most) {
        counted_ = 0;
        are_bits_ = most >= sequences_ / tuning::sequences_of_counted_bit;
        if (are_bits_) return bits_.assign((sequences_ + 63) / 64, 0);
        if (stamps_.empty()) stamps_.assign(sequences_, 0);
        if (++current_ == 0) {
            std::fill(stamps_.begin(), stamps_.end(), 0);
            current_ = 1;
        }
    }
    void add(std::span<const std::uint64_t> sequences) {
        if (are_bits_) {
            for (const std::uint64_t sequence : sequences)
                bits_[sequence / 64] |= std::uint64_t{1} << sequence % 64;
            return;
        }
        for (const std::uint64_t sequence : sequences) {
            if (stamps_[sequence] == current_) continue;
            stamps_[sequence] = current_;
            ++counted_;
        }
    }
    [[nodiscard]] std::uint64_t counted() const {
        std::uint64_t sum = counted_;
        if (are_bits_)
            for (const std::uint64_t word : bits_)
                sum += base::count_ones(word);
        return sum;
    }

  private:
    std::uint64_t sequences_;
    bool are_bits_ = false;
    std::vector<std::uint64_t> bits_;
    std::vector<std::uint32_t> stamps_;
    std::uint32_t current_ = 0;
    std::uint64_t counted_ = 0;
};

/// Sources against targets: what is near to each by balls, or one source after the other.
class window_join {
  public:
    /// Refers to all of these. `owners` as join_pieces is given.
    window_join(const problem& given, std::span<const std::uint64_t> owners, runtime::thread_pool& workers,
                const seed_kernels& kernels, const candidate_windows& windows, const equal_windows& sources,
                const equal_windows& targets)
        : given_(given), owners_(owners), workers_(workers), windows_(windows), sources_(sources), targets_(targets),
          counts_(given, owners, workers, windows, targets), holders_(given, targets, workers),
          by_source_(given, kernels, sources, targets, windows.length), of_worker_(workers.threads()) {
        const auto balls_below = [&](double cost) {
            return make_ball_join(given, workers, kernels, sources, targets, windows.length, cost);
        };
        // Lists of pieces may be much longer than words of random letters say: then they are made in vain.
        // Few windows are near to each where they are found by what is not expected: to sample them would take longer.
        const bool are_few = by_source_.is_by_expectation();
        if (!are_few) balls_ = balls_below(by_source_.cost());
        if (!balls_) {
            by_source_.prepare(workers);
            if (!are_few) balls_ = balls_below(by_source_.cost());
        }
        runs_are_known_ =
            balls_ && counts_.others() <= tuning::most_others_by_sequence * targets.size() &&
            (counts_.others() == 0 || balls_->take_sequences(counts_.others_by_sequence(given.sequences()), workers));
    }

    /// All sources that have the support.
    [[nodiscard]] longest_windows supported(runtime::divided_among division) {
        const std::size_t each = balls_ ? tuning::sources_in_balls_at_once : tuning::sources_joined_at_once;
        const runtime::step step{.name = "comparing",
                                 .unit = "windows",
                                 .count = (sources_.size() + each - 1) / each,
                                 .total = sources_.size(),
                                 .each = each,
                                 .division = division};
        return runtime::fold<longest_windows>(workers_, step, [&](std::size_t task, unsigned worker) {
            if (!of_worker_[worker]) of_worker_[worker] = std::make_unique<workspace>(given_.sequences());
            const std::size_t first = task * each;
            const std::size_t last = std::min(first + each, sources_.size());
            longest_windows found{windows_.length, {}};
            balls_ ? ask_balls(first, last, *of_worker_[worker], found)
                   : ask_one_by_one(first, last, *of_worker_[worker], found);
            return found;
        });
    }

  private:
    struct workspace {
        explicit workspace(std::uint64_t sequences) : counter(sequences) {}

        sequence_counter counter;
        near_windows::workspace near;
    };

    void ask_one_by_one(std::size_t first, std::size_t last, workspace& work, longest_windows& found) const {
        by_source_.find(first, last, work.near);
        for (std::size_t source = first; source < last; ++source)
            add(source, support_of(source, work.near.near[source - first], work), found);
    }

    /// Of the members [first, last) of the balls, those that a sum of occurrences leaves are counted sequence by
    /// sequence.
    void ask_balls(std::size_t first, std::size_t last, workspace& work, longest_windows& found) const {
        std::vector<std::size_t> members(last - first);
        std::iota(members.begin(), members.end(), first);
        const std::vector<std::uint64_t> most = balls_->sums_of_near(members, counts_.all());
        std::vector<std::size_t> by_runs;
        std::vector<std::size_t> by_visits;
        for (const std::size_t member : members)
            if (1 + most[member - first] >= given_.support)
                (are_runs_better(balls_->sources()[member], most[member - first]) ? by_runs : by_visits)
                    .push_back(member);
        count_runs(by_runs, found);
        for (std::size_t at = 0; at < by_visits.size(); at += tuning::sources_decided_at_once) {
            const std::size_t count = std::min(tuning::sources_decided_at_once, by_visits.size() - at);
            visit(std::span(by_visits).subspan(at, count), work, found);
        }
    }

    /// Whether it takes less to compare all windows of sequences with several near each other than to visit those near
    /// to a source, of which there are so many. A source that is not near to itself counts all the same: it is visited.
    [[nodiscard]] bool are_runs_better(std::size_t source, std::uint64_t near) const {
        const double comparing = static_cast<double>(counts_.others()) * tuning::cost_of_window_in_run;
        if (!runs_are_known_ || tuning::cost_of_counted_target * static_cast<double>(near) <= comparing) return false;
        const std::uint64_t position = sources_.occurrences(source)[0].position;
        return given_.set.next_ambiguous(position) >= position + windows_.length &&
               windows_.targets.any(position, position + 1);
    }

    void count_runs(std::span<const std::size_t> members, longest_windows& found) const {
        const std::vector<std::uint64_t> alone = balls_->sums_of_near(members, counts_.alone());
        const std::vector<std::uint64_t> others =
            counts_.others() > 0 ? balls_->sequences_near(members) : std::vector<std::uint64_t>(members.size());
        for (std::size_t index = 0; index < members.size(); ++index)
            add(balls_->sources()[members[index]], alone[index] + others[index], found);
    }

    void visit(std::span<const std::size_t> members, workspace& work, longest_windows& found) const {
        const std::vector<std::vector<std::uint32_t>> near = balls_->near(members);
        for (std::size_t index = 0; index < members.size(); ++index) {
            const std::size_t source = balls_->sources()[members[index]];
            add(source, support_of(source, near[index], work), found);
        }
    }

    void add(std::size_t source, std::uint64_t support, longest_windows& found) const {
        if (support < given_.support) return;
        for (const window_occurrence& at : sources_.occurrences(source))
            found.windows.push_back({at.sequence, at.position - given_.offset(at.sequence), support});
    }

    /// By the targets near to a source; less than the support where it does not have it.
    [[nodiscard]] std::uint64_t support_of(std::size_t source, std::span<const std::uint32_t> near,
                                           workspace& work) const {
        std::uint64_t alone = 0;
        std::uint64_t others = 0;
        for (const std::uint32_t target : near) {
            alone += counts_.alone()[target];
            others += counts_.others(target).size();
        }
        if (1 + alone + others < given_.support) return alone + others; // too few, however they are spread
        const window_occurrence& own = sources_.occurrences(source)[0];
        if (others > 0 && owners_.empty() && !holders_.may_have_support(own.sequence, near)) return 0;
        // The source counts even with ambiguous letters, when its own window is not near to it.
        const bool is_near_itself = std::any_of(near.begin(), near.end(), [&](std::uint32_t target) {
            const std::span<const window_occurrence> all = targets_.occurrences(target);
            return std::binary_search(all.begin(), all.end(), own,
                                      [](const auto& a, const auto& b) { return a.position < b.position; });
        });
        work.counter.begin(1 + others);
        const std::uint64_t itself = owners_.empty() ? own.sequence : owners_[own.sequence];
        if (!is_near_itself) work.counter.add({&itself, 1});
        for (const std::uint32_t target : near)
            work.counter.add(counts_.others(target));
        return alone + work.counter.counted();
    }

    const problem& given_;
    std::span<const std::uint64_t> owners_;
    runtime::thread_pool& workers_;
    const candidate_windows& windows_;
    const equal_windows& sources_;
    const equal_windows& targets_;
    counted_targets counts_;
    sampled_holders holders_;
    near_windows by_source_;
    std::unique_ptr<ball_join> balls_; ///< null: one source after the other
    bool runs_are_known_ = false;      ///< whether the balls have the targets of sequences with several near each other
    std::vector<std::unique_ptr<workspace>> of_worker_;
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
    return window_join(given, owners, workers, kernels, windows, sources, other_targets ? *other_targets : sources)
        .supported(division);
}

} // namespace concord::substring
