// The oracle of the search for patterns: the textbook's matrix of a pattern and a whole sequence (Sellers 1980), and
// the definition of include/concord/find.hpp word by word.
#pragma once

#include <concord/find.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::edit_distance {

/// Occurrences of one pattern in one sequence, by letters as they are written; `of_dna`: letters beside A, C, G, T, U
/// of the sequence match nothing, and those of the pattern nothing or, with `iupac`, their bases. Time and memory O(n
/// m).
[[nodiscard]] std::vector<pattern_occurrence> reference_occurrences(const std::string& pattern, const std::string& text,
                                                                    std::uint64_t max_edits, bool of_dna, bool iupac);

/// What find_in_text() gives, by the full matrix: bytes match where they are equal, or are a pair of `equalities`, in
/// either order. Time and memory O(n m).
[[nodiscard]] std::vector<pattern_occurrence> reference_places(const std::string& pattern, const std::string& text,
                                                               const text_search_options& options);

/// Of dna with IUPAC letters.
[[nodiscard]] std::string reference_reverse_complement(const std::string& pattern);

} // namespace concord::edit_distance
