// Seeded pairs of sets whose sequences are compared with each other. The same seed is the same case anywhere.
#pragma once

#include "sequence/coded_pair.hpp"

#include <concord/distance.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace concord::test {

struct batch_case {
    std::uint64_t seed;
    alphabet kind;
    std::vector<std::string> a;
    std::vector<std::string> b;
    distance_metric metric;
    std::optional<std::uint64_t> max_distance;
    std::uint64_t nearest; ///< how many

    /// The case as C++ that can be pasted into a test, and how to run the test on it alone.
    [[nodiscard]] std::string to_paste() const;
};

/// Few or many sequences, short or around the edges of words; unrelated, repetitive, or copies with edits.
[[nodiscard]] batch_case make_batch_case(std::uint64_t seed);

/// Letters as the oracle reads them. (sequence::code_pair would do, but takes longer than the oracle.)
[[nodiscard]] sequence::coded_pair coded(const std::string& a, const std::string& b, alphabet kind);

} // namespace concord::test
