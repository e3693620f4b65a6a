// Similarities of pairs that are not counts of edits: Jaro, Jaro-Winkler, common prefixes and suffixes.
#pragma once

#include <concord/pairs.hpp>

#include <cstdint>

namespace concord {

/// The Jaro similarity, from 0 (nothing in common) to 1 (equal). A letter of `b` matches the first equal letter of `a`
/// that is not yet taken and at most max(n, m) / 2 - 1 places away; of c such letters, t is half the number of places
/// at which the two sequences of matched letters differ, rounded down:
///
///     (c / n + c / m + (c - t) / c) / 3          0 where nothing matches, 1 for two empty sequences
///
/// As a and b are searched in different roles, the similarity of (b, a) may differ from that of (a, b). Time and memory
/// O(n + m). Throws error: usage (a sequence of longest_comparable letters or more; letters of different kinds).
/// Source: Jaro, "Advances in Record-Linkage Methodology", J. Am. Stat. Assoc. 84(406), 1989; the window of half the
/// longer sequence is Winkler's (1990).
[[nodiscard]] double jaro_similarity(const sequence_ref& a, const sequence_ref& b);

/// The Jaro similarity s; where it is above 0.7, raised by p l (1 - s) for a common prefix of l letters, at most 4, and
/// never above 1. `prefix_weight`, p, is from 0 to 1; above 0.25, different texts may have similarity 1. Throws error
/// as jaro_similarity(), and usage for another p. Source: Winkler, "String Comparator Metrics and Enhanced Decision
/// Rules in the Fellegi-Sunter Model of Record Linkage", Proc. Section on Survey Research Methods, 1990.
[[nodiscard]] double jaro_winkler_similarity(const sequence_ref& a, const sequence_ref& b, double prefix_weight = 0.1);

/// Letters that both sequences begin with, or end with, in common. Time O(n + m). Throws error as jaro_similarity().
[[nodiscard]] std::uint64_t common_prefix(const sequence_ref& a, const sequence_ref& b);
[[nodiscard]] std::uint64_t common_suffix(const sequence_ref& a, const sequence_ref& b);

} // namespace concord
