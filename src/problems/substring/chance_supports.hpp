// How many random sequences hold a window, and how many windows have a support by that: for estimates of which lengths
// are worth a look, never for an answer.
#pragma once

#include <cstdint>

namespace concord::substring {

struct random_sequences {
    double sequences;     ///< of which each counts once
    double starts;        ///< of windows in each, on all strands that are read
    double windows;       ///< that are asked about
    std::uint64_t length; ///< of a window
    std::uint64_t mismatches;
    double chance_match; ///< of two letters
};

/// Occurrences of a window in all sequences.
[[nodiscard]] double occurrences_by_chance(const random_sequences& of);

/// The share of windows that have fewer occurrences than the support asks for.
[[nodiscard]] double rare_by_chance(const random_sequences& of, std::uint64_t support);

/// Windows that at least `support` of the sequences hold: holders are distributed binomially, and their tail is that of
/// Chernoff's bound with the leading factor of Stirling's formula.
[[nodiscard]] double supported_by_chance(const random_sequences& of, std::uint64_t support);

/// Whether it takes less to count windows of one letter more first, though those of this length would do: these mostly
/// have the support, so that the longer ones will be counted in any case, and some of them are expected to have it.
/// `dearer`: times as much as this length they take.
[[nodiscard]] bool is_longer_first(random_sequences of, std::uint64_t support, double dearer);

} // namespace concord::substring
