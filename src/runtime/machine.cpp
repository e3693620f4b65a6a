#include "runtime/machine.hpp"

#include "runtime/thread_pool.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

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

/// "48K", "2048K", "30M" in the notation of sysfs; 0 for anything else.
std::uint64_t size_in_sysfs(const std::string& path) {
    std::ifstream file(path);
    std::uint64_t size = 0;
    char unit = ' ';
    if (!(file >> size)) return 0;
    file >> unit;
    return unit == 'K' ? size << 10U : unit == 'M' ? size << 20U : size;
}

/// Size of the data cache of a level; 0: unknown.
std::uint64_t cache_in_sysfs(unsigned level) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index";
    for (unsigned index = 0; index < 8; ++index) {
        const std::string entry = folder + std::to_string(index) + "/";
        std::ifstream type_file(entry + "type");
        std::string type;
        if (!(type_file >> type)) break;
        if (read_number((entry + "level").c_str()) == level && type != "Instruction")
            return size_in_sysfs(entry + "size");
    }
    return 0;
}

std::uint64_t cache_size([[maybe_unused]] int name, unsigned level, std::uint64_t otherwise) {
#ifdef _SC_LEVEL1_DCACHE_SIZE
    if (const long said = sysconf(name); said > 0) return static_cast<std::uint64_t>(said);
#endif
    const std::uint64_t found = cache_in_sysfs(level);
    return found > 0 ? found : otherwise;
}

runtime::cache_sizes ask_for_caches() {
    constexpr std::uint64_t kib = 1024;
#ifdef _SC_LEVEL1_DCACHE_SIZE
    constexpr int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
#else
    constexpr int names[] = {0, 0, 0};
#endif
    return {cache_size(names[0], 1, 32 * kib), cache_size(names[1], 2, 1024 * kib),
            cache_size(names[2], 3, 32 * 1024 * kib)};
}

std::string ask_for_processor() {
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    while (std::getline(file, line))
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "processor";
}

} // namespace

namespace runtime {

const cache_sizes& caches() noexcept {
    static const cache_sizes sizes = ask_for_caches();
    return sizes;
}

std::uint64_t page_size() noexcept {
    static const long size = sysconf(_SC_PAGESIZE);
    return size > 0 ? static_cast<std::uint64_t>(size) : 4096;
}

const std::string& processor_name() {
    static const std::string name = ask_for_processor();
    return name;
}

gpu_driver_facts gpu_driver() {
    gpu_driver_facts found;
    std::ifstream file(
        "/proc/driver/nvidia/version"); // "NVRM version: NVIDIA UNIX … Kernel Module  580.159.04  Release …"
    for (std::string word; found.version.empty() && file >> word;)
        if (word.find('.') != std::string::npos && word.find_first_not_of("0123456789.") == std::string::npos)
            found.version = word;
    std::error_code trouble;
    std::vector<std::filesystem::path> folders;
    for (std::filesystem::directory_iterator each("/proc/driver/nvidia/gpus", trouble), end; !trouble && each != end;
         each.increment(trouble))
        folders.push_back(each->path());
    std::sort(folders.begin(), folders.end());
    for (const std::filesystem::path& folder : folders) {
        std::ifstream facts(folder / "information");
        for (std::string line; std::getline(facts, line);)
            if (line.starts_with("Model:"))
                found.models += (found.models.empty() ? "" : ", ") +
                                line.substr(std::min(line.size(), line.find_first_not_of(" \t", sizeof "Model:" - 1)));
    }
    return found;
}

std::uint64_t free_memory() {
    std::uint64_t free = 0;
    std::ifstream file("/proc/meminfo");
    std::string key;
    std::uint64_t kilobytes = 0;
    std::string unit;
    while (free == 0 && file >> key >> kilobytes && std::getline(file, unit))
        if (key == "MemAvailable:") free = kilobytes * 1024;
    if (free == 0) {
        const long pages = sysconf(_SC_AVPHYS_PAGES);
        free = pages > 0 ? static_cast<std::uint64_t>(pages) * page_size() : 0;
    }
    const std::uint64_t limit = read_number("/sys/fs/cgroup/memory.max"); // "max" reads as 0: no limit
    const std::uint64_t used = read_number("/sys/fs/cgroup/memory.current");
    if (limit > 0) free = std::min(free, limit > used ? limit - used : 0);
    return free;
}

/// To ask the system takes some 50 microseconds, which is as long as a small call, and a call asks several times.
static std::uint64_t recently_free_memory() {
    using clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds valid(5);
    thread_local std::uint64_t free = 0;
    thread_local clock::time_point asked{};
    if (const clock::time_point now = clock::now(); free == 0 || now - asked > valid) {
        free = free_memory();
        asked = now;
    }
    return free;
}

std::uint64_t memory_budget(const run_options& options) {
    return options.memory > 0 ? options.memory : recently_free_memory() / 4 * 3;
}

} // namespace runtime

unsigned usable_cores() {
    unsigned cores = cores_of_affinity();
    for (const unsigned bound : {cores_of_cgroup(), cores_of_slurm()})
        if (bound > 0) cores = std::min(cores, bound);
    return std::max(1U, cores);
}

} // namespace concord
