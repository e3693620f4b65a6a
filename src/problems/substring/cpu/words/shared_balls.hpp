// From sums over the words of a sequence to sequences: a word that is near to several words of one sequence has been
// counted for each of them (ball_counts.hpp), and is to be counted once.
//
//     sequence   . . u . . . . v . .     u and v are at distance <= 2k: what is near to both is enumerated
//
// Random sequences have few such pairs, and little is near to both, so that this is a small share of all that is near.
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/hamming_ball.hpp"
#include "problems/substring/cpu/words/word_set.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"

#include <cstdint>
#include <span>

namespace concord::substring {

/// `counts`: by rank, how many different words of a sequence and windows with ambiguous letters are within k
/// mismatches, summed up over all sequences; becomes the number of sequences that have any.
void count_sequences_once(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                          const word_set& words, std::span<std::uint32_t> counts);

/// Of so many windows of a sequence, every how manieth is compared with all behind it, for so many pairs.
[[nodiscard]] constexpr std::uint64_t stride_of_sampled_windows(std::uint64_t windows, std::uint64_t pairs) {
    return windows * windows / 2 <= pairs || pairs == 0 ? 1 : windows * windows / 2 / pairs;
}

/// Whether a sequence has letters that equal none, beside the one between both strands.
[[nodiscard]] inline bool has_ambiguous_letters(const problem& given, std::uint64_t sequence) {
    const std::uint64_t first = given.offset(sequence);
    const std::uint64_t between = given.are_both_strands ? 1 : 0;
    return mismatches_within(given.letters, first, first, given.length(sequence), between) > between;
}

/// Bytes that each thread needs for the pairs of windows of the longest sequence.
[[nodiscard]] double bytes_of_counting_once(const problem& given);

/// Instructions that it takes: what random letters have in common, or a sample of the sequences has, if that is more.
[[nodiscard]] double cost_of_counting_once(const problem& given, const ball_shape& shape);

} // namespace concord::substring
