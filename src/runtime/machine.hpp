// Facts of this machine, asked of the machine. They choose between ways of computing the same answer and are never part
// of one. What ranks of several machines must choose alike goes through task_sharing::agree.
#pragma once

#include <cstdint>
#include <string>

namespace concord::runtime {

/// Bytes of the caches that one core sees.
struct cache_sizes {
    std::uint64_t level_1; ///< of data, of a core
    std::uint64_t level_2; ///< of a core, as a rule
    std::uint64_t
        last; ///< of the level that cores share; a virtual machine often reports that of the whole host: bound it
};

/// Asked once, of sysconf and then of sysfs; where neither knows: 32 KiB, 1 MiB, 32 MiB.
[[nodiscard]] const cache_sizes& caches() noexcept;

/// As /proc/cpuinfo names it; "processor" where it does not.
[[nodiscard]] const std::string& processor_name();

/// Bytes that this process could allocate now: what the system has available, within the limit of the cgroup.
[[nodiscard]] std::uint64_t free_memory();

} // namespace concord::runtime
