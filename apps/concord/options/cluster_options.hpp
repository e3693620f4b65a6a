// The processes that run a command together, and which part of its work falls to this one.
#pragma once

#include "options/common_options.hpp"

#include "runtime/distributed/task_sharing.hpp"

#include <CLI/App.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace concord::app {

/// The ranks that this process belongs to: itself alone, unless the program said otherwise when it started.
[[nodiscard]] runtime::communicator& ranks();
void set_ranks(runtime::communicator& of_this_run);

/// What a part of the last call has in common with its other parts.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> facts_of_call(const task_sharing& sharing);

/// With --verbose: why one rank alone computes, where there are several.
void note_one_rank(const message_arguments& messages);

/// --shard, --checkpoint, --resume
struct cluster_arguments {
    std::string shard;      ///< "3/16", or empty
    std::string checkpoint; ///< a folder, or empty
    bool resume = false;

    void add_to(CLI::App& command);
    [[nodiscard]] bool is_part() const noexcept { return !shard.empty(); }
    /// Null where one process does all. Throws error (usage, resource). From here on signals end the program with a
    /// checkpoint saved, if there is to be one.
    [[nodiscard]] std::unique_ptr<task_sharing> make_sharing() const;
};

} // namespace concord::app
