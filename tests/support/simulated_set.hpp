// Simulated collections, larger than what a test would write down.
#pragma once

#include <concord/sequences.hpp>

#include <cstdint>

namespace concord::test {

/// Reads of shortest to longest letters, many of which run into an adapter.
[[nodiscard]] sequence_set simulated_reads(std::uint64_t number, std::uint64_t shortest, std::uint64_t longest,
                                           double substitutions);

[[nodiscard]] sequence_set simulated_genomes(std::uint64_t number, std::uint64_t length);

} // namespace concord::test
