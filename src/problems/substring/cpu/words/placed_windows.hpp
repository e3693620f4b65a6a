// Lists of windows of one length, and of which lengths are looked at next: for ways that count all windows of a length,
// whatever is near to what.
#pragma once

#include "problems/substring/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::substring {

/// Windows of one length, by where they begin in the collection and the sequence that they lie in.
struct placed_windows {
    std::vector<std::uint64_t> positions; ///< ascending
    std::vector<std::uint32_t> sequences;

    [[nodiscard]] std::size_t size() const noexcept { return positions.size(); }
    void add(std::uint64_t position, std::uint32_t sequence) {
        positions.push_back(position);
        sequences.push_back(sequence);
    }
};

/// visit(start) for all windows of a length of a sequence; where it is both strands of one, of each of these.
template <class Visit>
void for_each_start(const problem& given, std::uint64_t sequence, std::uint64_t length, Visit visit) {
    const std::uint64_t letters = given.strand_length(sequence);
    const std::uint64_t strands = given.are_both_strands ? 2 : 1;
    for (std::uint64_t strand = 0; strand < strands; ++strand)
        for (std::uint64_t start = 0; start + length <= letters; ++start)
            visit(strand * (letters + 1) + start);
}

/// Those that are asked about: where each sequence is both strands of one, those of the first.
[[nodiscard]] placed_windows place_all_windows(const problem& given, std::uint64_t length);

/// Windows with one letter more, whose shorter ones are both among these.
[[nodiscard]] placed_windows lengthened(const placed_windows& windows);

/// Those with the support, as far as is known.
[[nodiscard]] placed_windows with_support(const placed_windows& windows, const std::vector<std::uint32_t>& supports,
                                          std::uint64_t support);

/// Those that are among the others, too.
[[nodiscard]] placed_windows of_both(const placed_windows& some, const placed_windows& others);

/// Those with the support, as an answer.
[[nodiscard]] longest_windows answer_of(const problem& given, const placed_windows& windows,
                                        const std::vector<std::uint32_t>& supports, std::uint64_t length);

} // namespace concord::substring
