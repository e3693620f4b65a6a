#include "problems/substring/sieve.hpp"

#include "problems/substring/sieve_tables.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>

namespace concord::substring {

std::vector<std::uint32_t> block_choices(std::uint32_t blocks, std::uint32_t chosen) {
    std::vector<std::uint32_t> all;
    std::vector<std::uint32_t> choice(chosen);
    for (std::uint32_t index = 0; index < chosen; ++index)
        choice[index] = index;
    for (;;) {
        all.insert(all.end(), choice.begin(), choice.end());
        std::uint32_t index = chosen;
        while (index > 0 && choice[index - 1] == blocks - chosen + index - 1)
            --index;
        if (index == 0) return all;
        ++choice[index - 1];
        for (; index < chosen; ++index)
            choice[index] = choice[index - 1] + 1;
    }
}

double choices_of(std::uint64_t mismatches, std::uint64_t intact) {
    double count = 1;
    for (std::uint64_t index = 1; index <= std::min(mismatches, intact); ++index) {
        count *= static_cast<double>(mismatches + intact - index + 1) / static_cast<double>(index);
        if (count > 1e12) break;
    }
    return std::round(count);
}

double cost_of_sifting(const problem& given, std::uint64_t memory, const sifted_windows& windows,
                       std::uint64_t intact) {
    const double tables = choices_of(given.mismatches, intact);
    const double counters = tables * std::exp2(bits_of_counters(given, windows.target_count, tables, memory / 2));
    const bool in_cache = counters * sizeof(std::uint32_t) < tuning::cache_bytes;
    const double each = tables * (in_cache ? tuning::cost_of_choice : tuning::cost_of_far_choice) +
                        tuning::cost_of_block * static_cast<double>(given.mismatches + intact);
    return each * static_cast<double>(2 * windows.target_count + windows.source_count) + counters;
}

std::uint64_t first_level(const problem& given, std::uint64_t length, std::uint64_t windows) {
    std::uint64_t drops_sources = 0; // the first level that does
    for (std::uint64_t intact = 1; given.mismatches + intact <= length; ++intact) {
        const double choices = choices_of(given.mismatches, intact);
        if (choices > tuning::most_choices) break;
        const std::uint64_t letters = length * intact / (given.mismatches + intact); // in the chosen blocks, at least
        const double agreeing_by_chance =
            choices * static_cast<double>(windows) * std::pow(given.chance_match, static_cast<double>(letters));
        if (agreeing_by_chance >= static_cast<double>(given.support) / 2) continue;
        if (drops_sources == 0) drops_sources = intact;
        // Drops targets as well: those that agree with none of the few windows which so many may support.
        if (agreeing_by_chance < std::max(1.0, static_cast<double>(given.support) / tuning::support_of_few))
            return intact;
    }
    return drops_sources;
}

} // namespace concord::substring
