#include "problems/component/component_at.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace concord::component {
namespace {

/// The cells of B that agree under a shift; those that have been visited are no longer set.
class agreeing_cells {
  public:
    agreeing_cells(const problem& given, std::uint64_t number)
        : rows_(static_cast<std::int64_t>(given.codes.rows_b)),
          columns_(static_cast<std::int64_t>(given.codes.columns_b)), corners_(given.connectivity == 8),
          set_(given.codes.rows_b * given.codes.columns_b) {
        const coded_matrices& codes = given.codes;
        const matrix_shift shift = given.shifts.at(number);
        const auto rows_a = static_cast<std::int64_t>(codes.rows_a);
        const auto columns_a = static_cast<std::int64_t>(codes.columns_a);
        for (std::int64_t row = std::max<std::int64_t>(0, -shift.rows); row < std::min(rows_, rows_a - shift.rows);
             ++row)
            for (std::int64_t column = std::max<std::int64_t>(0, -shift.columns);
                 column < std::min(columns_, columns_a - shift.columns); ++column) {
                const auto b = index(row, column);
                const auto a = static_cast<std::size_t>((row + shift.rows) * columns_a + column + shift.columns);
                const std::uint32_t highest = codes.intervals ? codes.highest[b] : codes.lowest[b];
                set_[b] = codes.lowest[b] <= codes.rank[a] && codes.rank[a] <= highest;
            }
    }

    [[nodiscard]] std::size_t size() const noexcept { return set_.size(); }
    [[nodiscard]] bool is_set(std::size_t cell) const { return set_[cell]; }
    [[nodiscard]] matrix_cell place(std::size_t cell) const {
        const auto columns = static_cast<std::size_t>(columns_);
        return {cell / columns, cell % columns};
    }

    /// Cells that can be reached from one that is set.
    std::uint64_t take_from(std::size_t cell) {
        std::uint64_t taken = 0;
        open_ = {cell};
        set_[cell] = false;
        while (!open_.empty()) {
            const auto at = static_cast<std::int64_t>(open_.back());
            open_.pop_back();
            ++taken;
            for (std::int64_t down = -1; down <= 1; ++down)
                for (std::int64_t right = -1; right <= 1; ++right)
                    if (corners_ || down == 0 || right == 0) visit(at / columns_ + down, at % columns_ + right);
        }
        return taken;
    }

  private:
    [[nodiscard]] std::size_t index(std::int64_t row, std::int64_t column) const {
        return static_cast<std::size_t>(row * columns_ + column);
    }
    void visit(std::int64_t row, std::int64_t column) {
        if (row < 0 || row >= rows_ || column < 0 || column >= columns_ || !set_[index(row, column)]) return;
        set_[index(row, column)] = false;
        open_.push_back(index(row, column));
    }

    std::int64_t rows_;
    std::int64_t columns_;
    bool corners_;
    std::vector<bool> set_;
    std::vector<std::size_t> open_;
};

} // namespace

matrix_cell first_cell_of_component(const problem& given, std::uint64_t number, std::uint64_t size) {
    agreeing_cells cells(given, number);
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        if (cells.is_set(cell) && cells.take_from(cell) == size) return cells.place(cell);
    throw std::logic_error("a shift has no component of the size that was found");
}

} // namespace concord::component
