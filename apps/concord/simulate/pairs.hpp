// Pairs of related sequences.
#pragma once

#include "simulate/record_writer.hpp"

#include <cstdint>

namespace concord::simulate {

struct pair_options {
    std::uint64_t number = 1000;
    std::uint64_t shortest = 1000; ///< letters of the first of a pair, uniform from shortest to longest
    std::uint64_t longest = 1000;
    double divergence = 0.05; ///< edits a letter
    double indel_share = 0.1; ///< of the edits; the others are substitutions
    std::uint64_t seed = 1;
};

/// Writes FASTA records 1a, 1b, 2a, 2b …; b descends from a.
/// The same options give the same bytes on every machine. Time O(letters), memory O(one pair).
void pairs(const pair_options& options, const byte_sink& sink);

} // namespace concord::simulate
