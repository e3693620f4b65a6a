// The device of a call: one policy for all problems.
//
// A problem estimates the seconds that its work takes on the CPU and on one GPU that is already started, from the
// figures in its tuning.hpp and the rates of this machine (machine_rates.hpp). The policy decides:
//
//   the user names the CPU        the CPU
//   the user names GPUs           these; an error (resource) where the work cannot be done there
//   automatic                     a GPU if it is faster, its start included
//   several GPUs                  where one of them would take longer than the others take to start
//
// The report gets one line about the decision, for --verbose, and one that compares the estimate with the time that the
// work took. The CPU replaces a GPU that the policy chose and that fails or runs out of memory; a GPU that the user
// named is never replaced.
#pragma once

#include "runtime/machine_rates.hpp"
#include "runtime/tuning.hpp"

#include <concord/error.hpp>
#include <concord/run.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace concord::runtime {

/// The work of a call in estimated seconds, and how a GPU can take part.
struct device_costs {
    double cpu = 0;       ///< by the threads of the call
    double gpu = 0;       ///< by one GPU that is already started, transfers included
    double cpu_after = 0; ///< of `cpu`, what is done after the work that run_on() runs: by later calls
    double gpu_after = 0; ///< the same of `gpu`
    /// Seconds on one GPU from which on all GPUs share the work; 0: always.
    double worth_all_gpus = tuning::seconds_worth_all_gpus;
    std::size_t most_gpus = std::numeric_limits<std::size_t>::max(); ///< that can share the work
    std::string cpu_only =
        {}; ///< the reason why only the CPU can do it, such as "a hamming distance is computed on the CPU only"
    bool ranks_must_agree =
        true; ///< ranks that share the call take the same kind of device: GPUs only if they are named
};

struct device_choice {
    std::vector<int> gpus;  ///< the first leads; none: the CPU
    bool is_named = false;  ///< by the user: not to be replaced
    double gpu_seconds = 0; ///< that these GPUs take for what run_on() runs, by the estimate; 0: there is none
    double cpu_seconds = 0; ///< the same of the CPU

    [[nodiscard]] bool on_gpus() const noexcept { return !gpus.empty(); }
};

/// What choose_device() decides on the thread that made it, while it lives: for those who watch how long the work
/// takes, on any thread.
class choice_watch {
  public:
    choice_watch();
    ~choice_watch();
    choice_watch(const choice_watch&) = delete;
    choice_watch& operator=(const choice_watch&) = delete;

    void add(const device_choice& chosen);

    /// GPUs are used by one thread at a time: whether the watched call may choose them, and whether another thread may
    /// use them from now on. False where the other one has them; the watched call has them until it chooses the CPU.
    [[nodiscard]] bool claim_gpus() noexcept { return become(holder::watched); }
    [[nodiscard]] bool lend_gpus() noexcept { return become(holder::other); }

    [[nodiscard]] bool on_gpus() const noexcept { return on_gpus_; }   ///< the last choice
    [[nodiscard]] double seconds() const noexcept { return seconds_; } ///< estimated, of all that was chosen for

  private:
    enum class holder : std::uint8_t { none, watched, other };
    bool become(holder next) noexcept {
        holder now = holder::none;
        return holder_.compare_exchange_strong(now, next) || now == next;
    }

    choice_watch* before_;
    std::atomic<holder> holder_ = holder::none; ///< of GPUs
    std::atomic<bool> on_gpus_ = false;
    std::atomic<double> seconds_ = 0;
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

/// "estimated 0.52 s on the CPU; took 0.61 s"
[[nodiscard]] std::string estimate_note(double estimated, std::string_view where, double took);

/// Seconds of a clock that stands still while this thread waits for GPUs to start.
[[nodiscard]] double working_seconds() noexcept;

/// Does the work, and notes how long it took if there was an estimate.
template <class Work>
auto compared_with(double estimated, std::string_view where, std::vector<std::string>* notes, Work work)
    -> decltype(work()) {
    if (notes == nullptr || estimated <= 0) return work();
    const double begin = working_seconds();
    const auto note = [&] { notes->push_back(estimate_note(estimated, where, working_seconds() - begin)); };
    if constexpr (std::is_void_v<decltype(work())>) {
        work();
        note();
    } else {
        auto result = work();
        note();
        return result;
    }
}

/// Calls on_gpus() if GPUs were chosen, else on_cpu(). If GPUs that the policy chose fail for lack of a resource, calls
/// on_cpu() instead and adds a note. This is the only fallback.
template <class OnGpus, class OnCpu>
auto run_on(const device_choice& chosen, std::vector<std::string>* notes, OnGpus on_gpus, OnCpu on_cpu)
    -> decltype(on_cpu()) {
    const auto work_of_cpu = [&] { return compared_with(chosen.cpu_seconds, "the CPU", notes, on_cpu); };
    if (!chosen.on_gpus()) return work_of_cpu();
    try {
        return compared_with(chosen.gpu_seconds, "the GPU", notes, on_gpus);
    } catch (const error& trouble) {
        if (chosen.is_named || trouble.code() != error_code::resource) throw;
        if (notes != nullptr) notes->push_back(fallback_note(trouble));
    }
    return work_of_cpu();
}

} // namespace concord::runtime
