// The ranks of an MPI communicator. Uses two-sided messages and collective calls of one thread only
// (MPI_THREAD_FUNNELED), which every MPI and every network supports.
#pragma once

#include "runtime/distributed/communicator.hpp"

#include <chrono>
#include <memory>
#include <optional>

namespace concord::runtime {

/// Initialises MPI, and finalizes it at the end. One a process.
class mpi_run {
  public:
    mpi_run(int& argc, char**& argv);
    mpi_run(const mpi_run&) = delete;
    mpi_run& operator=(const mpi_run&) = delete;
    ~mpi_run();

    /// Collective: waits until all ranks have arrived, without keeping a core busy. Returns false if not all of them
    /// arrive within `patience`, if given.
    [[nodiscard]] bool barrier(std::optional<std::chrono::milliseconds> patience);

  private:
    struct place;
    std::unique_ptr<place>
        place_; ///< a communicator of its own, so that other messages are not mistaken for those of the barrier
};

/// All ranks of the MPI communicator that `mpi_comm`, an `MPI_Comm*`, points to; null: MPI_COMM_WORLD. Collective. MPI
/// must be initialised and must outlive the result.
[[nodiscard]] std::unique_ptr<communicator> make_mpi_communicator(const void* mpi_comm);

} // namespace concord::runtime
