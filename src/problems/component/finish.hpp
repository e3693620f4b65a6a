// From a device's answer to the result: the component is grown again from the two matrices.
#pragma once

#include "problems/component/problem.hpp"

#include <concord/component.hpp>

namespace concord::component {

/// Fills in what was found. Throws std::logic_error where the matrices say otherwise than the device.
void finish(const matrix& a, const matrix& b, const component_options& options, const shift_table& shifts,
            const candidate& best, component_result& result);

} // namespace concord::component
