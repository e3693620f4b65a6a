// One call in many processes: the ranks of an MPI run, or shards, which never communicate and whose results are merged
// later.
#pragma once

#include <concord/language.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace concord {

/// The part of a divided computation that a process does: part `index` (from 0) of `count`.
struct shard {
    std::uint64_t index = 0;
    std::uint64_t count = 1;
};

/// Shares the work of a call with other processes; run_options::sharing points to it.
class task_sharing;

struct cluster_options {
    shard part;             ///< if count > 1, the result is that of this part only
    std::string checkpoint; ///< a folder that keeps finished work; empty: none
    bool resume = false;    ///< resume from the folder, if it holds a checkpoint
};

/// For one process: a shard, a checkpoint, or both. The result must outlive the calls that use it. One thread makes
/// these calls, one after the other; a run that resumes makes the same calls in the same order. Throws error: usage (no
/// such shard; a checkpoint exists and `resume` is false), resource. Calls throw error (bad_input) for a checkpoint of
/// another call.
[[nodiscard]] std::shared_ptr<task_sharing> share_work(const cluster_options& options);

/// For all ranks of the MPI communicator that `mpi_comm`, an `MPI_Comm*`, points to (null: MPI_COMM_WORLD); collective.
/// Every rank makes the same calls with the same input and gets the same results; only the thread that called this may
/// make them (MPI_THREAD_FUNNELED is enough). Rank 0 keeps the checkpoint. In the target concord::mpi, which links MPI.
/// Throws error as share_work() does.
[[nodiscard]] std::shared_ptr<task_sharing> share_among_ranks(const void* mpi_comm, const cluster_options& options);

} // namespace concord
