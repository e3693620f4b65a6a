// The oracles of similarities and of edits with weights: their definitions word by word, too simple to be wrong.
#pragma once

#include "sequence/coded_pair.hpp"

#include <concord/distance.hpp>

#include <cstdint>

namespace concord::edit_distance {

/// Of two sequences without letters that match nothing: letter by letter of b the first equal letter of a that is not
/// taken and within the window. Time O(n m).
[[nodiscard]] double reference_jaro(const sequence::coded_pair& pair);

/// The Jaro similarity raised by the common prefix of at most four letters.
[[nodiscard]] double reference_jaro_winkler(const sequence::coded_pair& pair, double prefix_weight);

/// The least cost of turning a into b, by the whole matrix (Wagner and Fischer 1974). Time and memory O(n m).
[[nodiscard]] std::uint64_t reference_cost(const sequence::coded_pair& pair, const edit_weights& weights);

} // namespace concord::edit_distance
