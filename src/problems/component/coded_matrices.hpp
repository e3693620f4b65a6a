// Both matrices under one rule, whatever their cells are: a cell of A is a rank, a cell of B an interval of ranks, and
// they agree where the rank lies in the interval.
#pragma once

#include <concord/component.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::component {

/// Equal cells only: the interval of a cell of B is one rank, `lowest`, and `highest` is empty. Ranks are those of the
/// values that both matrices hold; a value that only A has, and one that only B has, get a rank each that nothing of
/// the other has. With a tolerance: ranks are those of A's values in ascending order; NaN comes after all of them.
/// Values of B without a partner have lowest > highest.
struct coded_matrices {
    std::size_t rows_a = 0;
    std::size_t columns_a = 0;
    std::size_t rows_b = 0;
    std::size_t columns_b = 0;
    bool intervals = false;
    bool may_agree = false;             ///< false: no cell agrees with any
    unsigned bits = 1;                  ///< of the greatest rank, at least 1
    std::vector<std::uint32_t> rank;    ///< of the cells of A, row by row
    std::vector<std::uint32_t> lowest;  ///< of the cells of B, row by row
    std::vector<std::uint32_t> highest; ///< of the cells of B where `intervals`, else empty
};

/// Time O(cells · log values). Throws error: usage (symbols beside numbers, the tolerance), resource (more than 2^32 -
/// 2 different values).
[[nodiscard]] coded_matrices code_matrices(const matrix& a, const matrix& b, double tolerance);

} // namespace concord::component
