// Names of known adapters.
#pragma once

#include "problems/adapters/consensus.hpp"

#include <concord/adapters.hpp>

#include <span>
#include <string>
#include <vector>

namespace concord::adapters {

/// A name for a consensus: the known sequence, on either strand, that agrees with it over the most letters, where these
/// are enough; the first of several. Empty: none.
[[nodiscard]] std::string name_of(const codes& consensus, std::span<const known_adapter> mine,
                                  std::span<const known_adapter> published);

} // namespace concord::adapters
