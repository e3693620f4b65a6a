// The longest regions by their number of sequences, however they were found, as the answer to a question: for one t, or
// for every t.
#pragma once

#include "problems/overlap/tables.hpp"

#include <concord/overlap.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::overlap {

/// The longest region so far for one number of sequences; of several the one at the lowest position.
struct region_candidate {
    std::uint64_t length = 0; ///< 0: none
    std::uint64_t position = 0;
    std::uint64_t rank = 0; ///< of one of its suffixes, where that is known
    std::uint64_t sequences = 0;

    [[nodiscard]] bool is_worse_than(const region_candidate& other) const {
        return length < other.length || (length == other.length && length > 0 && position > other.position);
    }
    void improve(const region_candidate& other) {
        if (is_worse_than(other)) *this = other;
    }
};

/// From the longest of exactly each number of sequences to the longest of at least that number.
inline void accumulate(std::vector<region_candidate>& best_of) {
    for (std::size_t support = best_of.size() - 1; support > 1; --support)
        best_of[support - 1].improve(best_of[support]);
}

/// The places of all positions (one at least) of a region, in order; of a palindrome those on the forward strand, as
/// those on the other are the same.
template <class Position>
[[nodiscard]] std::vector<overlap_place> places_of(const index_tables& held, std::span<const Position> positions,
                                                   std::uint64_t length) {
    const bool only_forward = held.both_strands() && is_palindrome(held.text, positions.front(), length);
    std::vector<overlap_place> found;
    found.reserve(positions.size());
    for (const std::uint64_t position : positions)
        if (!only_forward || !held.is_reverse(position)) found.push_back(held.place_of(position, length));
    std::sort(found.begin(), found.end());
    return found;
}

/// Fills in the answer. `best`: of the support asked for. `best_of`: by support, accumulated; only for every support.
/// places(best) are its occurrences.
template <class Places>
void answer_with(const index_tables& held, const shared_region_options& options, const region_candidate& best,
                 const std::vector<region_candidate>& best_of, Places places, shared_region_result& result) {
    const auto shown = [&](const region_candidate& of) {
        return shared_region{of.length, held.place_of(of.position), of.sequences};
    };
    if (best.length >= options.min_length) {
        result.found = true;
        result.best = shown(best);
        if (options.occurrences) result.occurrences = places(best);
    }
    if (!options.every_support) return;
    for (std::uint64_t support = 2; support < best_of.size(); ++support) {
        if (best_of[support].length < options.min_length) break;
        result.by_support.push_back(shown(best_of[support]));
    }
}

} // namespace concord::overlap
