// Which device a call runs on: one policy for all problems.
//
// A problem estimates the seconds that its work takes on the processor and on one GPU that runs already, by the
// measured rates in its room's tuning.hpp. The policy decides:
//
//   the user names the CPU        the CPU
//   the user names GPUs           these; an error (resource) where the work cannot be done there
//   automatic                     a GPU where the CPU would still work when a GPU has started, and the GPU is faster
//   several GPUs                  where one of them would take longer than the others take to start
//
// What it decided goes into the report, a line for --verbose. A GPU that the policy chose and that runs out of memory,
// or fails, is replaced by the CPU; one that the user named is not.
#pragma once

#include "runtime/tuning.hpp"

#include <concord/error.hpp>
#include <concord/run.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace concord::runtime {

/// The work of a call as estimated seconds, and what a GPU can do with it.
struct device_costs {
    double cpu = 0; ///< by the threads of the call
    double gpu = 0; ///< by one GPU that runs already, transfers included
    /// Seconds on one GPU from which on all GPUs share the work; 0: always.
    double worth_all_gpus = tuning::seconds_worth_all_gpus;
    std::size_t most_gpus = std::numeric_limits<std::size_t>::max(); ///< that can share the work
    std::string cpu_only = {}; ///< why only the CPU can do it, such as "a hamming distance is computed on the CPU only"
    bool ranks_must_agree =
        true; ///< ranks that share the call take the same kind of device: GPUs only if they are named
};

struct device_choice {
    std::vector<int> gpus; ///< the first leads; none: the CPU
    bool is_named = false; ///< by the user: not to be replaced

    [[nodiscard]] bool on_gpus() const noexcept { return !gpus.empty(); }
};

/// The device for a call that costs this; of several ranks each has a GPU of its own, as far as there are enough. Adds
/// a line to `notes`, if there are any. Throws error (resource) where GPUs are named that cannot be used, or not for
/// this work.
[[nodiscard]] device_choice choose_device(const run_options& options, const device_costs& costs,
                                          std::vector<std::string>* notes);

/// Whether a GPU that runs already and holds the data shall do this: where one is named, or it is automatic and the GPU
/// is not slower.
[[nodiscard]] inline bool worth_a_started_gpu(const run_options& options, const device_costs& costs) {
    return options.device.names_gpus() || (options.device.is_automatic() && costs.cpu >= costs.gpu);
}

/// Throws error (resource) where GPUs are named and cannot be used, or `cpu_only` says why they cannot do this.
void check_device(const run_options& options, const std::string& cpu_only = {});

/// Waits until the GPUs of a choice have started; the report gets the device and the time that was spent on waiting.
void wait_for_device(const device_choice& chosen, run_report& report);

/// The line that says why the CPU took over.
[[nodiscard]] std::string fallback_note(const error& trouble);

/// Calls on_gpus(), if GPUs were chosen, else on_cpu(). The one fallback: where GPUs that the policy chose fail for
/// lack of a resource, `notes` say so and on_cpu() does the work instead.
template <class OnGpus, class OnCpu>
auto run_on(const device_choice& chosen, std::vector<std::string>* notes, OnGpus on_gpus, OnCpu on_cpu)
    -> decltype(on_cpu()) {
    if (!chosen.on_gpus()) return on_cpu();
    try {
        return on_gpus();
    } catch (const error& trouble) {
        if (chosen.is_named || trouble.code() != error_code::resource) throw;
        if (notes != nullptr) notes->push_back(fallback_note(trouble));
    }
    return on_cpu();
}

} // namespace concord::runtime
