// Descent with changes.
#pragma once

#include "simulate/random_source.hpp"

#include "simulate/record_writer.hpp"
#include <cstdint>
#include <string>
#include <string_view>

namespace concord::simulate {

struct mutation_rates {
    double substitutions = 0; ///< a letter
    double indels = 0; ///< a letter: half of them insertions, half deletions, of 1 to 10 letters, short ones oftener
};

/// Letters [start, end), 0-based.
struct range {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
};

struct descendant {
    std::string letters;
    range island; ///< where the letters that were spared ended up
};

/// A sequence of independent, equally frequent bases.
[[nodiscard]] std::string random_sequence(std::uint64_t length, random_source& random);

/// A copy of `ancestor` with changes everywhere but in `island`, which is handed on whole. Time and memory O(letters).
[[nodiscard]] descendant mutate(std::string_view ancestor, const mutation_rates& rates, range island,
                                random_source& random);

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

struct genome_options {
    std::uint64_t number = 20;
    std::uint64_t length = 16500; ///< letters of the ancestor
    mutation_rates rates{0.05, 0.0005};
    std::uint64_t island = 0; ///< letters in the middle of the ancestor that never change; 0: none
    bool ancestor = false;    ///< write the ancestor too, as the first record
    std::uint64_t seed = 1;
};

/// Writes FASTA records genome1, genome2 …, with `island=START-END` (0-based, half open) in the header where there is
/// one. The same options give the same bytes on every machine. Time O(letters), memory O(one genome).
void genomes(const genome_options& options, const byte_sink& sink);

} // namespace concord::simulate
