// The input of a run: rank 0 reads it, all have it.
#pragma once

#include "runtime/distributed/communicator.hpp"

#include <concord/sequences.hpp>

#include <functional>
#include <string>

namespace concord::runtime {

/// Collective: what `read` returns on rank 0, where alone it is called.
[[nodiscard]] sequence_set read_once(communicator& ranks, const std::function<sequence_set()>& read);

/// Tells a collection from others, names included: 16 digits of base 16.
[[nodiscard]] std::string digest_of(const sequence_set& sequences);

} // namespace concord::runtime
