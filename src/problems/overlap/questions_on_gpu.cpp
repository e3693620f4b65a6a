#include "problems/overlap/questions_on_gpu.hpp"

#include "problems/overlap/tuning.hpp"
#include "runtime/device_policy.hpp"

namespace concord::overlap {

bool is_asked_on_gpu(const index_tables& held, const run_options& run) {
    if (held.on_gpu == nullptr || run.sharing != nullptr) return false;
    return runtime::worth_a_started_gpu(
        run, {.cpu = static_cast<double>(held.text.size) / tuning::cpu_letters_walked_a_second,
              .gpu = held.on_gpu->seconds_of_a_question()});
}

} // namespace concord::overlap
