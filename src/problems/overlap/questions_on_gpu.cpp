#include "problems/overlap/questions_on_gpu.hpp"

#include "problems/overlap/costs.hpp"
#include "problems/overlap/resources.hpp"

namespace concord::overlap {

bool is_asked_on_gpu(const index_tables& held, const run_options& run) {
    if (held.on_gpu == nullptr || run.sharing != nullptr) return false;
    return runtime::worth_a_started_gpu(
        run, costs_of_walk(static_cast<double>(held.text.size), held.on_gpu->seconds_of_a_question(), threads_of(run)));
}

} // namespace concord::overlap
