// The answer where it is among the words that random sequences hold nearly as often as is asked for: these are so many
// that to look up, or to grow, what is near to each takes long, and so short that all are counted at once.
//
//     length        expected    that may have the support    supports
//       13             492      none: longer ones neither    not needed
//       12           1,566      4,002,341                    of all words: by tables, or by what is near to two
//                                                            windows of a sequence; of few: their windows are joined
//
// Which length to begin with, the number of letters says, and the support: a word that all sequences must hold has so
// few letters that none lacks it by chance. Where few windows have the support that chance does not explain, the answer
// is longer, and is found from these; where many have it, this gives up.
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"

#include <cstdint>
#include <functional>
#include <optional>

namespace concord::substring {

struct counted_words {
    std::optional<longest_windows> found; ///< all windows of the greatest length >= min_length that have the support;
                                          ///< nothing: it was given up
    double cost = 0;           ///< instructions that it is estimated to take; infinite: not possible, or in vain
    std::uint64_t reached = 0; ///< letters that some window with the support has at least; 0: not known
};

/// Those of some windows, which have ambiguous letters, that have the support. Where each sequence is both strands of
/// one, what walks along words knows of no halves: then another one is asked.
using count_ambiguous = std::function<longest_windows(const longest_windows& some)>;

/// Gives up where it is estimated to take more than `most_cost` instructions. Where windows of `reached` letters are
/// known to have the support, not fewer are counted, and what repeats is no reason to give up. Time O(letters^L L k +
/// near pairs of windows in a sequence) for the length L of the answer and of one letter more.
[[nodiscard]] counted_words count_words(const problem& given, const cpu_resources& resources, double most_cost,
                                        std::uint64_t reached = 0, const count_ambiguous& of_ambiguous = {});

/// Instructions that it is estimated to take with so many bytes of memory and threads; infinite: not possible.
[[nodiscard]] double cost_of_counting(const problem& given, std::uint64_t memory, unsigned threads,
                                      std::uint64_t reached = 0);

} // namespace concord::substring
