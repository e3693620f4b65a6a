// From a device's answer to the result: the component is grown again from the two matrices.
#pragma once

#include "problems/component/problem.hpp"

#include <concord/component.hpp>

#include <vector>

namespace concord::component {

/// The component that holds `from`, in order, cell by cell from the matrices alone; empty where nothing agrees there.
[[nodiscard]] std::vector<matrix_cell> grow(const matrix& a, const matrix& b, const component_options& options,
                                            matrix_shift shift, matrix_cell from);

/// Fills in what was found. Throws std::logic_error where the matrices say otherwise than the device.
void finish(const matrix& a, const matrix& b, const component_options& options, const shift_table& shifts,
            const candidate& best, component_result& result);

} // namespace concord::component
