// Seeded problems for the variants of substring: metric, strands, IUPAC letters, pieces, copies, further answers.
#pragma once

#include <concord/substring.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::test {

struct variant_case {
    std::uint64_t seed;
    alphabet kind;
    std::vector<std::string> sequences;
    substring_options options;

    [[nodiscard]] sequence_set set() const;
    /// The case as a command line that can be pasted into a shell, and how to run the test on it alone.
    [[nodiscard]] std::string to_paste() const;
};

/// A few short sequences that share mutated pieces, for an oracle that takes the fourth power of their length.
[[nodiscard]] variant_case small_variant_case(std::uint64_t seed);

/// A few sequences whose lengths stand around multiples of 64.
[[nodiscard]] variant_case word_edge_variant_case(std::uint64_t seed);

} // namespace concord::test
