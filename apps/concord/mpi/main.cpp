// concord-mpi: the same program for the ranks of an MPI run. Rank 0 reads, writes and prints messages.
#include "interruption.hpp"
#include "options/common_options.hpp"
#include "program.hpp"
#include "runtime/distributed/mpi/mpi_communicator.hpp"
#include "terminal.hpp"

#include <concord/error.hpp>

#include <chrono>
#include <optional>

int main(int argc, char** argv) {
    using namespace concord::app;
    occupy_standard_streams();
    heed_launcher(); // before MPI_Init, which sets such variables even where there is none
    concord::runtime::mpi_run mpi(argc, argv);
    const auto all = concord::runtime::make_mpi_communicator(nullptr);
    set_ranks(*all);
    watch_for_signals();
    const int status = run_program(argc, argv);
    // Wrong usage is mostly seen by all ranks, which then reach the barrier at once; where one alone found it (in what
    // it read), the others wait elsewhere. Of anything worse the others may know nothing.
    constexpr std::chrono::milliseconds patience{1000};
    const int usage = static_cast<int>(concord::error_code::usage);
    if (status > usage || !mpi.barrier(status == usage ? std::optional(patience) : std::nullopt)) all->abort(status);
    return status;
}
