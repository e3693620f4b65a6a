// Both strands of each sequence as one, whose words are counted (cpu/words/counted_words.hpp), or longer windows by the
// pieces that near ones share (cpu/words/pieced_windows.hpp): a sequence that holds what is near to a word on either
// strand holds it once. So what random sequences share is found as on one strand, with twice the windows, where
// counting strands apart counts many sequences twice.
//
//     sequence     ACGTT           words of three letters      ACG CGT GTT | AAC ACG CGT
//     joined       ACGTT N AACGT   asked about                 ACG CGT GTT
#pragma once

#include "problems/substring/variants/variant_search.hpp"

#include <optional>

namespace concord::substring {

/// Whether sequences are nucleotides that differ by mismatches alone, each of one piece and its other strand.
[[nodiscard]] bool are_strands_joined(const variant_problem& given);

/// All windows of the greatest length that have the support; nothing where to count words is estimated to take more
/// than `most_cost` instructions, or chance does not explain what is shared. What is given is as above.
[[nodiscard]] std::optional<longest_windows> count_joined_strands(const variant_problem& given,
                                                                  const variant_resources& resources, double most_cost);

/// The same by the pieces that near windows share (cpu/words/pieced_windows.hpp), whatever is shared.
[[nodiscard]] std::optional<longest_windows>
find_joined_strands_by_pieces(const variant_problem& given, const variant_resources& resources, double most_cost);

struct joined_answer {
    std::optional<longest_windows> found;
    std::uint64_t reached = 0; ///< letters that the answer has at least, as far as a frequent window says
};
/// The same where that is possible, and quicker than other ways; not for shards, nor where a GPU is named.
[[nodiscard]] joined_answer find_in_joined_strands(const variant_problem& given, const variant_resources& resources);

} // namespace concord::substring
