// How fast a machine is. Rates choose between devices and never change an answer.
//
// Estimates of time are made from figures of one machine (Intel Xeon with AVX-512, NVIDIA H200); rates say how many
// times as fast another one is, for each kind of work. Without a call of use_machine_rates() they are those of that
// machine; the library reads no file.
#pragma once

#include <concord/run.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace concord {

/// Speed of a CPU's threads, relative to as many threads of the reference machine.
struct thread_rates {
    double alone = 1;    ///< of one thread, while the others are idle
    double together = 1; ///< of each, while all cores work
};

struct cpu_rates {
    unsigned cores = 1;    ///< with which `together` was measured
    thread_rates scanning; ///< words of packed letters are compared, and counted
    thread_rates cells;    ///< DP matrices in bits
    thread_rates sorting;  ///< suffixes; `together` is of one computation that all threads share
    thread_rates memory;   ///< random access to more than the caches hold
};

struct gpu_rates {
    /// Until a GPU that this process has not used runs its first kernel, the driver's start included. Whole processes
    /// on one H200 take 0.35 to 0.43 s for work of milliseconds (docs/performance.md, "On GPUs"); the rest is for
    /// machines with more GPUs.
    double start_seconds = 0.5;
    double transfer = 1;  ///< copies from and to the host, relative to the reference as all that follows
    double launching = 1; ///< kernels that take no time, one after the other
    double scanning = 1;
    double cells = 1;
    double sorting = 1;
};

/// The CPU, and the first of the GPUs that can be used.
struct machine_rates {
    cpu_rates cpu;
    gpu_rates gpu;
};

/// The limits of a relative rate, and of a start in seconds: everything else is a mistake.
inline constexpr double least_machine_rate = 1e-3;
inline constexpr double greatest_machine_rate = 1e3;
inline constexpr double longest_gpu_start = 60;

/// Whether all rates are within these limits, and there is a core.
[[nodiscard]] bool is_valid(const machine_rates& rates) noexcept;

/// From now on the calls of this process choose devices by these rates. Thread-safe; calls that have chosen go on as
/// they are. Throws error (usage) unless is_valid(rates).
void use_machine_rates(const machine_rates& rates);
/// What is in use: those of the reference machine as long as nothing else was asked for.
[[nodiscard]] machine_rates used_machine_rates();

/// What a measurement found, for people.
struct measured_rate {
    std::string_view kind; ///< as the members of cpu_rates and gpu_rates: "scanning"
    std::string_view how;  ///< "one thread", "all threads", "GPU"
    double seconds = 0;    ///< of the work that stands for it
    double rate = 1;       ///< the reference's seconds divided by these; of "start" the seconds themselves
};

struct measured_rates {
    machine_rates rates;
    std::vector<measured_rate> details;
    std::string gpu;        ///< its name; empty: none was measured
    std::string why_no_gpu; ///< empty if one was
};

/// Measures this machine, in about a second for the CPU and another for a GPU: `run.device` says which (automatic:
/// both), `run.threads` how many threads are all. Changes no rates that are in use. On a busy machine it finds a slow
/// one. Throws error: resource (a GPU that is named cannot run; memory), cancelled.
[[nodiscard]] measured_rates measure_machine_rates(const run_options& run = {});

} // namespace concord
