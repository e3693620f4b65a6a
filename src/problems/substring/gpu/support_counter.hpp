// How many sequences support each window of a set: seeds of the sources against positions of the targets.
//
//   upper bound   every near position counts                       quick, and nearly always the support itself
//   exact         each target once: remembered in a row of bits for each window where there is memory for the rows,
//                 else looked up among its positions
//   words         distinct windows as a trie, along which each sequence is walked: exact, for few of many sequences
//   balls         words that begin alike against the union of the balls around a sequence's windows: exact, for short
//                 words
//   diagonals     counters that need no seeds, also exact: for short windows, or many mismatches, of short sequences
//
// Of equal windows one is counted, where they are many (distinct_windows.hpp).
//
// Long comparisons are done in parts of their sources, and a checkpoint keeps what they have counted so far; the rest
// of a search takes moments, and is repeated by a run that goes on.
#pragma once

#include "problems/substring/gpu/ball_unions.hpp"
#include "problems/substring/gpu/checkpointed_counts.hpp"
#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/diagonals.hpp"
#include "problems/substring/gpu/distinct_windows.hpp"
#include "problems/substring/gpu/likely_sources.hpp"
#include "problems/substring/gpu/seed_comparison.hpp"
#include "problems/substring/gpu/seed_estimates.hpp"
#include "problems/substring/gpu/sorted_words.hpp"
#include "problems/substring/gpu/support_costs.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/distributed/partition.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace concord::substring {

template <class Machine>
class support_counter {
  public:
    using windows = machine_windows<Machine>;

    /// `tile` bounds what is compared at a time (0: chosen here); it changes no answer. `ranks`: processes that share
    /// long comparisons; their machines have the same speed() and the same free_memory(). `kept`: where counts are
    /// kept. `always_bounded`: few windows, too, are bounded before they are counted; for tests.
    support_counter(const device_windows<Machine>& input, std::uint64_t tile,
                    const runtime::striped_division& ranks = {}, const checkpointed_counts& kept = {},
                    bool always_bounded = false)
        : input_(input), estimates_(input, always_bounded), tile_(tile), ranks_(ranks), kept_(kept),
          always_bounded_(always_bounded) {}

    /// Those of the sources that at least `support` sequences support, themselves included, and by how many.
    struct supported {
        std::shared_ptr<const windows> counted;
        array_of<Machine, std::uint32_t> supports; ///< by rank in `counted`; exact for those of the set, or bounds
        windows set;
        bool is_exact = true;
    };

    /// Both sets are of one length; they may be one. `copies`, by sequence on the machine: how many it represents, 0
    /// where another represents it; null: one each. `about`: an upper bound of the supports is good enough. Memory: at
    /// most half of what the machine has free.
    [[nodiscard]] supported count(const std::shared_ptr<const windows>& sources,
                                  const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                  const std::uint32_t* copies, bool about = false) const {
        return count_likely(likely(sources, targets, support, copies), targets, support, copies, about);
    }

    /// Of a comparison of all sources with all targets.
    [[nodiscard]] const seed_estimates<Machine>& estimates() const noexcept { return estimates_; }

    /// Seconds of it where equal sources are counted once, as far as it pays to find out.
    [[nodiscard]] double seconds_of_distinct(const windows& sources, const windows& targets) const {
        const double all = seconds_with_near(sources, targets);
        if (all <= 4 * seconds_of_grouping(sources)) return all;
        return std::min(all, seconds_with_near(*distinct(input_, sources).set(), targets));
    }

  private:
    using task = counting_task<Machine>;
    using distinct = distinct_windows<Machine>;

    /// Seconds of a comparison, with what it takes to follow seeds and positions that are near: which share is, a
    /// sample tells. Runs of a letter are near to each other in numbers that no estimate by chance knows.
    [[nodiscard]] double seconds_with_near(const windows& sources, const windows& targets) const {
        const double compared = estimates_.seconds(sources, targets);
        if (are_few_pairs(sources, targets, always_bounded_)) return compared;
        const auto some = std::make_shared<const windows>(input_.sample(sources, tuning::sources_asked_for_near));
        const auto others = std::make_shared<const windows>(input_.sample(targets, tuning::targets_asked_for_near));
        const supported near = of_manner(counting::pairs, some, others, 1, nullptr);
        const double found = input_.read(near.supports, 1)[0] - 1.0;
        const seed_plan asked = estimates_.plan_for(*some, *others);
        const double by_chance =
            asked.pairs * chance_of_survival(asked.letters, asked.limit, input_.given().chance_match);
        const seed_plan plan = estimates_.plan_for(sources, targets);
        const auto starts = static_cast<double>(plan.lead(sources.length) + 1);
        const seed_costs& costs = tuning::costs_of_a_gpu;
        const double followed = (costs.survivor + costs.survivor_start * starts) * tuning::followed_of_many;
        const double pairs = plan.pairs * (&sources == &targets ? 0.5 : 1.0);
        // What repeats itself shares pieces, too.
        const bool repeats = found > tuning::near_by_repetition * by_chance + tuning::near_by_luck;
        return (repeats ? estimates_.seconds_of_all(sources, targets) : compared) +
               found / asked.pairs * followed * pairs / input_.machine().speed().tests;
    }

    /// Those of the sources that may have the support, by bounds that take little beside a comparison.
    [[nodiscard]] std::shared_ptr<const windows> likely(const std::shared_ptr<const windows>& sources,
                                                        const std::shared_ptr<const windows>& targets,
                                                        std::uint64_t support, const std::uint32_t* copies) const {
        likely_sources<Machine> left(input_, sources, targets, copies, always_bounded_);
        left.drop_by_places(support, [&] { return seconds_of_distinct(*left.sources(), *targets); });
        left.drop_by_sequences(support, [&](const std::shared_ptr<const windows>& some, std::uint64_t support_of_some) {
            return std::move(count_likely(left.sources(), some, support_of_some, copies, false).set);
        });
        return left.sources();
    }

    [[nodiscard]] supported count_likely(const std::shared_ptr<const windows>& sources,
                                         const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                         const std::uint32_t* copies, bool about) const {
        const double compared = seconds_with_near(*sources, *targets);
        if (const auto few = distinct_if_cheaper(*sources, *targets, compared)) {
            const supported counted = count_distinct(*few, sources == targets, targets, support, copies, about);
            auto supports = few->spread(*counted.counted, counted.supports.data());
            windows set = input_.at_least(*sources, supports.data(), support);
            return {sources, std::move(supports), std::move(set), counted.is_exact};
        }
        const double by_windows = compared + seconds_of_looking_up(*sources, *targets, support, about);
        if (auto counted = by_words_if_cheaper(sources, targets, by_windows, support, copies))
            return std::move(*counted);
        return count_each(sources, targets, compared, support, copies, about, nullptr);
    }

    /// Seconds of finding the distinct ones of a set; infinite where there is no room for that.
    [[nodiscard]] double seconds_of_grouping(const windows& set) const {
        const machine_speed speed = input_.machine().speed();
        if (set.count > std::min(distinct::most_windows, input_.machine().free_memory() / 2 / distinct::bytes_each))
            return std::numeric_limits<double>::infinity();
        return static_cast<double>(set.count) * tuning::lookups_of_grouping / speed.lookups + 10 * speed.step;
    }

    /// The distinct ones of the sources, where to find them and to count only these is estimated to be cheaper: where t
    /// is a large share of the sequences, equal windows are many. The same for all ranks.
    [[nodiscard]] std::optional<distinct> distinct_if_cheaper(const windows& sources, const windows& targets,
                                                              double compared) const {
        const double all = std::min(compared, seconds_along_diagonals(sources, targets));
        if (all <= 4 * seconds_of_grouping(sources)) return std::nullopt;
        std::optional<distinct> found(std::in_place, input_, sources);
        // Windows that stand alone need more seeds, but what half as many are near to is followed half as often.
        const windows& few = *found->set();
        const double rest = std::min(seconds_with_near(few, targets), seconds_along_diagonals(few, targets));
        if (rest > all / 2 && (rest > 1.5 * all || few.count > sources.count / 2)) return std::nullopt;
        return found;
    }

    [[nodiscard]] std::optional<supported> by_words_if_cheaper(const std::shared_ptr<const windows>& set,
                                                               const std::shared_ptr<const windows>& targets,
                                                               double compared, std::uint64_t support,
                                                               const std::uint32_t* copies) const {
        const double by_windows = std::min(compared, seconds_along_diagonals(*set, *targets));
        const auto counted = [&](array_of<Machine, std::uint32_t> supports) {
            windows found = input_.at_least(*set, supports.data(), support);
            return supported{set, std::move(supports), std::move(found)};
        };
        // What takes so long that a checkpoint keeps parts of it is left to the ways that have parts.
        const auto is_bearable = [&](double seconds, double most) {
            return seconds <= most && !kept_.keeps(seconds * input_.machine().speed().tests);
        };
        const double walked_at_least =
            sorted_words<Machine>::seconds(input_, set->length, static_cast<double>(set->count));
        const double united_at_most = ball_unions<Machine>::seconds(input_, *set, *targets);
        std::optional<sorted_words<Machine>> walked;
        if (walked_at_least <= std::min(by_windows / 2, united_at_most)) walked.emplace(input_, *set);
        const double by_walks = walked ? walked->seconds() : std::numeric_limits<double>::infinity();
        if (united_at_most <= std::min(by_windows / 2, by_walks)) {
            const ball_unions<Machine> words(input_, *set);
            if (is_bearable(words.seconds(*targets), by_windows))
                return counted(words.supports(*targets, support, copies, ranks_));
        }
        if (!walked && walked_at_least <= by_windows / 2) walked.emplace(input_, *set);
        if (!walked || !is_bearable(walked->seconds(), by_windows)) return std::nullopt;
        return counted(walked->supports(*targets, copies, ranks_));
    }

    /// `are_targets`: they are the distinct ones of the targets, too.
    [[nodiscard]] supported count_distinct(const distinct& sources, bool are_targets,
                                           const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                           const std::uint32_t* copies, bool about) const {
        const std::shared_ptr<const windows>& set = sources.set();
        const double compared = seconds_with_near(*set, *targets);
        const double by_windows = compared + seconds_of_looking_up(*set, *targets, support, about);
        if (auto counted = by_words_if_cheaper(set, targets, by_windows, support, copies)) return std::move(*counted);
        return count_each(set, targets, compared, support, copies, about, are_targets ? &sources : nullptr);
    }

    [[nodiscard]] supported count_each(const std::shared_ptr<const windows>& sources,
                                       const std::shared_ptr<const windows>& targets, double compared,
                                       std::uint64_t support, const std::uint32_t* copies, bool about,
                                       const distinct* of_targets) const {
        const double looked_up = seconds_of_looking_up(*sources, *targets, support, about);
        if (seconds_along_diagonals(*sources, *targets) < compared + looked_up)
            return by_diagonals(sources, targets, support, copies);
        const bool at_once = is_exact_at_once(*sources, *targets, support, about);
        if (at_once || (!about && sources->count <= tuning::few_windows))
            return exact(sources, targets, support, copies);
        supported bound = bounded(sources, targets, compared, support, copies, of_targets);
        if (about || bound.set.count == 0) return bound;
        if (2 * bound.set.count > sources->count) return exact(sources, targets, support, copies);
        return exact(std::make_shared<const windows>(std::move(bound.set)), targets, support, copies);
    }

    /// First all positions are counted, and only windows whose upper bound is the support or more are counted exactly,
    /// unless by chance all have it, or targets have many positions.
    [[nodiscard]] bool is_exact_at_once(const windows& sources, const windows& targets, std::uint64_t support,
                                        bool about) const {
        const bool many_letters = input_.given().set.letters() > 0x7FFFFFFF; // more positions than 32 bits count
        return many_letters || !few_positions_each(sources, targets) ||
               (!about && near_by_chance(input_.given(), targets) >= static_cast<double>(support));
    }
    /// And then each near target is remembered, or looked for among the positions before it.
    [[nodiscard]] double seconds_of_looking_up(const windows& sources, const windows& targets, std::uint64_t support,
                                               bool about) const {
        if (targets.count == 0 || !is_exact_at_once(sources, targets, support, about)) return 0;
        const double near = near_by_chance(input_.given(), targets);
        const double tests =
            sources.length <= most_letters_looked_up ? tuning::tests_of_looked_up : tuning::tests_of_long_looked_up;
        return static_cast<double>(sources.count) * near * windows_of_target(targets) / 2 * tests /
               input_.machine().speed().tests;
    }

    /// Upper bounds: every near position counts, all equal ones at once where to find them costs little. What many
    /// windows are near to would be followed many times. `of_targets`: the distinct ones, where they are known.
    [[nodiscard]] supported bounded(const std::shared_ptr<const windows>& sources,
                                    const std::shared_ptr<const windows>& targets, double compared,
                                    std::uint64_t support, const std::uint32_t* copies,
                                    const distinct* of_targets) const {
        std::optional<distinct> found;
        if (of_targets == nullptr && compared > 4 * seconds_of_grouping(*targets))
            of_targets = &found.emplace(input_, *targets);
        if (of_targets == nullptr || seconds_with_near(*sources, *of_targets->set()) > compared)
            return of_manner(counting::positions, sources, targets, support, copies);
        const auto weights = of_targets->weights(copies);
        return of_manner(counting::positions, sources, of_targets->set(), support, copies, weights.data());
    }

    /// Infinite where counters along diagonals cannot be used. Alone, because neither ranks nor checkpoints share what
    /// is counted along diagonals.
    [[nodiscard]] double seconds_along_diagonals(const windows& sources, const windows& targets) const {
        constexpr double never = std::numeric_limits<double>::infinity();
        const double speed = input_.machine().speed().diagonals;
        if (speed == 0 || sources.count == 0 || targets.count == 0) return never;
        if (ranks_.size() > 1 || kept_.keeps(estimates_.tests(sources, targets))) return never;
        return letters_along_diagonals(input_.given(), sources.length, static_cast<double>(sources.runs),
                                       static_cast<double>(targets.runs)) /
               speed;
    }

    [[nodiscard]] supported by_diagonals(const std::shared_ptr<const windows>& sources,
                                         const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                         const std::uint32_t* copies) const {
        const problem& given = input_.given();
        auto supports = input_.machine().template zeroed<std::uint32_t>(sources->count);
        const diagonal_work work{.given = input_.letters(),
                                 .sources = sources->view(),
                                 .targets = targets->view(),
                                 .length = sources->length,
                                 .mismatches = given.mismatches,
                                 .copies = copies,
                                 .supports = supports.data(),
                                 .longest = given.set.longest(),
                                 .digits = planes_of_diagonals(sources->length, given.mismatches),
                                 .seconds = seconds_along_diagonals(*sources, *targets)};
        if (given.letters.planes() == 2)
            input_.machine().template count_along_diagonals<2>(work);
        else
            input_.machine().template count_along_diagonals<3>(work);
        input_.machine().for_each(sources->count, at_least_one{supports.data()});
        windows set = input_.at_least(*sources, supports.data(), support);
        return {sources, std::move(supports), std::move(set)};
    }

    [[nodiscard]] double windows_of_target(const windows& targets) const {
        return static_cast<double>(targets.count) / static_cast<double>(input_.given().sequences());
    }

    /// Whether the positions of a target are few enough to be compared with each other.
    [[nodiscard]] bool few_positions_each(const windows& sources, const windows& targets) const {
        return sources.count > 0 && targets.count > 0 &&
               targets.count <= tuning::most_positions_searched * input_.given().sequences() &&
               estimates_.plan_for(sources, targets).per_window == 1;
    }

    /// Each target once: remembered where there is room for it or no other way, else looked up among its positions.
    [[nodiscard]] supported exact(const std::shared_ptr<const windows>& sources,
                                  const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                  const std::uint32_t* copies) const {
        const std::uint64_t rows = sources->count * words_per_row() * sizeof(std::uint32_t);
        const bool roomy = rows <= input_.machine().free_memory() / 8;
        const bool look_up = !roomy && few_positions_each(*sources, *targets);
        return of_manner(look_up ? counting::leftmost : counting::rows, sources, targets, support, copies);
    }

    [[nodiscard]] supported of_manner(counting manner, const std::shared_ptr<const windows>& sources,
                                      const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                      const std::uint32_t* copies, const std::uint32_t* weights = nullptr) const {
        auto supports = input_.machine().template make<std::uint32_t>(sources->count);
        const bool shared = ranks_.share(estimates_.seconds(*sources, *targets), sources->count);
        const runtime::striped_division ranks = shared ? ranks_ : runtime::striped_division{};
        const std::array<std::uint64_t, 5> what{sources->length, sources->count, targets->count,
                                                static_cast<std::uint64_t>(manner), input_.machine().free_memory()};
        ranks.check_same(what);
        input_.machine().for_each(sources->count, fill_value{supports.data(), ranks.is_root() ? 1U : 0U});
        const task all{*sources, *targets, manner, copies, weights, supports.data(), ranks, words_per_row()};
        switch (input_.given().letters.planes()) {
        case 2: compare<2>(all); break;
        case 3: compare<3>(all); break;
        case 5: compare<5>(all); break;
        default: compare<8>(all); break;
        }
        ranks.allreduce_sum(input_.machine(), supports.data(), sources->count);
        windows set = input_.at_least(*sources, supports.data(), support);
        return {sources, std::move(supports), std::move(set), manner != counting::positions};
    }

    template <unsigned Planes>
    void compare(const task& all) const {
        if (all.sources.count == 0 || all.targets.count == 0) return;
        seed_comparison<Machine, Planes> comparison(input_, all, estimates_.plan_for(all.sources, all.targets), tile_,
                                                    always_bounded_);
        for_each_part(all, [&](const part_of_sources& part) { comparison.compare(part); });
    }

    [[nodiscard]] std::uint64_t words_per_row() const { return (input_.given().sequences() + 31) / 32; }

    /// Calls compare_part for parts of the sources that together are all: for one where neither rows of bits must fit
    /// the memory nor counts are kept in between; for this rank's, where there are rows.
    template <class ComparePart>
    void for_each_part(const task& all, ComparePart compare_part) const {
        const double tests = estimates_.tests(all.sources, all.targets);
        const bool is_kept = kept_.keeps(tests);
        std::uint64_t most = kept_.windows_per_part(tests, all.sources.count);
        if (all.with_rows()) most = std::min(most, windows_with_rows(all, is_kept));
        std::vector<part_of_sources> parts;
        input_.for_each_part(all.sources, most,
                             [&](std::uint64_t first_word, std::uint64_t last_word, std::uint64_t first_window,
                                 std::uint64_t windows_here) {
                                 parts.push_back({first_word, last_word, first_window, windows_here});
                             });
        const auto compare_parts = [&](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t part = first; part < last; ++part)
                if (!all.with_rows() || all.ranks.is_ours(part)) compare_part(parts[part]);
        };
        if (!is_kept) return compare_parts(0, parts.size());
        const std::uint64_t at_once = all.with_rows() ? 2 * all.ranks.size() : 1; // a share for each
        std::vector<std::uint64_t> about = checkpointed_counts::identity_of(input_, all.sources, all.targets);
        about.insert(about.end(), {static_cast<std::uint64_t>(all.manner), most});
        kept_.run(input_.machine(), all.ranks, about, {all.supports, all.sources.count}, parts.size(), at_once,
                  compare_parts);
    }

    /// How many windows have rows of bits at a time.
    [[nodiscard]] std::uint64_t windows_with_rows(const task& all, bool is_kept) const {
        const std::uint64_t affordable = input_.machine().free_memory() / 4 / (words_per_row() * sizeof(std::uint32_t));
        std::uint64_t most = std::max<std::uint64_t>(windows_per_word, affordable);
        if (tile_ > 0) most = std::min(most, std::max<std::uint64_t>(windows_per_word, tile_));
        constexpr std::uint64_t parts_of_any_ranks = 64; // a run with more ranks may go on
        const std::uint64_t parts = is_kept ? parts_of_any_ranks : 4 * all.ranks.size();
        if (is_kept || all.ranks.size() > 1)
            most = std::clamp<std::uint64_t>(all.sources.count / parts, windows_per_word, most);
        return most;
    }

    const device_windows<Machine>& input_;
    seed_estimates<Machine> estimates_;
    std::uint64_t tile_;
    runtime::striped_division ranks_;
    checkpointed_counts kept_;
    bool always_bounded_;
};

} // namespace concord::substring
