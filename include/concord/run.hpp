// Options and report of a run, common to all problems. They never change an answer.
#pragma once

#include <concord/device.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace concord {

/// The progress of a computation. `done` and `total` count units of equal size within one stage.
struct progress_update {
    std::string_view stage; ///< a few words for users, such as "comparing"
    std::uint64_t done = 0;
    std::uint64_t total = 0; ///< 0: unknown
    std::string_view unit;   ///< the unit of `done`, such as "sequences"
};

class task_sharing; // concord/cluster.hpp

/// Options of a run. The default uses everything that the process may use.
struct run_options {
    concord::device device; ///< automatic by default
    unsigned threads = 0;   ///< hard bound on threads; 0: the cores that this process may use
    /// Bound on working memory in bytes; 0: three quarters of the free memory. The input, and lists as long as the
    /// input or the answer (some tens of bytes a sequence or tie), come on top. On a GPU it bounds all memory there,
    /// the letters included; 0: nine tenths of the free memory.
    std::uint64_t memory = 0;
    vector_target vectors = vector_target::automatic;
    task_sharing* sharing = nullptr; ///< shares the work with other processes; null: none. Must outlive the call

    /// Called now and then, one call at a time, from any thread. May be empty.
    std::function<void(const progress_update&)> on_progress;
    /// Called now and then, from any thread; when it returns true, the computation ends with `error_code::cancelled`.
    /// May be empty.
    std::function<bool()> cancelled;
};

/// The report of a run.
struct run_report {
    std::string device;  ///< "cpu" or "cuda:0 NVIDIA H200"
    std::string vectors; ///< the vector target that was used; empty on a GPU
    unsigned threads = 0;
    double start_seconds = 0;       ///< seconds of waiting for GPUs to start
    std::vector<std::string> notes; ///< choices and their reasons, a line each, for `--verbose`
};

/// Begins to start the GPUs that `options.device` names and returns at once, so that they start while the input is read
/// (a good part of a second). Optional. Throws error (resource) if one of them is not usable.
void start_device(const run_options& options);

/// "0.1.0"
[[nodiscard]] std::string_view version() noexcept;

} // namespace concord
