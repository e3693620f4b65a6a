// The components of one shift, one after the other: for shifts that the bounds do not decide.
#pragma once

#include "base/bits.hpp"

#include <concord/component.hpp>

#include "problems/component/problem.hpp"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::component {

/// The mask of one shift, from which components are removed one at a time. Floods proceed by words: cells of one word
/// that are reached together are removed together.
class mask_of_shift {
  public:
    /// Copies lane `lane` of a board of `rows` rows of `words` words (see sweeps.hpp).
    void load(const std::uint64_t* board, std::size_t rows, std::size_t words, std::size_t lanes, std::size_t lane);

    struct component {
        std::uint64_t size = 0;
        std::size_t row = 0; ///< of its first cell, in rows and columns of the mask
        std::size_t column = 0;
    };

    /// The largest component among the `cells` cells of the mask, of equal ones that with the lowest first cell; size 0
    /// if none has `least` cells. Stops as soon as the remaining cells cannot hold a larger one. Destroys the mask.
    [[nodiscard]] component largest(std::uint64_t cells, std::uint64_t least, unsigned connectivity);

    /// Calls take(component) for each component of at least `least` cells, by their first cells. Destroys the mask.
    template <class Take>
    void each(std::uint64_t cells, std::uint64_t least, unsigned connectivity, Take take) {
        std::size_t row = 0;
        for (component found; (found = next(row, cells, least, connectivity)).size > 0;)
            take(found);
    }

  private:
    /// The first component of at least `least` cells, which is removed with those before it; size 0: there is none.
    /// The rows before `row`, which becomes that of its first cell, are empty.
    [[nodiscard]] component next(std::size_t& row, std::uint64_t& cells, std::uint64_t least, unsigned connectivity);
    template <bool Corners>
    component largest_as(std::uint64_t cells, std::uint64_t least);
    template <bool Corners>
    std::uint64_t take(std::size_t index, std::uint64_t seed);

    struct arrival {
        std::size_t index;
        std::uint64_t cells;
    };
    std::vector<std::uint64_t> mask_; ///< rows of words with a border of zeros all around
    std::size_t rows_ = 0;
    std::size_t words_ = 0;
    std::vector<arrival> open_;
};

/// The rows and columns that a component spans; of B, unless said otherwise.
struct cell_box {
    std::int64_t first_row;
    std::int64_t last_row;
    std::int64_t first_column;
    std::int64_t last_column;

    [[nodiscard]] bool holds(const cell_box& other) const noexcept {
        return first_row <= other.first_row && other.last_row <= last_row && first_column <= other.first_column &&
               other.last_column <= last_column;
    }
};

struct boxed_component {
    matrix_cell first; ///< its lowest cell of B
    cell_box box;
};

/// All components of `size` cells under shift `number`, by their first cells. Time and memory O(cells under the shift).
[[nodiscard]] std::vector<boxed_component> components_of_shift(const problem& given, std::uint64_t number,
                                                               std::uint64_t size);

/// The lowest cell of B in any component of `size` cells under shift `number`; there must be one. Time and memory
/// O(cells under the shift).
[[nodiscard]] matrix_cell first_cell_of_component(const problem& given, std::uint64_t number, std::uint64_t size);

} // namespace concord::component
