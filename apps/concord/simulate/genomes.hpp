// Genomes that descend from one ancestor.
#pragma once

#include "simulate/mutate.hpp"
#include "simulate/record_writer.hpp"

#include <cstdint>

namespace concord::simulate {

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
