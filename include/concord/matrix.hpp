// Matrices of symbols or numbers, for the component search and for files.
#pragma once

#include <concord/language.hpp>

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace concord {

/// A matrix of rows · columns cells, row by row. The cells are symbols (letters, code points, packed RGB colours),
/// which are equal or not; integers; or real numbers, where NaN equals nothing, itself included. A cell may have
/// several values, its channels, such as red, green and blue: they stand next to each other.
class matrix {
  public:
    using symbols = std::vector<std::uint32_t>;
    using integers = std::vector<std::int64_t>;
    using reals = std::vector<double>;
    using any = std::variant<symbols, integers, reals>;

    matrix() = default;
    /// Throws error (usage) unless there are rows · columns · channels values, and a channel.
    matrix(std::size_t rows, std::size_t columns, any cells, std::size_t channels = 1);

    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
    [[nodiscard]] std::size_t channels() const noexcept { return channels_; }
    /// Value c of the cell in row r and column k is number (r · columns + k) · channels + c.
    [[nodiscard]] const any& cells() const noexcept { return cells_; }
    [[nodiscard]] bool is_numbers() const noexcept { return !std::holds_alternative<symbols>(cells_); }

  private:
    std::size_t rows_ = 0;
    std::size_t columns_ = 0;
    std::size_t channels_ = 1;
    any cells_;
};

} // namespace concord
