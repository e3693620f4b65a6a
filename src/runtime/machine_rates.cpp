#include "runtime/machine_rates.hpp"

#include <concord/error.hpp>

#include <mutex>
#include <shared_mutex>

namespace concord {
namespace {

struct rates_of_process {
    std::shared_mutex mutex;
    machine_rates rates;
};

rates_of_process& in_use() {
    static rates_of_process all;
    return all;
}

bool is_rate(double rate) noexcept { return rate >= least_machine_rate && rate <= greatest_machine_rate; } // no NaN
bool are_rates(const thread_rates& rates) noexcept { return is_rate(rates.alone) && is_rate(rates.together); }

} // namespace

bool is_valid(const machine_rates& rates) noexcept {
    const cpu_rates& cpu = rates.cpu;
    const gpu_rates& gpu = rates.gpu;
    return cpu.cores > 0 && are_rates(cpu.scanning) && are_rates(cpu.cells) && are_rates(cpu.sorting) &&
           are_rates(cpu.memory) && gpu.start_seconds >= 0 && gpu.start_seconds <= longest_gpu_start &&
           is_rate(gpu.transfer) && is_rate(gpu.launching) && is_rate(gpu.scanning) && is_rate(gpu.cells) &&
           is_rate(gpu.sorting);
}

void use_machine_rates(const machine_rates& rates) {
    if (!is_valid(rates)) throw error(error_code::usage, "rates of a machine are between 0.001 and 1000");
    rates_of_process& all = in_use();
    const std::unique_lock lock(all.mutex);
    all.rates = rates;
}

machine_rates used_machine_rates() {
    rates_of_process& all = in_use();
    const std::shared_lock lock(all.mutex);
    return all.rates;
}

namespace runtime {

double rate_of(const thread_rates& rates, unsigned threads, unsigned cores) noexcept {
    if (threads <= 1) return rates.alone;
    if (threads >= cores) return rates.together;
    const double share = static_cast<double>(threads - 1) / static_cast<double>(cores - 1);
    return rates.alone + share * (rates.together - rates.alone);
}

double seconds_of(const cpu_work& work, unsigned threads, const cpu_rates& rates) noexcept {
    const auto by = [&](double seconds, const thread_rates& rate) {
        return seconds == 0 ? 0 : seconds / rate_of(rate, threads, rates.cores);
    };
    return by(work.scanning, rates.scanning) + by(work.cells, rates.cells) + by(work.sorting, rates.sorting) +
           by(work.memory, rates.memory);
}

double seconds_of(const gpu_work& work, const gpu_rates& rates) noexcept {
    return work.transfer / rates.transfer + work.launching / rates.launching + work.scanning / rates.scanning +
           work.cells / rates.cells + work.sorting / rates.sorting;
}

double seconds_of(const cpu_work& work, unsigned threads) {
    return seconds_of(work, threads, used_machine_rates().cpu);
}
double seconds_of(const gpu_work& work) { return seconds_of(work, used_machine_rates().gpu); }

} // namespace runtime
} // namespace concord
