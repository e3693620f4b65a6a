// Where two sequences are alike: one along each side of a square.
#pragma once

#include <concord/pairs.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace concord::app::report {

/// How often something lies in each cell of a square that two lengths span.
class dot_grid {
  public:
    /// At most 400 cells a side, and no more than there are places.
    dot_grid(std::uint64_t length_a, std::uint64_t length_b);

    [[nodiscard]] std::uint64_t length_a() const noexcept { return length_a_; }
    [[nodiscard]] std::uint64_t length_b() const noexcept { return length_b_; }
    [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::size_t column_of(std::uint64_t place) const noexcept;
    [[nodiscard]] std::size_t row_of(std::uint64_t place) const noexcept;
    [[nodiscard]] std::uint64_t at(std::size_t column, std::size_t row) const {
        return counts_[row * columns_ + column];
    }
    [[nodiscard]] std::uint64_t filled() const; ///< cells that hold anything

    void add(std::size_t column, std::size_t row, std::uint64_t times = 1) {
        counts_[row * columns_ + column] += times;
    }
    /// All places of a match, each cell once. Time: O(cells that it crosses).
    void add_match(std::uint64_t a, std::uint64_t b, std::uint64_t length);
    /// The same in half as many cells a side.
    [[nodiscard]] dot_grid coarser() const;

  private:
    dot_grid(std::uint64_t length_a, std::uint64_t length_b, std::size_t most);

    std::uint64_t length_a_;
    std::uint64_t length_b_;
    std::size_t columns_;
    std::size_t rows_;
    std::vector<std::uint64_t> counts_;
};

struct dot_plot_texts {
    std::string_view id;
    std::string title;
    std::string a; ///< what lies along the upper side, from left to right
    std::string b; ///< what lies along the left side, from top to bottom
};

/// `way`: the alignment, drawn over it; may be empty.
[[nodiscard]] std::string draw_dot_plot(const dot_grid& grid, const alignment& way, const dot_plot_texts& texts);

/// How an alignment goes: the share of equal places in each of at most 100 stretches of it.
[[nodiscard]] std::vector<double> identity_along(const alignment& runs);
[[nodiscard]] std::string draw_identity(const std::vector<double>& shares, std::uint64_t columns, std::string_view id);

} // namespace concord::app::report
