#include <concord/error.hpp>
#include <concord/matrix.hpp>

#include <string>
#include <utility>

namespace concord {

matrix::matrix(std::size_t rows, std::size_t columns, any cells)
    : rows_(rows), columns_(columns), cells_(std::move(cells)) {
    const std::size_t count = std::visit([](const auto& all) { return all.size(); }, cells_);
    const bool fits = columns == 0 || rows == 0 ? count == 0 : count % columns == 0 && count / columns == rows;
    if (!fits)
        throw error(error_code::usage, "a matrix of " + std::to_string(rows) + " rows and " + std::to_string(columns) +
                                           " columns cannot have " + std::to_string(count) + " cells");
}

} // namespace concord
