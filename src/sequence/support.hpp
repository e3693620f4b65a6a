// The default of a support. A file of its own: several problems ask it of their options.
#pragma once

#include <concord/sequences.hpp>

namespace concord::sequence {

/// The same options, with the default support for these sequences where none was asked for.
template <class Options>
[[nodiscard]] Options with_support(Options options, const sequence_set& sequences) {
    if (options.support == 0) options.support = default_support(sequences.size());
    return options;
}

} // namespace concord::sequence
