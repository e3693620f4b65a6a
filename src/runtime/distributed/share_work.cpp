#include "runtime/distributed/task_sharing.hpp"

namespace concord {
namespace {

struct sharing_of_one {
    explicit sharing_of_one(const cluster_options& options) : sharing(alone, options.part) {
        if (!options.checkpoint.empty()) sharing.keep_in(options.checkpoint, options.resume);
    }

    runtime::one_process alone;
    task_sharing sharing;
};

} // namespace

std::shared_ptr<task_sharing> share_work(const cluster_options& options) {
    const auto made = std::make_shared<sharing_of_one>(options);
    return {made, &made->sharing};
}

} // namespace concord
