#include "problems/substring/cpu/join/expected_letters.hpp"

#include "problems/substring/join_tuning.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace concord::substring {
namespace {

/// Positions of windows of `length` letters, evenly spread over the sequences.
std::vector<std::uint64_t> sampled_positions(const problem& given, std::uint64_t length) {
    std::vector<std::uint64_t> positions;
    for (std::uint64_t index = 0; index < tuning::windows_of_expectation; ++index) {
        const std::uint64_t sequence = index * given.sequences() / tuning::windows_of_expectation;
        if (given.length(sequence) < length) continue;
        positions.push_back(given.offset(sequence) + index * 7919 % (given.length(sequence) - length + 1));
    }
    return positions;
}

} // namespace

std::optional<likely_letters> most_likely_letters(const problem& given, const growth_alphabet& letters,
                                                  std::uint64_t length) {
    const std::vector<std::uint64_t> positions = sampled_positions(given, length);
    if (positions.empty()) return std::nullopt;
    expected_letters best = expected_letters::of_letter(0);
    std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
    const auto offer = [&](const expected_letters& rule) {
        std::uint64_t unexpected = 0;
        for (std::size_t index = 0; index < positions.size() && unexpected < fewest; ++index)
            rule.for_each_unexpected(given, positions[index], length, [&](std::uint64_t) { ++unexpected; });
        if (unexpected >= fewest) return;
        fewest = unexpected;
        best = rule;
    };
    for (std::size_t letter = 0; letter < letters.ordinary(); ++letter)
        offer(expected_letters::of_letter(letters.code(letter)));
    for (std::uint64_t period = 1; period <= std::min(tuning::longest_expected_period, length / 2); ++period)
        offer(expected_letters::of_period(period));
    return likely_letters{best, static_cast<double>(fewest) / static_cast<double>(positions.size())};
}

} // namespace concord::substring
