// One call in many processes: the ranks of an MPI run, or shards that never meet and whose results are merged later.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace concord {

/// Which part of a divided computation a process does: part `index` (from 0) of `count`.
struct shard {
    std::uint64_t index = 0;
    std::uint64_t count = 1;
};

/// How a call shares its work with other processes: what run_options::sharing points to.
class task_sharing;

struct cluster_options {
    shard part;             ///< of several: the result is this part's alone
    std::string checkpoint; ///< a folder in which is kept what is done; empty: none
    bool resume = false;    ///< go on from what the folder holds, if it holds anything
};

/// For one process: a shard, a checkpoint, or both. It must outlive the calls that use it, which are made one after the
/// other by one thread; calls that go on from a checkpoint are the same calls in the same order. Throws error: usage
/// (no such shard; a checkpoint that is there already), resource. Calls throw bad_input where a checkpoint is of
/// another call.
[[nodiscard]] std::shared_ptr<task_sharing> share_work(const cluster_options& options);

/// For all ranks of the MPI communicator that `mpi_comm`, an `MPI_Comm*`, points to (null: MPI_COMM_WORLD); collective.
/// Every rank makes the same calls with the same input and gets the same results; only the thread that called this may
/// make them (MPI_THREAD_FUNNELED is enough). Rank 0 keeps the checkpoint. In the target concord::mpi, which links MPI.
[[nodiscard]] std::shared_ptr<task_sharing> share_among_ranks(const void* mpi_comm, const cluster_options& options);

} // namespace concord
