// The filter by block combinations: an upper bound on the support of every window without comparing any two of them.
//
// Cut a window into k + r blocks. Up to k mismatches spoil at most k of them (pigeonhole), so an occurrence agrees with
// the window in all blocks of at least one of the C(k + r, r) combinations of r blocks, and
//
//     support <= 1 + sum over combinations (windows that agree in the combination - 1).
//
//   k = 2, r = 2:   window  ACGT|TGCA|GGAT|CCTA
//   combinations            ACGT TGCA .... ....      One pass adds the hash of every combination of every target to a
//                           ACGT .... GGAT ....      counting sketch; one pass reads the bounds of the sources and
//                           drops
//                           ...                      those below t. Hash collisions only raise a bound.
//
// Then the combinations of the sources that are left go into a Bloom filter: a target that has none of them supports
// none of these sources, and is dropped. A frequent block (an adapter's) keeps windows that merely touch it; the next
// level, with a larger r, asks for more of the rest to agree.
//
// Here: what the filters of the CPU (cpu/filter/filter.hpp) and of the GPU (gpu/filter.hpp) have in common.
#pragma once

#include "problems/substring/problem.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace concord::substring {

/// All combinations of `chosen` of `blocks` blocks, as lists of block numbers one after the other.
[[nodiscard]] std::vector<std::uint32_t> block_combinations(std::uint32_t blocks, std::uint32_t chosen);

/// C(k + r, r), or a large number where it overflows.
[[nodiscard]] double combination_count(std::uint64_t mismatches, std::uint64_t intact);

/// Whether windows of `length` letters can be filtered with r = `intact`: they have as many letters as blocks, and the
/// combinations are not too many.
[[nodiscard]] bool is_filter_level(const problem& given, std::uint64_t length, std::uint64_t intact);

/// How many of `windows` windows of random letters are expected to agree with one of them in some combination.
[[nodiscard]] double agreeing_by_chance(const problem& given, std::uint64_t length, std::uint64_t windows,
                                        std::uint64_t intact);

/// Windows of one length: those that may have the support, and those that may give it.
struct window_counts {
    std::uint64_t length;
    std::uint64_t sources;
    std::uint64_t targets;
};

/// What both executors say of a level when they explain their choices.
[[nodiscard]] std::string describe_level(const window_counts& left, std::uint64_t intact);

} // namespace concord::substring
