// Windows of two sets are compared, in one of the ways that hold for all windows of a set: by seeds and positions, or
// along diagonals; and what that takes.
#pragma once

#include "problems/substring/gpu/checkpointed_counts.hpp"
#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/diagonals.hpp"
#include "problems/substring/gpu/likely_sources.hpp"
#include "problems/substring/gpu/seed_comparison.hpp"
#include "problems/substring/gpu/seed_estimates.hpp"
#include "problems/substring/gpu/source_parts.hpp"
#include "problems/substring/gpu/support_costs.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/distributed/partition.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

namespace concord::substring {

/// Those of the sources that at least `support` sequences support, themselves included, and by how many.
template <class Machine>
struct windows_with_support {
    std::shared_ptr<const machine_windows<Machine>> counted;
    array_of<Machine, std::uint32_t> supports; ///< by rank in `counted`; exact for those of the set, or bounds
    machine_windows<Machine> set;
    bool is_exact = true;
};

template <class Machine>
class window_comparison {
  public:
    using windows = machine_windows<Machine>;
    using supported = windows_with_support<Machine>;

    /// As support_counter says.
    window_comparison(const device_windows<Machine>& input, std::uint64_t tile, const runtime::striped_division& ranks,
                      const checkpointed_counts& kept, bool always_bounded)
        : input_(input), estimates_(input, always_bounded), tile_(tile), ranks_(ranks), kept_(kept),
          always_bounded_(always_bounded) {}

    /// Of a comparison of all sources with all targets.
    [[nodiscard]] const seed_estimates<Machine>& estimates() const noexcept { return estimates_; }

    /// Seconds of a comparison, with what it takes to follow seeds and positions that are near: which share is, a
    /// sample tells, by the same seeds. Runs of a letter are near to each other in numbers that no estimate by chance
    /// knows; and a short seed of an adapter to all others, where by all of their letters windows are far apart.
    [[nodiscard]] double seconds_with_near(const windows& sources, const windows& targets) const {
        const double compared = estimates_.seconds(sources, targets);
        if (are_few_pairs(sources, targets, always_bounded_, tuning::pairs_worth_near)) return compared;
        const auto some = std::make_shared<const windows>(input_.sample(sources, tuning::sources_asked_for_near));
        const auto others = std::make_shared<const windows>(input_.sample(targets, tuning::targets_asked_for_near));
        const seed_plan plan = estimates_.plan_for(sources, targets);
        const seed_plan asked = estimates_.seeds_of(plan, *some, *others);
        const supported near = of_manner(counting::pairs, some, others, 1, nullptr, nullptr, &asked);
        const double found = input_.read(near.supports, 1)[0] - 1.0;
        const double by_chance =
            asked.pairs * chance_of_survival(asked.letters, asked.limit, input_.given().chance_match);
        const auto starts = static_cast<double>(plan.lead(sources.length) + 1);
        const seed_costs& costs = tuning::costs_of_a_gpu;
        const double followed = (costs.survivor + costs.survivor_start * starts) * tuning::followed_of_many;
        const double pairs = plan.pairs * (&sources == &targets ? 0.5 : 1.0);
        // What repeats itself shares pieces, too.
        const bool repeats = found > tuning::near_by_repetition * by_chance + tuning::near_by_luck;
        return (repeats ? estimates_.seconds_of_all(sources, targets) : compared) +
               found / asked.pairs * followed * pairs / input_.machine().speed().tests;
    }

    /// First all positions are counted, and only windows whose upper bound is the support or more are counted exactly,
    /// unless by chance all have it, or targets have many positions.
    [[nodiscard]] bool is_exact_at_once(const windows& sources, const windows& targets, std::uint64_t support,
                                        bool about) const {
        const bool many_letters = input_.given().set.letters() > 0x7FFFFFFF; // more positions than 32 bits count
        return many_letters || !few_positions_each(sources, targets) ||
               (!about && near_by_chance(input_.given(), targets, targets.length) >= static_cast<double>(support));
    }
    /// And then each near target is remembered, or looked for among the positions before it.
    [[nodiscard]] double seconds_of_looking_up(const windows& sources, const windows& targets, std::uint64_t support,
                                               bool about) const {
        if (targets.count == 0 || !is_exact_at_once(sources, targets, support, about)) return 0;
        return seconds_of_remembering(sources, targets, targets.of.bits);
    }
    /// For each near target, where these are asked in 2^group_bits groups.
    [[nodiscard]] double seconds_of_remembering(const windows& sources, const windows& targets,
                                                unsigned group_bits) const {
        const double looked_up =
            sources.length <= most_letters_looked_up ? tuning::tests_of_looked_up : tuning::tests_of_long_looked_up;
        const double tests =
            have_rows(sources, group_bits) ? tuning::tests_of_marked : windows_of_target(targets) / 2 * looked_up;
        return static_cast<double>(sources.count) * near_by_chance(input_.given(), targets, targets.length) * tests /
               input_.machine().speed().tests;
    }

    /// Infinite where counters along diagonals cannot be used. Alone, because neither ranks nor checkpoints share what
    /// is counted along diagonals.
    [[nodiscard]] double seconds_along_diagonals(const windows& sources, const windows& targets) const {
        constexpr double never = std::numeric_limits<double>::infinity();
        const double speed = input_.machine().speed().diagonals;
        if (speed == 0 || sources.count == 0 || targets.count == 0) return never;
        if (ranks_.size() > 1 || kept_.keeps(estimates_.tests(sources, targets))) return never;
        const auto seconds = [&](double targets_compared) {
            return letters_along_diagonals(input_.given(), sources.length, static_cast<double>(sources.runs),
                                           targets_compared) /
                   speed;
        };
        // A warp takes a group of sequences, whether all of them have targets or one.
        const double at_least = seconds(static_cast<double>(targets.runs));
        if (at_least == never || at_least < tuning::seconds_worth_groups) return at_least;
        return seconds(static_cast<double>(input_.groups_of(targets) * sequences_of_group));
    }

    [[nodiscard]] supported along_diagonals(const std::shared_ptr<const windows>& sources,
                                            const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                            const std::uint32_t* copies) const {
        const problem& given = input_.given();
        auto supports = input_.machine().template zeroed<std::uint32_t>(sources->count);
        const diagonal_work work{.given = input_.letters(),
                                 .sources = sources->view(),
                                 .targets = targets->view(),
                                 .of = targets->of,
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

    /// Whether there is memory for a row of bits for each source, where targets are in one of 2^group_bits groups.
    [[nodiscard]] bool have_rows(const windows& sources, unsigned group_bits) const {
        const std::uint64_t rows = sources.count * words_per_row(group_bits) * sizeof(std::uint32_t);
        return rows <= input_.machine().free_memory() / tuning::part_of_memory_for_rows;
    }

    /// Each target once: remembered where there is room for it or no other way, else looked up among its positions.
    [[nodiscard]] supported exact(const std::shared_ptr<const windows>& sources,
                                  const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                  const std::uint32_t* copies) const {
        const bool look_up = !have_rows(*sources, targets->of.bits) && few_positions_each(*sources, *targets);
        return of_manner(look_up ? counting::leftmost : counting::rows, sources, targets, support, copies);
    }

    /// `plan`: of the seeds; null: the cheapest one.
    [[nodiscard]] supported of_manner(counting manner, const std::shared_ptr<const windows>& sources,
                                      const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                      const std::uint32_t* copies, const std::uint32_t* weights = nullptr,
                                      const seed_plan* plan = nullptr) const {
        auto supports = input_.machine().template make<std::uint32_t>(sources->count);
        const bool shared = ranks_.share(estimates_.seconds(*sources, *targets), sources->count);
        const runtime::striped_division ranks = shared ? ranks_ : runtime::striped_division{};
        const std::array<std::uint64_t, 5> what{sources->length, sources->count, targets->count,
                                                static_cast<std::uint64_t>(manner), input_.machine().free_memory()};
        ranks.check_same(what);
        input_.machine().for_each(sources->count, fill_value{supports.data(), ranks.is_root() ? 1U : 0U});
        const task all{*sources, *targets,        manner, copies,
                       weights,  supports.data(), ranks,  words_per_row(targets->of.bits)};
        const seed_plan seeds = plan != nullptr ? *plan : estimates_.plan_for(*sources, *targets);
        switch (input_.given().letters.planes()) {
        case 2: compare<2>(all, seeds); break;
        case 3: compare<3>(all, seeds); break;
        case 5: compare<5>(all, seeds); break;
        default: compare<8>(all, seeds); break;
        }
        ranks.allreduce_sum(input_.machine(), supports.data(), sources->count);
        windows set = input_.at_least(*sources, supports.data(), support);
        return {sources, std::move(supports), std::move(set), manner != counting::positions};
    }

  private:
    using task = counting_task<Machine>;

    [[nodiscard]] std::uint64_t words_per_row(unsigned group_bits) const {
        return part_of_groups{group_bits, 0}.groups(input_.given().sequences());
    }

    template <unsigned Planes>
    void compare(const task& all, const seed_plan& seeds) const {
        if (all.sources.count == 0 || all.targets.count == 0) return;
        seed_comparison<Machine, Planes> comparison(input_, all, seeds, tile_, always_bounded_);
        const source_parts<Machine> parts(input_, tile_, kept_);
        parts.for_each(all, estimates_.tests(all.sources, all.targets),
                       [&](const part_of_sources& part) { comparison.compare(part); });
    }

    const device_windows<Machine>& input_;
    seed_estimates<Machine> estimates_;
    std::uint64_t tile_;
    runtime::striped_division ranks_;
    checkpointed_counts kept_;
    bool always_bounded_;
};

} // namespace concord::substring
