// The oracle: one flood fill for every component of every shift, cell by cell, too simple to be wrong.
#pragma once

#include <concord/component.hpp>

namespace concord::component {

/// What concord::largest_common_component finds, `run` and `labelled` aside. Time O(cells of a · cells of b).
[[nodiscard]] component_result reference_search(const matrix& a, const matrix& b, const component_options& options);

} // namespace concord::component
