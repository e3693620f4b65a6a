#include "runtime/distributed/mpi/mpi_communicator.hpp"
#include "runtime/distributed/task_sharing.hpp"

namespace concord {
namespace {

struct sharing_of_ranks {
    sharing_of_ranks(const void* mpi_comm, const cluster_options& options)
        : ranks(runtime::mpi_ranks(mpi_comm)), sharing(*ranks, options.part) {
        if (!options.checkpoint.empty()) sharing.keep_in(options.checkpoint, options.resume);
    }

    std::unique_ptr<runtime::communicator> ranks;
    task_sharing sharing;
};

} // namespace

std::shared_ptr<task_sharing> share_among_ranks(const void* mpi_comm, const cluster_options& options) {
    const auto made = std::make_shared<sharing_of_ranks>(mpi_comm, options);
    return {made, &made->sharing};
}

} // namespace concord
