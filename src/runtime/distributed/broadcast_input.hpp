// The input of a run: the root reads it and broadcasts it to all ranks; and digests that identify inputs.
#pragma once

#include "runtime/distributed/communicator.hpp"

#include <concord/matrix.hpp>
#include <concord/sequences.hpp>

#include <functional>
#include <string>

namespace concord::runtime {

/// Collective: the result of `read`, which only the root calls.
[[nodiscard]] sequence_set read_once(communicator& ranks, const std::function<sequence_set()>& read);
/// Collective: broadcasts the root's matrix.
void broadcast(communicator& ranks, matrix& cells);

/// Identifies a collection, names included: 16 hexadecimal digits.
[[nodiscard]] std::string digest_of(const sequence_set& sequences);
/// Identifies matrices by shape, kind of cells and checksum.
[[nodiscard]] std::string digest_of(const matrix& cells);

} // namespace concord::runtime
