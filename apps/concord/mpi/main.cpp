// concord-mpi: the same program for the ranks of an MPI run. Rank 0 reads, writes and speaks.
#include "cluster_wishes.hpp"
#include "commands.hpp"
#include "interruption.hpp"
#include "program.hpp"
#include "terminal.hpp"

#include <concord/error.hpp>
#include <exec/cluster/mpi/mpi_ranks.hpp>

#include <chrono>
#include <thread>

int main(int argc, char** argv) {
    using namespace concord::app;
    occupy_standard_streams();
    const concord::exec::mpi_run mpi(argc, argv);
    const auto all = concord::exec::mpi_ranks(nullptr);
    set_ranks(*all);
    watch_for_signals();
    const int status = run_program(argc, argv,
                                   {add_substring, add_subsequence, add_distance, add_overlap, add_component, add_merge,
                                    add_simulate, add_devices});
    // Wrong usage is seen by all ranks alike; of anything else the others may know nothing, and wait.
    if (status > static_cast<int>(concord::error_code::usage)) all->abort(status);
    return status;
}
