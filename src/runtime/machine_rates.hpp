// Work as seconds of the reference machine, by kind, and what this machine makes of them.
//
//     a problem     letters / tuning::…_a_second  ──▶  work by kind  ──▶  seconds here = Σ work / rate  ──▶
//     device_policy
//
// The constants of tuning.hpp are figures of the reference machine and stay what they are; only rates differ.
#pragma once

#include <concord/machine_rates.hpp>

namespace concord::runtime {

/// Seconds of the reference machine, by as many threads as will work here.
struct cpu_work {
    double scanning = 0;
    double cells = 0;
    double sorting = 0;
    double memory = 0;
};

/// Seconds of the reference's GPU once it has started.
struct gpu_work {
    double transfer = 0;
    double launching = 0;
    double scanning = 0;
    double cells = 0;
    double sorting = 0;
};

/// The speed of each of so many threads: between that of one and that of all, in proportion.
[[nodiscard]] double rate_of(const thread_rates& rates, unsigned threads, unsigned cores) noexcept;

/// Seconds of the work here, by the rates in use.
[[nodiscard]] double seconds_of(const cpu_work& work, unsigned threads);
[[nodiscard]] double seconds_of(const gpu_work& work);
/// The same by other rates.
[[nodiscard]] double seconds_of(const cpu_work& work, unsigned threads, const cpu_rates& rates) noexcept;
[[nodiscard]] double seconds_of(const gpu_work& work, const gpu_rates& rates) noexcept;

} // namespace concord::runtime
