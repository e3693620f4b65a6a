// The input of a run: the root reads it, all ranks have it; and digests that tell inputs apart.
#pragma once

#include "runtime/distributed/communicator.hpp"

#include <concord/matrix.hpp>
#include <concord/sequences.hpp>

#include <functional>
#include <string>

namespace concord::runtime {

/// Collective: what `read` returns on the root, where alone it is called.
[[nodiscard]] sequence_set read_once(communicator& ranks, const std::function<sequence_set()>& read);
/// Collective: all get the matrix of the root.
void broadcast(communicator& ranks, matrix& cells);

/// Tells a collection from others, names included: 16 digits of base 16.
[[nodiscard]] std::string digest_of(const sequence_set& sequences);
/// Tells matrices apart, by shape, kind of cells and a checksum.
[[nodiscard]] std::string digest_of(const matrix& cells);

} // namespace concord::runtime
