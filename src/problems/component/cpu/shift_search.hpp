// The search over all shifts that do not repeat others: counted, ordered by bound, filtered.
#pragma once

#include "problems/component/cpu/repeated_shifts.hpp"
#include "problems/component/search.hpp"

#include <vector>

namespace concord::component {

/// The best component of all shifts that do not repeat others. Throws error: resource (memory), cancelled.
[[nodiscard]] search_outcome search_shifts(const problem& given, const search_resources& resources,
                                           const repeated_shifts& repeated);

/// Components of exactly `given.min_size` cells, which no component may exceed, in any order: all of those shifts, or of
/// each shift one. Throws error: resource (they take more than the memory), cancelled.
[[nodiscard]] std::vector<candidate> components_of_shifts(const problem& given, const search_resources& resources,
                                                          const repeated_shifts& repeated, bool one_each);

/// Throws error (resource) if so many components take more than the memory.
void check_room_for(std::uint64_t components, std::uint64_t memory);

} // namespace concord::component
