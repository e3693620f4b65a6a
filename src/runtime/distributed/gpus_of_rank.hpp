// Which GPUs a rank works with.
#pragma once

#include "runtime/distributed/task_sharing.hpp"

#include <vector>

namespace concord::runtime {

/// Of several ranks each has one of `there`, its own as far as there are enough; a process alone has all.
[[nodiscard]] inline std::vector<int> gpus_of_rank(std::vector<int> there, const run_options& options) {
    if (options.sharing == nullptr || there.empty()) return there;
    const communicator& ranks = options.sharing->ranks();
    if (ranks.size() > 1) there = {there[ranks.local_rank() % there.size()]};
    return there;
}

} // namespace concord::runtime
