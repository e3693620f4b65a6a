#include "problems/substring/cpu/filter/filter.hpp"
#include "problems/substring/cpu/filter/filter_arrays.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>

namespace concord::substring {

double cost_of_filtering(const problem& given, std::uint64_t memory, const window_counts& windows,
                         std::uint64_t intact) {
    const double rows = combination_count(given.mismatches, intact);
    const double counters = rows * std::exp2(counting_sketch::index_bits(given, windows.targets, rows, memory / 2));
    const bool in_cache = counters * sizeof(std::uint32_t) < tuning::cache_bytes;
    const double each = rows * (in_cache ? tuning::cost_of_lookup : tuning::cost_of_far_lookup) +
                        tuning::cost_of_block * static_cast<double>(given.mismatches + intact);
    return each * static_cast<double>(2 * windows.targets + windows.sources) + counters;
}

std::uint64_t first_filter_level(const problem& given, const window_counts& windows) {
    std::uint64_t drops_sources = 0; // the first level that does
    for (std::uint64_t intact = 1; is_filter_level(given, windows.length, intact); ++intact) {
        const double agreeing = agreeing_by_chance(given, windows.length, windows.targets, intact);
        if (agreeing >= static_cast<double>(given.support) / 2) continue;
        if (drops_sources == 0) drops_sources = intact;
        if (combination_count(given.mismatches, intact) >
            tuning::most_first_combinations * combination_count(given.mismatches, drops_sources))
            break;
        // Drops targets as well: those that agree with none of the few windows which so many may support.
        if (agreeing < std::max(1.0, static_cast<double>(given.support) / tuning::support_of_few)) return intact;
    }
    return drops_sources;
}

} // namespace concord::substring
