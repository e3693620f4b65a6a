// Seeded pairs of sequences: unrelated, mutated, periodic, of lengths around word and block edges. The same seed is the
// same case anywhere.
#pragma once

#include <concord/pairs.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::test {

struct pair_case {
    std::uint64_t seed = 0;
    std::vector<std::uint32_t> a;
    std::vector<std::uint32_t> b;

    [[nodiscard]] sequence_ref ref_a() const { return sequence_ref(std::span<const std::uint32_t>(a)); }
    [[nodiscard]] sequence_ref ref_b() const { return sequence_ref(std::span<const std::uint32_t>(b)); }
    /// The case as C++ that can be pasted into a test, and how to run the test on it alone.
    [[nodiscard]] std::string to_paste() const;
};

/// Lengths from 0 to about `longest`, mostly at 31 to 33, 63 to 65, 127 to 129, 511 to 513, 2,047 to 2,049; alphabets
/// of 1 to 5,000 letters; 0 to 100 % of the letters edited.
[[nodiscard]] pair_case make_pair_case(std::uint64_t seed, std::uint64_t longest);

/// Unrelated sequences of these lengths, of so many letters.
[[nodiscard]] pair_case make_unrelated_pair(std::uint64_t seed, std::uint64_t a_length, std::uint64_t b_length,
                                            std::uint64_t letters);

/// Throws std::logic_error unless the alignment is one of the pair: letters under '=' equal, under 'X' different, all
/// letters used, runs merged. Returns its edits.
[[nodiscard]] std::uint64_t replay(const pair_case& pair, const alignment& runs);

} // namespace concord::test
