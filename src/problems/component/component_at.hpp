// The components of one shift, told apart cell by cell.
#pragma once

#include "problems/component/problem.hpp"

#include <cstdint>

namespace concord::component {

/// The lowest cell of B of a component of `size` cells under shift `number`, the lowest of all such; there must be one.
/// Time and memory O(cells under the shift).
[[nodiscard]] matrix_cell first_cell_of_component(const problem& given, std::uint64_t number, std::uint64_t size);

} // namespace concord::component
