#include "problems/substring/chance_supports.hpp"

#include "problems/substring/seed_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace concord::substring {
namespace {

/// Where letters match more often, some are much more frequent than others, and windows of these are far from a mean.
constexpr double most_chance_of_equal_letters = 0.6;

/// That at least so many of n trials succeed, each with this probability.
double chance_of_at_least(double successes, double trials, double each) {
    const double mean = trials * each;
    const double deviation = std::sqrt(mean * (1 - each));
    if (successes <= mean + deviation) { // where the bound tells little
        return deviation > 0 ? 0.5 * std::erfc((successes - mean) / deviation / std::numbers::sqrt2) : 1;
    }
    if (each <= 0 || successes > trials) return 0;
    const double share = successes / trials;
    const double failures = trials - successes;
    const double divergence =
        successes * std::log(share / each) + (failures > 0 ? failures * std::log((1 - share) / (1 - each)) : 0);
    // The terms of the tail fall by this factor at first.
    const double falls = each / (1 - each) * failures / (successes + 1);
    const double first = std::exp(-divergence) / std::sqrt(2 * std::numbers::pi * std::max(1.0, failures * share));
    return std::min(0.5, first / (1 - std::min(falls, 1 - 1 / (1 + std::sqrt(successes)))));
}

} // namespace

double occurrences_by_chance(const random_sequences& of) {
    return of.sequences * of.starts *
           chance_of_survival(static_cast<unsigned>(of.length), of.mismatches, of.chance_match);
}

double rare_by_chance(const random_sequences& of, std::uint64_t support) {
    const double trials = of.sequences * of.starts;
    if (trials <= 0) return 1;
    return 1 - chance_of_at_least(static_cast<double>(support), trials, occurrences_by_chance(of) / trials);
}

double supported_by_chance(const random_sequences& of, std::uint64_t support) {
    if (of.sequences <= 0 || of.starts <= 0) return 0;
    const double held = 1 - std::exp(-occurrences_by_chance(of) / of.sequences);
    return of.windows * chance_of_at_least(static_cast<double>(support) - 1, of.sequences, held); // its own is one
}

bool is_longer_first(random_sequences of, std::uint64_t support, double dearer) {
    if (of.windows <= 0 || of.chance_match > most_chance_of_equal_letters) return false;
    const double without = 1 - std::min(1.0, supported_by_chance(of, support) / of.windows);
    ++of.length;
    const double in_vain = std::exp(-supported_by_chance(of, support)); // no longer window has it
    return 1 - in_vain > in_vain * without * dearer;
}

} // namespace concord::substring
