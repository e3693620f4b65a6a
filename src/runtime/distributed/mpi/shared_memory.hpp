// Shared memory of the ranks of one machine. A file of its own: it separates the system calls from MPI's.
//
// It is an anonymous file in memory, which the first rank creates and the others open under /proc. Unlike
// MPI_Win_allocate_shared it needs no space in /dev/shm (64 MB in a container, as a rule) and leaves nothing behind
// when a rank is killed; and a failure on one rank is reported to all instead of blocking them.
#pragma once

#include <cstddef>
#include <memory>
#include <mpi.h>

namespace concord::runtime {

/// Collective: `bytes` zeros. Throws error (resource) on all of the ranks.
[[nodiscard]] std::shared_ptr<std::byte> map_shared_memory(MPI_Comm machine, std::size_t bytes);

/// Collective: whether it works here. It does not between containers that do not see each other's processes.
[[nodiscard]] bool can_share_memory(MPI_Comm machine);

} // namespace concord::runtime
