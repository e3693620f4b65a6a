#include "problems/distance/reference.hpp"

#include <concord/distance.hpp>

namespace concord {

distance_result distance(const sequence_ref& a, const sequence_ref& b, const distance_options& options) {
    const data::coded_pair pair = data::code_pair(a, b);
    distance_result result;
    result.distance = edits::reference_distance(pair, options.metric);
    if (result.distance && options.max_distance && *result.distance > *options.max_distance) result.distance.reset();
    if (result.distance && options.alignment) result.alignment = edits::reference_alignment(pair, options.metric);
    return result;
}

} // namespace concord
