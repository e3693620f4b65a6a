// Memory that ranks of one machine see together. A file of its own: the system calls stay apart from MPI's.
//
// An anonymous file in memory, which the first rank makes and the others find under /proc: unlike
// MPI_Win_allocate_shared it needs no room in /dev/shm (64 MB in a container, as a rule), leaves nothing behind when a
// rank is killed, and its failure on one rank is told to all instead of being waited for.
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
