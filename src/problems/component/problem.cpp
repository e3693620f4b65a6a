#include "problems/component/problem.hpp"

#include <concord/error.hpp>

namespace concord {

matrix::matrix(std::size_t rows, std::size_t columns, any cells)
    : rows_(rows), columns_(columns), cells_(std::move(cells)) {
    const std::size_t count = std::visit([](const auto& of) { return of.size(); }, cells_);
    const bool whole = columns == 0 ? count == 0 : count % columns == 0 && count / columns == rows;
    if (!whole)
        throw error(error_code::usage, "a matrix of " + std::to_string(rows) + " rows and " + std::to_string(columns) +
                                           " columns cannot have " + std::to_string(count) + " cells");
}

namespace component {

shift_table::shift_table(std::uint64_t rows_a, std::uint64_t columns_a, std::uint64_t rows_b, std::uint64_t columns_b) {
    if (rows_a == 0 || columns_a == 0 || rows_b == 0 || columns_b == 0) return;
    rows_ = rows_a + rows_b - 1;
    columns_ = columns_a + columns_b - 1;
    constexpr std::uint64_t most = std::uint64_t{1} << 62U;
    if (columns_ > most / rows_) throw error(error_code::resource, "there are more shifts than can be counted");
    first_ = {1 - static_cast<std::int64_t>(rows_b), 1 - static_cast<std::int64_t>(columns_b)};
}

} // namespace component
} // namespace concord
