// Seeded pairs of matrices: letters, blobs, stripes, checkerboards, spirals, numbers; of widths around word edges. The
// same seed is the same case anywhere.
#pragma once

#include <concord/component.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::test {

struct matrix_case {
    std::uint64_t seed = 0;
    matrix a;
    matrix b;
    component_options options;

    /// The case as C++ that can be pasted into a test, and how to run the test on it alone.
    [[nodiscard]] std::string to_paste() const;
};

/// Two matrices of any kind whose cells, multiplied, are about `most_pairs` at most; any options.
[[nodiscard]] matrix_case make_matrix_case(std::uint64_t seed, std::uint64_t most_pairs);

/// Likewise, where A, B or both repeat a small unit, in some cases with a cell that differs.
[[nodiscard]] matrix_case repeating_case(std::uint64_t seed, std::uint64_t most_pairs);

/// Pictures of one to four channels that are much alike, with each of several tolerances, for all channels or for each;
/// of few and of many levels, so that channels take one plane of bits and several.
[[nodiscard]] std::vector<matrix_case> channel_cases(std::uint64_t first_seed);

/// rows · columns cells: 1 on a path of width 1 that winds inwards with a wall of width 1 beside it, else 0.
[[nodiscard]] matrix::symbols spiral(std::size_t rows, std::size_t columns);

} // namespace concord::test
