#include "problems/component/problem.hpp"

#include <concord/error.hpp>

namespace concord::component {

shift_table::shift_table(std::uint64_t rows_a, std::uint64_t columns_a, std::uint64_t rows_b, std::uint64_t columns_b) {
    if (rows_a == 0 || columns_a == 0 || rows_b == 0 || columns_b == 0) return;
    rows_ = rows_a + rows_b - 1;
    columns_ = columns_a + columns_b - 1;
    constexpr std::uint64_t most = std::uint64_t{1} << 62U;
    if (columns_ > most / rows_) throw error(error_code::resource, "there are more shifts than can be counted");
    first_ = {1 - static_cast<std::int64_t>(rows_b), 1 - static_cast<std::int64_t>(columns_b)};
}

} // namespace concord::component
