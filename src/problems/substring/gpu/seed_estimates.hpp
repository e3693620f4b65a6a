// What a comparison of seeds with positions takes on a machine, by the plan that is cheapest for two sets of windows.
#pragma once

#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cstdint>

namespace concord::substring {

template <class Machine>
class seed_estimates {
  public:
    using windows = machine_windows<Machine>;

    /// `by_pieces`: always, where there are some; for tests.
    seed_estimates(const device_windows<Machine>& input, bool by_pieces) : input_(input), by_pieces_(by_pieces) {}

    [[nodiscard]] seed_plan plan_for(const windows& sources, const windows& targets) const {
        const problem& given = input_.given();
        return plan_seeds({sources.length, given.mismatches, static_cast<double>(sources.runs), per_run(sources),
                           static_cast<double>(targets.runs), per_run(targets), given.letters.planes(),
                           given.chance_match, given.letters.ordinary_planes()},
                          by_pieces_ ? tuning::costs_by_pieces : tuning::costs_of_a_gpu);
    }

    /// The seeds of a plan for some of its windows, each compared with each position.
    [[nodiscard]] seed_plan seeds_of(seed_plan plan, const windows& sources, const windows& targets) const {
        const std::uint64_t length = sources.length;
        plan.pieces = {};
        plan.pairs = static_cast<double>(sources.runs) * static_cast<double>(plan.seeds(per_run(sources), length)) *
                     static_cast<double>(targets.runs) *
                     static_cast<double>(plan.positions(length - 1 + per_run(targets), length));
        return plan;
    }

    /// Of a seed against a position, or what takes as long.
    [[nodiscard]] double tests(const windows& sources, const windows& targets) const {
        if (sources.count == 0 || targets.count == 0) return 0;
        const seed_plan plan = plan_for(sources, targets);
        return plan.cost * (&sources == &targets && plan.pieces.count == 0 ? 0.5 : 1.0);
    }
    [[nodiscard]] double seconds(const windows& sources, const windows& targets) const {
        return tests(sources, targets) / input_.machine().speed().tests;
    }
    /// The same where all are compared with all, not by pieces that they share: what levels of the filter are weighed
    /// against, as long as they may hold what repeats itself.
    [[nodiscard]] double seconds_of_all(const windows& sources, const windows& targets) const {
        if (sources.count == 0 || targets.count == 0) return 0;
        return plan_for(sources, targets).cost_of_all * (&sources == &targets ? 0.5 : 1.0) /
               input_.machine().speed().tests;
    }

  private:
    /// Windows that follow each other, on average.
    [[nodiscard]] static std::uint64_t per_run(const windows& set) {
        return set.runs == 0 ? 1 : std::max<std::uint64_t>(1, (set.count + set.runs - 1) / set.runs);
    }

    const device_windows<Machine>& input_;
    bool by_pieces_;
};

} // namespace concord::substring
