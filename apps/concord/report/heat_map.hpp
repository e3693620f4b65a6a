// A heat map of many distances: how far apart the sequences of two lists are, in bins of their indices.
#pragma once

#include "output/json.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace concord::app::report {

/// Keeps the mean distance of each cell, so its memory does not depend on the number of sequences.
class heat_map {
  public:
    /// At most 48 cells a side, and no more than there are sequences.
    heat_map(std::uint64_t rows, std::uint64_t columns);

    void add(std::uint64_t row, std::uint64_t column, std::uint32_t distance);

    [[nodiscard]] bool empty() const noexcept { return greatest() < 0; }
    /// The mean of a cell; negative where it has no distance.
    [[nodiscard]] double mean(std::size_t row, std::size_t column) const;
    [[nodiscard]] double least() const noexcept;    ///< of all cells' means
    [[nodiscard]] double greatest() const noexcept; ///< negative where there are none
    /// {"rows":…,"columns":…,"means":[[…]]}, null where a cell is empty
    [[nodiscard]] json as_json() const;
    /// Dark where sequences are near each other. The index of A grows downwards, that of B to the right.
    [[nodiscard]] std::string draw(std::string_view id) const;

  private:
    std::uint64_t sequences_a_;
    std::uint64_t sequences_b_;
    std::size_t rows_;
    std::size_t columns_;
    std::vector<double> sums_;
    std::vector<std::uint64_t> counts_;
};

} // namespace concord::app::report
