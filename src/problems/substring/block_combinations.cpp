#include "problems/substring/block_combinations.hpp"

#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>

namespace concord::substring {

std::vector<std::uint32_t> block_combinations(std::uint32_t blocks, std::uint32_t chosen) {
    std::vector<std::uint32_t> all;
    std::vector<std::uint32_t> combination(chosen);
    for (std::uint32_t index = 0; index < chosen; ++index)
        combination[index] = index;
    for (;;) {
        all.insert(all.end(), combination.begin(), combination.end());
        std::uint32_t index = chosen;
        while (index > 0 && combination[index - 1] == blocks - chosen + index - 1)
            --index;
        if (index == 0) return all;
        ++combination[index - 1];
        for (; index < chosen; ++index)
            combination[index] = combination[index - 1] + 1;
    }
}

double combination_count(std::uint64_t mismatches, std::uint64_t intact) {
    double count = 1;
    for (std::uint64_t index = 1; index <= std::min(mismatches, intact); ++index) {
        count *= static_cast<double>(mismatches + intact - index + 1) / static_cast<double>(index);
        if (count > 1e12) break;
    }
    return std::round(count);
}

bool is_filter_level(const problem& given, std::uint64_t length, std::uint64_t intact) {
    return given.mismatches + intact <= length &&
           combination_count(given.mismatches, intact) <= tuning::most_combinations;
}

double agreeing_by_chance(const problem& given, std::uint64_t length, std::uint64_t windows, std::uint64_t intact) {
    const std::uint64_t letters = length * intact / (given.mismatches + intact); // of a combination, at least
    return combination_count(given.mismatches, intact) * static_cast<double>(windows) *
           std::pow(given.chance_match, static_cast<double>(letters));
}

std::string describe_level(const window_counts& left, std::uint64_t intact) {
    return "length " + std::to_string(left.length) + ", " + std::to_string(intact) +
           " blocks intact: " + std::to_string(left.sources) + " windows may have the support, " +
           std::to_string(left.targets) + " may give it";
}

} // namespace concord::substring
