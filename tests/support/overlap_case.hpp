// Seeded collections with much in common. The same seed is the same case anywhere.
#pragma once

#include <concord/sequences.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::test {

struct overlap_case {
    std::uint64_t seed = 0;
    alphabet kind = alphabet::dna;
    std::vector<std::string> sequences;

    [[nodiscard]] sequence_set set() const;
    /// The case as C++ that can be pasted into a test, and how to run the test on it alone.
    [[nodiscard]] std::string to_paste() const;
};

/// Random, periodic, of Fibonacci, of Thue and Morse, all equal, copies with edits; few or many sequences, empty ones,
/// ambiguous letters; all alphabets. About `letters` letters at most.
[[nodiscard]] overlap_case make_overlap_case(std::uint64_t seed, std::uint64_t letters);

} // namespace concord::test
