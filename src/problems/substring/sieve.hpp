// An upper bound on the support of every window, without comparing any two of them.
//
// Cut a window into k + r blocks. An occurrence with at most k mismatches leaves at least r blocks intact: so it agrees
// with the window in one of the C(k + r, r) choices of r blocks, and
//
//     support <= 1 + sum over choices (windows that agree in the chosen blocks - 1).
//
//   k = 2, r = 2:   window  ACGT|TGCA|GGAT|CCTA
//   choices                 ACGT TGCA .... ....      counted in a table of hashes: one pass counts,
//                           ACGT .... GGAT ....      one pass sums up and drops what stays below t.
//                           ...                      Collisions only raise a bound.
//
// A frequent block (an adapter's) keeps windows alive that only share it; a larger r asks for more of the rest to
// agree. Windows that share no choice with any window still alive cannot support one either: they leave the targets.
#pragma once

#include "problems/substring/problem.hpp"
#include "problems/substring/window_bits.hpp"

#include <cstdint>
#include <vector>

namespace concord::substring {

class sieve_workplace;

/// The windows of one length that may have the support, and those that may give it. Sources are among the targets.
struct sifted_windows {
    std::uint64_t length;
    window_bits sources;
    window_bits targets;
    std::uint64_t source_count;
    std::uint64_t target_count;
};

/// What neighbourhoods of ranks divide among themselves; it changes no result.
enum class sieve_division : std::uint8_t { best, none, sequences, tables };

/// One level of the sieve with r = `intact`. Collective, where work is shared. Memory: at most `memory` bytes. Time
/// O(targets * choices).
void sift(const problem& given, sieve_workplace& place, std::uint64_t memory, std::uint64_t intact,
          sifted_windows& windows, sieve_division division = sieve_division::best);

/// All ways to choose `chosen` of `blocks` blocks, as lists of block numbers one after the other.
[[nodiscard]] std::vector<std::uint32_t> block_choices(std::uint32_t blocks, std::uint32_t chosen);

/// C(k + r, r), or a large number where it overflows.
[[nodiscard]] double choices_of(std::uint64_t mismatches, std::uint64_t intact);

/// Instructions that a level is estimated to cost.
[[nodiscard]] double cost_of_sifting(const problem& given, std::uint64_t memory, const sifted_windows& windows,
                                     std::uint64_t intact);

/// The level at which windows of random letters are expected to fall out; 0: none is worth it.
[[nodiscard]] std::uint64_t first_level(const problem& given, std::uint64_t length, std::uint64_t windows);

} // namespace concord::substring
