// The input of a run: rank 0 reads it, all have it.
#pragma once

#include "exec/cluster/communicator.hpp"

#include <concord/sequences.hpp>

#include <functional>

namespace concord::exec {

/// Collective: what `read` returns on rank 0, where alone it is called.
[[nodiscard]] sequence_set read_once(communicator& ranks, const std::function<sequence_set()>& read);

} // namespace concord::exec
