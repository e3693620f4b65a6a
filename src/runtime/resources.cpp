// What of this machine the process may use.
#include "runtime/thread_pool.hpp"

#include <concord/error.hpp>

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

namespace concord {
namespace {

unsigned cores_of_affinity() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<unsigned>(CPU_COUNT(&set));
    return std::max(1U, std::thread::hardware_concurrency());
}

/// Cores of the cgroup's quota, rounded up; 0 where there is none.
unsigned cores_of_cgroup() {
    std::ifstream v2("/sys/fs/cgroup/cpu.max");
    std::string quota;
    double period = 0;
    if (v2 >> quota >> period && quota != "max" && period > 0)
        return static_cast<unsigned>((std::strtod(quota.c_str(), nullptr) + period - 1) / period);
    std::ifstream v1_quota("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
    std::ifstream v1_period("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
    double microseconds = 0;
    if (v1_quota >> microseconds && v1_period >> period && microseconds > 0 && period > 0)
        return static_cast<unsigned>((microseconds + period - 1) / period);
    return 0;
}

unsigned cores_of_slurm() {
    const char* text = std::getenv("SLURM_CPUS_PER_TASK");
    if (text == nullptr) return 0;
    const std::string value(text);
    unsigned cores = 0;
    const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), cores);
    return problem == std::errc() && end == value.data() + value.size() ? cores : 0;
}

std::uint64_t read_number(const char* path) {
    std::ifstream file(path);
    std::uint64_t value = 0;
    return file >> value ? value : 0;
}

std::uint64_t free_memory() {
    std::uint64_t free = 0;
    std::ifstream file("/proc/meminfo");
    std::string key;
    std::uint64_t kilobytes = 0;
    std::string unit;
    while (file >> key >> kilobytes && std::getline(file, unit))
        if (key == "MemAvailable:") free = kilobytes * 1024;
    if (free == 0) {
        const long pages = sysconf(_SC_AVPHYS_PAGES);
        const long page = sysconf(_SC_PAGESIZE);
        free = pages > 0 && page > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) : 0;
    }
    const std::uint64_t limit = read_number("/sys/fs/cgroup/memory.max"); // "max" reads as 0: no limit
    const std::uint64_t used = read_number("/sys/fs/cgroup/memory.current");
    if (limit > 0) free = std::min(free, limit > used ? limit - used : 0);
    return free;
}

} // namespace

unsigned usable_cores() {
    unsigned cores = cores_of_affinity();
    for (const unsigned bound : {cores_of_cgroup(), cores_of_slurm()})
        if (bound > 0) cores = std::min(cores, bound);
    return std::max(1U, cores);
}

std::uint64_t runtime::memory_budget(const run_options& options) {
    return options.memory > 0 ? options.memory : free_memory() / 4 * 3;
}

} // namespace concord
