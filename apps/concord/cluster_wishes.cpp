#include "cluster_wishes.hpp"

namespace concord::app {
namespace {

exec::communicator*& ranks_of_this_run() {
    static exec::one_process alone;
    static exec::communicator* all = &alone;
    return all;
}

} // namespace

exec::communicator& ranks() { return *ranks_of_this_run(); }
void set_ranks(exec::communicator& of_this_run) { ranks_of_this_run() = &of_this_run; }

std::unique_ptr<task_sharing> cluster_wishes::make_sharing() const {
    if (ranks().size() == 1) return nullptr;
    return std::make_unique<task_sharing>(ranks());
}

} // namespace concord::app
