// The oracle: one flood fill for every component of every shift, cell by cell, too simple to be wrong.
#pragma once

#include <concord/component.hpp>

#include <cstdint>
#include <vector>

namespace concord::component {

/// What concord::largest_common_component finds, `run` and `labelled` aside. Time O(cells of a · cells of b).
[[nodiscard]] component_result reference_search(const matrix& a, const matrix& b, const component_options& options);

/// All largest components, in order; what concord::every_largest_component finds.
[[nodiscard]] std::vector<component_result> reference_every(const matrix& a, const matrix& b,
                                                            const component_options& options);
/// The largest that do not overlap; what concord::successive_components finds.
[[nodiscard]] std::vector<component_result> reference_successive(const matrix& a, const matrix& b,
                                                                 const component_options& options, std::uint64_t count);

} // namespace concord::component
