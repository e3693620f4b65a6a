// Matrices of a run: rank 0 has them, all get them.
#pragma once

#include "runtime/distributed/communicator.hpp"

#include <concord/component.hpp>

#include <string>

namespace concord::runtime {

/// Collective: the matrix that rank 0 has.
void broadcast(communicator& ranks, matrix& cells);

/// Tells matrices apart, by shape, kind of cells and a checksum.
[[nodiscard]] std::string digest_of(const matrix& cells);

} // namespace concord::runtime
