// A poll (search_plan.hpp) on a CPU: the problem that its sequences are, and windows that a larger one finds best.
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/scan/scan.hpp"
#include "problems/substring/search_plan.hpp"

#include <cstdint>
#include <vector>

namespace concord::substring {

struct polled_problem {
    problem given;
    target_list among; ///< the sequences of the poll
};

[[nodiscard]] polled_problem polled_by(const problem& given, const poll& asked);

/// Of some spans, the windows that a larger poll finds to reach furthest: few are asked for among all sequences.
[[nodiscard]] std::vector<source_span> best_of_second_poll(const problem& given, const cpu_resources& resources,
                                                           const std::vector<source_span>& likely,
                                                           std::uint64_t length);

} // namespace concord::substring
