// The device of a call: one policy for all problems.
//
// A problem estimates the seconds that its work takes on the CPU and on one GPU that is already started, from the
// measured rates in its tuning.hpp. The policy decides:
//
//   the user names the CPU        the CPU
//   the user names GPUs           these; an error (resource) where the work cannot be done there
//   automatic                     a GPU if the CPU would still be working when a GPU has started, and the GPU is faster
//   several GPUs                  where one of them would take longer than the others take to start
//
// The report gets one line about the decision, for --verbose. The CPU replaces a GPU that the policy chose and that
// fails or runs out of memory; a GPU that the user named is never replaced.
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

/// The work of a call in estimated seconds, and how a GPU can take part.
struct device_costs {
    double cpu = 0; ///< by the threads of the call
    double gpu = 0; ///< by one GPU that is already started, transfers included
    /// Seconds on one GPU from which on all GPUs share the work; 0: always.
    double worth_all_gpus = tuning::seconds_worth_all_gpus;
    std::size_t most_gpus = std::numeric_limits<std::size_t>::max(); ///< that can share the work
    std::string cpu_only =
        {}; ///< the reason why only the CPU can do it, such as "a hamming distance is computed on the CPU only"
    bool ranks_must_agree =
        true; ///< ranks that share the call take the same kind of device: GPUs only if they are named
};

struct device_choice {
    std::vector<int> gpus; ///< the first leads; none: the CPU
    bool is_named = false; ///< by the user: not to be replaced

    [[nodiscard]] bool on_gpus() const noexcept { return !gpus.empty(); }
};

/// The device for work of this cost; each of several ranks gets a GPU of its own as long as there are enough. Appends a
/// line to `notes` unless it is null. Throws error (resource) where the named GPUs cannot be used, or not for this
/// work.
[[nodiscard]] device_choice choose_device(const run_options& options, const device_costs& costs,
                                          std::vector<std::string>* notes);

/// Whether a started GPU that holds the data does this work: if it is named, or if the choice is automatic and the GPU
/// is not slower.
[[nodiscard]] inline bool worth_a_started_gpu(const run_options& options, const device_costs& costs) {
    return options.device.names_gpus() || (options.device.is_automatic() && costs.cpu >= costs.gpu);
}

/// Throws error (resource) where GPUs are named that cannot be used, or where `cpu_only` is not empty.
void check_device(const run_options& options, const std::string& cpu_only = {});

/// Waits until the GPUs of a choice have started; adds the device and the time spent waiting to the report.
void wait_for_device(const device_choice& chosen, run_report& report);

/// The note for a call in which the CPU replaced a GPU.
[[nodiscard]] std::string fallback_note(const error& trouble);

/// Calls on_gpus() if GPUs were chosen, else on_cpu(). If GPUs that the policy chose fail for lack of a resource, calls
/// on_cpu() instead and adds a note. This is the only fallback.
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
