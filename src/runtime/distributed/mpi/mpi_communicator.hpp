// The ranks of an MPI communicator. Two-sided messages and collective calls of one thread only, which every MPI has and
// every network carries (MPI_THREAD_FUNNELED).
#pragma once

#include "runtime/distributed/communicator.hpp"

#include <chrono>
#include <memory>
#include <optional>

namespace concord::runtime {

/// MPI from here to its end: initialises it and finalizes it. One a process.
class mpi_run {
  public:
    mpi_run(int& argc, char**& argv);
    mpi_run(const mpi_run&) = delete;
    mpi_run& operator=(const mpi_run&) = delete;
    ~mpi_run();

    /// Collective: waits until all ranks come here, without keeping a core busy. False where not all of them have come
    /// within `patience`, if there is one.
    [[nodiscard]] bool barrier(std::optional<std::chrono::milliseconds> patience);

  private:
    struct place;
    std::unique_ptr<place> place_; ///< a communicator of its own: no other message is taken for one of the barrier
};

/// All ranks of the MPI communicator that `mpi_comm`, an `MPI_Comm*`, points to; null: MPI_COMM_WORLD. Collective. MPI
/// must be initialised, and stay so for as long as the result lives.
[[nodiscard]] std::unique_ptr<communicator> make_mpi_communicator(const void* mpi_comm);

} // namespace concord::runtime
