// Facts of this machine. They choose between ways of computing the same answer and never affect it. Choices that ranks
// of several machines must make alike go through task_sharing::agree.
#pragma once

#include <cstdint>
#include <string>

namespace concord::runtime {

/// Bytes of the caches that one core sees.
struct cache_sizes {
    std::uint64_t level_1; ///< data cache of a core
    std::uint64_t level_2; ///< of a core, usually
    std::uint64_t
        last; ///< of the level that cores share; a virtual machine often reports that of the whole host: bound it
};

/// Read once, from sysconf and then from sysfs; 32 KiB, 1 MiB, 32 MiB where neither has them.
[[nodiscard]] const cache_sizes& caches() noexcept;

/// Bytes of a page of memory.
[[nodiscard]] std::uint64_t page_size() noexcept;

/// The name in /proc/cpuinfo; "processor" where there is none.
[[nodiscard]] const std::string& processor_name();

/// What the NVIDIA driver says in /proc, without being started: empty where it says nothing.
struct gpu_driver_facts {
    std::string version; ///< "580.159.04"
    std::string models;  ///< of all GPUs, in the order of their addresses: "NVIDIA H200, NVIDIA H200"
};
[[nodiscard]] gpu_driver_facts gpu_driver();

/// Bytes that this process could allocate now: the system's available memory, within the limit of the cgroup.
[[nodiscard]] std::uint64_t free_memory();

} // namespace concord::runtime
