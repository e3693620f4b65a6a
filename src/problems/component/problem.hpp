// The contract of all devices: the input, and partial results that merge by a total order.
#pragma once

#include "problems/component/coded_matrices.hpp"

#include <concord/component.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace concord::component {

/// All shifts, row by row: number 0 is the lowest in rows, then in columns.
class shift_table {
  public:
    /// Throws error (resource) where there are more than 2^62.
    shift_table(std::uint64_t rows_a, std::uint64_t columns_a, std::uint64_t rows_b, std::uint64_t columns_b);

    [[nodiscard]] std::uint64_t size() const noexcept { return rows_ * columns_; }
    [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::uint64_t columns() const noexcept { return columns_; }
    [[nodiscard]] matrix_shift at(std::uint64_t number) const noexcept {
        return {first_.rows + static_cast<std::int64_t>(number / columns_),
                first_.columns + static_cast<std::int64_t>(number % columns_)};
    }

  private:
    matrix_shift first_;
    std::uint64_t rows_ = 0;
    std::uint64_t columns_ = 0;
};

/// A component: the best one of some of the shifts.
struct candidate {
    std::uint64_t size = 0;  ///< cells; 0: none
    std::uint64_t shift = 0; ///< its number in the shift_table
    matrix_cell first;       ///< the lowest of its cells, of B

    [[nodiscard]] bool is_better_than(const candidate& other) const noexcept {
        if (size != other.size) return size > other.size;
        return size > 0 && std::tie(shift, first) < std::tie(other.shift, other.first);
    }
};

/// Associative and commutative, by a total order: so the answer depends neither on the tiling nor on the order in which
/// tiles end.
inline void merge(candidate& into, const candidate& part) noexcept {
    if (part.is_better_than(into)) into = part;
}

/// The least size of a component of shift `number` that could replace `best`, given that it must have `least` cells in
/// any case. (Within one shift the lowest first cell decides; a shift is searched as a whole.)
[[nodiscard]] inline std::uint64_t size_that_matters(const candidate& best, std::uint64_t least,
                                                     std::uint64_t number) noexcept {
    if (best.size < least) return least;
    return number <= best.shift ? best.size : best.size + 1;
}

/// The input, validated and coded.
struct problem {
    coded_matrices codes;
    shift_table shifts;
    unsigned connectivity = 4;
    std::uint64_t min_size = 1;
};

/// Cells that agree with nothing, whatever they hold; row by row. Empty: none.
struct excluded_cells {
    std::vector<bool> of_a;
    std::vector<bool> of_b;
};

/// Grows components, run by run from the matrices alone.
class component_grower {
  public:
    /// The arguments must outlive it.
    component_grower(const matrix& a, const matrix& b, const component_options& options, const excluded_cells& without);

    /// The component that holds `from`, its cells in order; empty if the cell does not agree. Time O(its cells + its
    /// runs · log of them), whatever the matrices have.
    [[nodiscard]] std::vector<matrix_cell> cells(matrix_shift shift, matrix_cell from);

  private:
    /// Cells of a row, from `first` to in front of `end`.
    struct run {
        std::int64_t row;
        std::int64_t first;
        std::int64_t end;
    };

    /// Takes the runs of the component, in any order.
    template <class CellsA, class CellsB>
    void take_runs(const CellsA& cells_a, const CellsB& cells_b, matrix_shift shift, matrix_cell from);
    [[nodiscard]] std::size_t place(std::int64_t row, std::int64_t column) const {
        return static_cast<std::size_t>(row) * b_.columns() + static_cast<std::size_t>(column);
    }

    const matrix& a_;
    const matrix& b_;
    unsigned connectivity_;
    const excluded_cells& without_;
    std::vector<double> tolerances_;
    std::vector<std::uint8_t> taken_; ///< cells of B; none between two calls
    std::vector<run> runs_;
    std::vector<std::pair<std::int64_t, std::int64_t>> open_; ///< a cell of each run that is to be taken
};

/// Fills in the result. Throws std::logic_error if the matrices contradict the candidate.
void finish(component_grower& grower, std::uint64_t min_size, const shift_table& shifts, const candidate& best,
            component_result& result);

} // namespace concord::component
