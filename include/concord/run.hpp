// How a computation is to be run, and how it was: common to all problems. Nothing here changes an answer.
#pragma once

#include <concord/device.hpp>

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
    concord::device device; ///< automatic, unless one is named
    unsigned threads = 0;   ///< hard bound on threads; 0: the cores that this process may use
    /// Bound on the tables that a computation chooses the size of, in bytes; 0: three quarters of what is free. The
    /// input and lists as long as the input or the answer (some tens of bytes a sequence or tie) come on top. On a GPU
    /// it bounds everything there, the letters included; 0: nine tenths of what is free.
    std::uint64_t memory = 0;
    vector_target vectors = vector_target::automatic;
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

/// Begins to start the GPUs that `options.device` names and returns at once, so that they start while the input is read
/// (a good part of a second). Not needed for an answer. Throws error (resource) where one of them cannot be used.
void start_device(const run_options& options);

/// "0.1.0"
[[nodiscard]] std::string_view version() noexcept;

} // namespace concord
