// The plan of search_plan.hpp on a machine that does many equal steps at once (gpu/device_windows.hpp): a GPU, or in
// tests the host.
//
// Whether a window of L letters has the support is decided for all windows of a set together, one length at a time. A
// decision takes at least some launches, so the climb takes 1, 2, 4 … letters, and then bisects.
#pragma once

#include "problems/substring/gpu/filter.hpp"
#include "problems/substring/gpu/gpu_search.hpp"
#include "problems/substring/gpu/piece_bounds.hpp"
#include "problems/substring/gpu/representatives.hpp"
#include "problems/substring/gpu/support_counter.hpp"
#include "problems/substring/search_plan.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace concord::substring {

/// The processes that work on a search together.
struct search_division {
    runtime::striped_division ranks{}; ///< they make the same calls and share what is long
    shard part{};                      ///< the sources are those of this shard alone
    checkpointed_counts kept{};        ///< for a run that goes on when this process has ended
};

template <class Machine>
class gpu_executor {
  public:
    using windows = machine_windows<Machine>;
    using set_of_windows = std::shared_ptr<const windows>;

    struct window_sets {
        set_of_windows sources;
        set_of_windows targets;
    };

    /// The windows that have the support.
    struct reached {
        typename support_counter<Machine>::supported found;
        set_of_windows targets; ///< that may support them or longer ones

        [[nodiscard]] bool any() const { return found.set.count > 0; }
        [[nodiscard]] std::uint64_t length() const { return found.set.length; }
    };

    static constexpr unsigned most_raises = 1;
    static constexpr std::uint64_t growth_of_climb = 2;

    /// `notes`: what was chosen and why is added here.
    gpu_executor(Machine& machine, const problem& given, std::uint64_t tile, std::vector<std::string>& notes,
                 filtering filter = filtering::automatic, const search_division& division = {})
        : machine_(machine), given_(given), input_(machine, given), representatives_(input_, division.part),
          counter_(input_, tile, division.ranks, division.kept, filter == filtering::always), filter_(input_, tile),
          pieces_(input_), filtering_(filter), notes_(notes) {}

    // sample: some windows against all

    [[nodiscard]] std::uint64_t known_reach() const { return 0; }
    [[nodiscard]] longest_windows answer_of(const poll& asked, std::uint64_t longest) {
        constexpr std::uint64_t tolerance = 2; // letters: more windows of the polled are near a shorter length
        std::vector<std::uint8_t> member(given_.sequences(), 0);
        for (std::uint64_t index = 0; index < asked.sequences; ++index)
            member[asked.sequence(index, given_)] = 1;
        const auto members = input_.copy_of(member.data(), member.size());
        if (representatives_.some_are_equal())
            machine_.for_each(member.size(), keep_representatives{representatives_.mask(), members.data()});
        const auto decide_at = [&](std::uint64_t length) {
            const set_of_windows all = shared(input_.windows(length, members.data()));
            return reached{counter_.count(all, all, asked.support, nullptr, true), all};
        };
        for (std::uint64_t length = longest, end = longest + 1;; end = std::exchange(length, next_lower(length))) {
            if (reached best = decide_at(length); best.any())
                return windows_of_representatives(bisected(std::move(best), end, tolerance, decide_at).found);
            if (length == given_.min_length) return {};
        }
    }

    [[nodiscard]] std::uint64_t reach_of_likely(const longest_windows& guess, std::uint64_t length, std::uint64_t end) {
        if (guess.windows.empty()) return reach_of_sample(length, end);
        std::vector<std::uint64_t> positions;
        for (const window& each : guess.windows)
            positions.push_back(given_.offset(each.sequence) + each.start);
        windows likely = input_.at(guess.length, positions);
        if (likely.count > tuning::sampled_windows) likely = input_.sample(likely, tuning::sampled_windows);
        reached best = decide(shared(input_.shortened(likely, guess.length - length)), all_representatives(length));
        if (!best.any()) return 0;
        climb(*this, best, end);
        return best.length();
    }

    [[nodiscard]] std::uint64_t reach_of_sample(std::uint64_t length, std::uint64_t end) {
        const auto decide_at = [&](std::uint64_t tried) {
            const set_of_windows all = all_representatives(tried);
            return decide(shared(input_.sample(*all, tuning::sampled_windows)), all);
        };
        reached best = decide_at(length);
        return best.any() ? bisected(std::move(best), end, 1, decide_at).length() : 0;
    }

    [[nodiscard]] std::uint64_t next_lower(std::uint64_t length) const {
        return given_.min_length + (length - given_.min_length) / 2;
    }

    // bound

    [[nodiscard]] window_sets all_windows(std::uint64_t length) {
        const set_of_windows all = all_representatives(length);
        window_sets sets{all, all};
        if (representatives_.are_divided()) sets.sources = shared(input_.windows(length, representatives_.of_shard()));
        if (filtering_ == filtering::never) return sets;
        const piece_words words = pieces_.plan(length, filtering_ == filtering::always);
        if (words.letters == 0 || !pieces_pay(words, sets)) return sets;
        missed_ = pieces_.drop(words, given_.support, representatives_.mask(), representatives_.copies(), sets.sources,
                               sets.targets);
        all_targets_ = all;
        note("length " + std::to_string(length) + ", words of " + std::to_string(words.letters) +
             " letters: " + std::to_string(sets.sources->count) + " windows may have the support, " +
             std::to_string(sets.targets->count) + " may give it");
        return sets;
    }
    [[nodiscard]] window_counts counts(const window_sets& sets) const {
        return {sets.sources->length, sets.sources->count, sets.targets->count};
    }

    // filter

    [[nodiscard]] std::uint64_t first_filter_level(const window_sets& sets) const {
        if (filtering_ == filtering::never) return 0;
        if (filtering_ == filtering::always) return 1;
        const window_counts all = counts(sets);
        for (std::uint64_t intact = 1; is_filter_level(given_, all.length, intact); ++intact)
            if (agreeing_by_chance(given_, all.length, all.targets, intact) < static_cast<double>(given_.support) / 2)
                return costs_little(sets, intact) ? intact : 0;
        return 0;
    }
    [[nodiscard]] bool filter_pays(const window_sets& sets, std::uint64_t intact) {
        promising_ = {};
        if (filtering_ == filtering::always) return intact <= 3;
        if (rest_.of != sets.sources)
            rest_ = {sets.sources, counter_.seconds_of_distinct(*sets.sources, *sets.targets)};
        last_level_seconds_ = filter_.seconds(intact, *sets.sources, *sets.targets);
        return last_level_seconds_ <= rest_.seconds / 4;
    }
    void filter(window_sets& sets, std::uint64_t intact) {
        promising_ =
            filter_.run(intact, given_.support - missed_, representatives_.copies(), sets.sources, sets.targets);
    }
    /// Or so little beside what is left that further levels are tried all the same: of windows in runs of a letter one
    /// drops a few.
    [[nodiscard]] bool dropped_much(const window_sets& sets) {
        const double before =
            std::exchange(rest_, {sets.sources, counter_.seconds_of_distinct(*sets.sources, *sets.targets)}).seconds;
        return rest_.seconds <= 0.9 * before || last_level_seconds_ <= tuning::level_beside_rest * rest_.seconds;
    }
    /// By those windows that have the greatest bounds.
    [[nodiscard]] bool raise_by_sample(window_sets& sets) {
        const windows sample = std::exchange(promising_, {});
        if (sample.count == 0) return false;
        std::uint64_t by = 0;
        for (std::uint64_t step = 1;; step *= 2) {
            // Single windows have no neighbours to be lengthened with: more letters are tried from the same starts.
            const set_of_windows longer = shared(input_.stretched(sample, by + step));
            if (longer->count == 0) break;
            if (!decide(longer, shared(input_.lengthened(*sets.targets, by + step))).any()) break;
            by += step;
        }
        if (by == 0) return false;
        // What holds a longer source without a target that is left holds the shorter one that begins it.
        sets = {shared(input_.lengthened(*sets.sources, by)),
                shared(all_targets_ ? input_.stretched(*sets.targets, by) : input_.lengthened(*sets.targets, by))};
        return true;
    }

    // grow: on a CPU (cpu/growth/pattern_growth.hpp), before a GPU is asked

    [[nodiscard]] std::optional<longest_windows> grow_if_cheaper() const { return std::nullopt; }
    [[nodiscard]] std::optional<longest_windows> grow_if_cheaper(const window_sets&) const { return std::nullopt; }

    // compare: an upper bound of the support is good enough, and quicker

    template <class All>
    [[nodiscard]] std::optional<longest_windows> scan_if_cheaper(const All&) const {
        return std::nullopt; // a machine decides one length at a time
    }
    [[nodiscard]] reached compare(window_sets&& sets) {
        window_sets taken = std::move(sets); // their memory is given back before the next step
        rest_ = {};
        if (all_targets_) ask_all_targets(taken);
        if (const std::uint64_t by = letters_to_raise(*taken.sources, *taken.targets); by > 0)
            taken = {shared(input_.lengthened(*taken.sources, by)), shared(input_.lengthened(*taken.targets, by))};
        reached best{counter_.count(taken.sources, taken.targets, given_.support, representatives_.copies(), true),
                     taken.targets};
        note(std::to_string(best.found.set.count) + " windows of " + std::to_string(best.length()) +
             (best.found.is_exact ? " letters have the support" : " letters may have the support, by an upper bound"));
        const std::uint64_t by = letters_to_raise(best.found.set, *best.targets);
        return by > 0 ? compare_longer(best, by) : std::move(best);
    }

    // climb

    [[nodiscard]] reached compare_longer(const reached& best, std::uint64_t by) {
        const set_of_windows sources = shared(input_.lengthened(best.found.set, by));
        if (sources->count == 0) return {};
        return decide(sources, shared(input_.lengthened(*best.targets, by)));
    }

    // settle

    [[nodiscard]] reached settle(reached&& best) {
        if (best.found.is_exact) return std::move(best);
        return decide(shared(std::move(best.found.set)), best.targets);
    }

    [[nodiscard]] longest_windows list(const reached& best) {
        note(std::to_string(best.found.set.count) + " windows of " + std::to_string(best.length()) +
             " letters have the support");
        longest_windows all = windows_of_representatives(best.found);
        if (representatives_.some_are_equal()) representatives_.add_copies(input_, all);
        return all;
    }

    // candidates: by bisection of the lengths, for all sequences together

    [[nodiscard]] std::uint64_t representative_of(std::uint64_t sequence) {
        if (!representatives_.some_are_equal()) return sequence;
        if (representative_of_.empty()) representative_of_ = representatives_.of_each(input_);
        return representative_of_[sequence];
    }
    [[nodiscard]] bool is_ours(std::uint64_t sequence) {
        return representatives_.is_of_shard(representative_of(sequence));
    }
    void find_candidates(const std::vector<std::uint64_t>& sequences, std::uint64_t longest,
                         std::vector<substring_candidate>& candidates) {
        narrow_down(sequences, given_.min_length, longest, candidates);
    }

    void note(const std::string& text) {
        const std::chrono::duration<double> since = std::chrono::steady_clock::now() - begin_;
        notes_.push_back(std::to_string(since.count()) + " s: " + text);
    }

  private:
    static set_of_windows shared(windows&& set) { return std::make_shared<const windows>(std::move(set)); }

    [[nodiscard]] set_of_windows all_representatives(std::uint64_t length) const {
        return shared(input_.windows(length, representatives_.mask()));
    }

    /// Whether words of pieces take little beside what they may save: a level of the filter, or the comparison.
    [[nodiscard]] bool pieces_pay(const piece_words& words, const window_sets& sets) const {
        if (filtering_ == filtering::always) return true;
        const std::uint64_t level = first_filter_level(sets);
        if (level > 0) return words.cost < filter_.seconds(level, *sets.sources, *sets.targets);
        return words.cost <
               counter_.estimates().seconds_of_all(*sets.sources, *sets.targets) * tuning::pieces_beside_comparison;
    }
    /// Of sources that may have the support by the targets that are left: by all of them.
    void ask_all_targets(window_sets& sets) {
        auto some =
            counter_.count(sets.sources, sets.targets, given_.support - missed_, representatives_.copies(), true);
        sets.targets = all_representatives(some.set.length);
        note(std::to_string(some.set.count) + " windows may have the support with rare pieces");
        sets.sources = shared(std::move(some.set));
        all_targets_.reset();
        missed_ = 0;
    }

    /// By so many letters some longer windows that lie in these have the support, too: where these are many, to compare
    /// all of them for each length of a climb takes long.
    [[nodiscard]] std::uint64_t letters_to_raise(const windows& set, const windows& targets) {
        if (filtering_ != filtering::always &&
            (set.count < tuning::least_windows_raised ||
             counter_.seconds_of_distinct(set, targets) < tuning::seconds_worth_raising))
            return 0;
        const auto is_reached = [&](std::uint64_t by) {
            const windows longer = input_.lengthened(set, by);
            if (longer.count == 0) return false;
            const set_of_windows some = shared(input_.sample(longer, tuning::windows_that_raise));
            return decide(some, shared(input_.lengthened(targets, by))).any();
        };
        std::uint64_t by = 0;
        std::uint64_t end = 1;
        for (; is_reached(end); end *= 2)
            by = end;
        while (end - by > 1) {
            const std::uint64_t middle = by + (end - by) / 2;
            (is_reached(middle) ? by : end) = middle;
        }
        if (by > 0) note("a sample of those reaches " + std::to_string(set.length + by));
        return by;
    }

    /// Which of the sources have the support among the targets.
    [[nodiscard]] reached decide(const set_of_windows& sources, const set_of_windows& targets) {
        machine_.check();
        return {counter_.count(sources, targets, given_.support, representatives_.copies()), targets};
    }

    /// From what is reached to a greater length below `end` that is, less than `tolerance` below one that is not.
    template <class DecideAt>
    [[nodiscard]] static reached bisected(reached&& best, std::uint64_t end, std::uint64_t tolerance,
                                          DecideAt decide_at) {
        while (end - best.length() > tolerance) {
            const std::uint64_t middle = best.length() + (end - best.length()) / 2;
            if (reached further = decide_at(middle); further.any())
                best = std::move(further);
            else
                end = middle;
        }
        return std::move(best);
    }

    /// Less than a quarter of the comparison that it may save.
    [[nodiscard]] bool costs_little(const window_sets& sets, std::uint64_t intact) const {
        return filter_.seconds(intact, *sets.sources, *sets.targets) <=
               counter_.estimates().seconds_of_all(*sets.sources, *sets.targets) / 4;
    }

    /// From a set on the machine to windows on the host, in order, with their supports.
    [[nodiscard]] longest_windows
    windows_of_representatives(const typename support_counter<Machine>::supported& found) const {
        const std::uint64_t count = found.set.count;
        longest_windows all{found.set.length, {}};
        if (count == 0) return all;
        all.windows.reserve(count + count / 8); // and room for copies, which takes no memory before it is written
        all.windows.resize(count);
        const std::uint64_t at_once = std::clamp<std::uint64_t>(machine_.free_memory() / 4 / sizeof(window), 1, count);
        const auto listed = machine_.template make<window>(at_once);
        for (std::uint64_t first = 0; first < count; first += at_once) {
            machine_.for_each(input_.words(),
                              list_supported{input_.letters(), found.counted->view(), found.supports.data(),
                                             found.set.view(), first, at_once, listed.data()});
            machine_.get(all.windows.data() + first, listed.data(), std::min(at_once, count - first));
        }
        return all;
    }

    /// Settles the sequences, whose candidates have `lowest` to `highest` letters or are none.
    void narrow_down(const std::vector<std::uint64_t>& sequences, std::uint64_t lowest, std::uint64_t highest,
                     std::vector<substring_candidate>& candidates) {
        if (sequences.empty() || lowest > highest) return;
        const std::uint64_t length = lowest + (highest - lowest) / 2;
        std::vector<std::uint8_t> member(given_.sequences(), 0);
        for (const std::uint64_t sequence : sequences)
            member[sequence] = 1;
        longest_windows found;
        {
            const auto members = input_.copy_of(member.data(), member.size());
            window_sets sets{shared(input_.windows(length, members.data())), all_representatives(length)};
            filter_by_blocks(given_, *this, sets, false);
            found = windows_of_representatives(decide(sets.sources, sets.targets).found);
        }
        for (const window& each : found.windows) { // in order: the first of a sequence is its leftmost
            substring_candidate& best = candidates[each.sequence];
            if (best.length < length) best = {each.sequence, each.start, length, each.support};
        }
        std::vector<std::uint64_t> further;
        std::vector<std::uint64_t> back;
        for (const std::uint64_t sequence : sequences)
            (candidates[sequence].length >= length ? further : back).push_back(sequence);
        narrow_down(further, length + 1, highest, candidates);
        if (length > 0) narrow_down(back, lowest, length - 1, candidates);
    }

    Machine& machine_;
    const problem& given_;
    device_windows<Machine> input_;
    representatives<Machine> representatives_;
    support_counter<Machine> counter_;
    window_filter<Machine> filter_;
    piece_bounds<Machine> pieces_;
    set_of_windows all_targets_; ///< while words of pieces have left only some of them
    std::uint64_t missed_ = 0;   ///< sequences that others than these may add to a support
    filtering filtering_;
    std::vector<std::string>& notes_;
    double last_level_seconds_ = 0; ///< of the filter, by an estimate
    windows promising_;             ///< of the sources that the last level of the filter left
    /// Of a comparison that a level of the filter may save.
    struct {
        set_of_windows of; ///< the sources
        double seconds = 0;
    } rest_;
    std::vector<std::uint32_t> representative_of_; ///< of each sequence, on the host; read when first needed
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

} // namespace concord::substring
