// Seeded problems: random, repetitive, planted, of lengths around word edges. The same seed is the same case anywhere.
#pragma once

#include <concord/substring.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::test {

struct random_case {
    std::uint64_t seed;
    alphabet kind;
    std::vector<std::string> sequences;
    substring_options options;

    [[nodiscard]] sequence_set set() const;
    /// The case as a command line that can be pasted into a shell, and how to run the test on it alone.
    [[nodiscard]] std::string to_paste() const;
};

/// A case of few and short sequences, for oracles that are cubic.
[[nodiscard]] random_case small_case(std::uint64_t seed);

/// A case of a few longer sequences (up to some hundred letters) whose lengths stand around multiples of 64.
[[nodiscard]] random_case word_edge_case(std::uint64_t seed);

/// CONCORD_SEED where it is set: only this seed is tried. Else `first`, first + 1 ... first + count - 1.
[[nodiscard]] std::vector<std::uint64_t> seeds(std::uint64_t first, std::uint64_t count);

} // namespace concord::test
