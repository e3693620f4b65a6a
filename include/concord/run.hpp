// How a computation is to be run, and how it was: common to all problems. Nothing here changes an answer.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace concord {

/// One report of how far a computation is. `done` and `total` count units of equal size within one stage.
struct progress_update {
    std::string_view stage; ///< a few words for a person, such as "comparing"
    std::uint64_t done = 0;
    std::uint64_t total = 0; ///< 0 where it is not known
    std::string_view unit;   ///< what `done` counts, such as "sequences"
};

class task_sharing; // concord/cluster.hpp

/// How to run. The default uses whatever the process may use.
struct run_options {
    std::string device =
        "auto";           ///< "auto", "cpu", "cuda" or "cuda:0,1"; a device that is named and cannot run is an error
    unsigned threads = 0; ///< hard bound on threads; 0: the cores that this process may use
    /// Bound on the tables that a computation chooses the size of, in bytes; 0: three quarters of what is free. The
    /// input and lists as long as the input or the answer (some tens of bytes a sequence or tie) come on top. On a GPU
    /// it bounds everything there, the letters included; 0: nine tenths of what is free.
    std::uint64_t memory = 0;
    std::string vectors =
        "auto";             ///< "auto", "baseline", "avx2" or "avx512"; one that is named and cannot run is an error
    std::uint64_t tile = 0; ///< sequences or starts a unit of work covers; 0: chosen. For tests: it changes no answer
    task_sharing* sharing = nullptr; ///< with other processes; null: this one does all. Must outlive the call

    /// Called now and then, one call at a time, from any thread. May be empty.
    std::function<void(const progress_update&)> on_progress;
    /// Asked now and then from any thread; once it answers true the computation ends with `error_code::cancelled`. May
    /// be empty.
    std::function<bool()> cancelled;
};

/// How it ran.
struct run_report {
    std::string device;  ///< "cpu" or "cuda:0 NVIDIA H200"
    std::string vectors; ///< the vector target that did the work
    unsigned threads = 0;
    double start_seconds = 0;       ///< spent on waiting for GPUs to start
    std::vector<std::string> notes; ///< what was chosen and why, a line each, for `--verbose`
};

/// Cores that this process may use: the smallest of affinity mask, cgroup quota and SLURM_CPUS_PER_TASK; at least 1.
[[nodiscard]] unsigned usable_cores();

/// Vector targets that this build holds and this processor can run, best first, such as {"avx512", "avx2", "baseline"}.
[[nodiscard]] std::vector<std::string> usable_vectors();

/// One line of `concord devices`.
struct device_status {
    std::string name; ///< "cpu", "cuda:0", or "cuda" where none can be used
    bool usable = false;
    std::string detail; ///< what it is, or why it cannot be used
};

/// Everything that this build could run on, usable or not.
[[nodiscard]] std::vector<device_status> list_devices();

/// Begins to start the GPUs that `options.device` names and returns at once, so that they start while the input is read
/// (a good part of a second). Not needed for an answer. Throws error (resource) where one of them cannot be used.
void start_device(const run_options& options);

/// "0.1.0"
[[nodiscard]] std::string_view version() noexcept;

} // namespace concord
