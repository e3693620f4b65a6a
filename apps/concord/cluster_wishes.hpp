// The processes that run a command together, and which part of its work falls to this one.
#pragma once

#include <exec/cluster/sharing.hpp>

#include <CLI/App.hpp>

#include <memory>
#include <string>

namespace concord::app {

/// The ranks that this process belongs to: itself alone, unless the program said otherwise when it started.
[[nodiscard]] exec::communicator& ranks();
void set_ranks(exec::communicator& of_this_run);

/// How a command shares its work.
struct cluster_wishes {
    /// Null where one process does all.
    [[nodiscard]] std::unique_ptr<task_sharing> make_sharing() const;
};

} // namespace concord::app
