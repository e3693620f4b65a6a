// One call in many processes: the ranks of an MPI run, or shards that never meet and whose results are merged later.
#pragma once

#include <cstdint>

namespace concord {

/// Which part of a divided computation a process does: part `index` (from 0) of `count`.
struct shard {
    std::uint64_t index = 0;
    std::uint64_t count = 1;
};

/// How a call shares its work with other processes; made by what starts them.
class task_sharing;

} // namespace concord
