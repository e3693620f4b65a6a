// Simulated collections, larger than what a test would write down.
#pragma once

#include <concord/sequences.hpp>

#include <cstdint>
#include <string>

namespace concord::test {

/// Reads of shortest to longest letters, many of which run into an adapter.
[[nodiscard]] sequence_set simulated_reads(std::uint64_t number, std::uint64_t shortest, std::uint64_t longest,
                                           double substitutions);

/// Texts of random letters, always the same ones.
[[nodiscard]] sequence_set random_reads(std::uint64_t number, std::size_t length, const std::string& letters = "ACGT",
                                        alphabet kind = alphabet::dna);

[[nodiscard]] sequence_set simulated_genomes(std::uint64_t number, std::uint64_t length);

} // namespace concord::test
