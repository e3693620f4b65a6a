// The options of a question that a test asks.
#pragma once

#include <concord/substring.hpp>

#include <cstdint>

namespace concord::test {

/// k, t and the least length of a substring; the others as they are by default.
[[nodiscard]] inline substring_options options_of(std::uint64_t mismatches, std::uint64_t support,
                                                  std::uint64_t min_length = 1) {
    substring_options options;
    options.mismatches = mismatches;
    options.support = support;
    options.min_length = min_length;
    return options;
}

} // namespace concord::test
