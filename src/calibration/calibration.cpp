// The public call: each kind of work is done for some hundredths of a second, by one thread, by all, and on a GPU.
#include "calibration/loops.hpp"
#include "calibration/tuning.hpp"
#include "runtime/gpu/gpu_copies.hpp"
#include "runtime/gpu/gpus.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/device.hpp>
#include <concord/error.hpp>
#include <concord/machine_rates.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>

namespace concord {
namespace {

namespace tuning = calibration::tuning;

template <class Work>
double seconds_of(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <class Work>
double shortest(const Work& work) {
    double found = std::numeric_limits<double>::infinity();
    for (unsigned round = 0; round < tuning::rounds; ++round)
        found = std::min(found, seconds_of(work));
    return found;
}

double rate(double reference, double seconds) {
    return std::clamp(reference / seconds, least_machine_rate, greatest_machine_rate);
}

class calibrator {
  public:
    calibrator(const run_options& run, measured_rates& found) : pool_(run), found_(found) {
        alone_.device = device::cpu();
        alone_.threads = 1;
        alone_.memory = run.memory;
        alone_.cancelled = run.cancelled;
        all_ = alone_;
        all_.threads = pool_.threads();
    }

    void measure_cpu() {
        cpu_rates& rates = found_.rates.cpu;
        rates.cores = pool_.threads();
        {
            const calibration::scanning work(tuning::scanned_reads, tuning::letters_of_read, 0, 2);
            by_copies("scanning", tuning::scanning_seconds, rates.scanning, [&](std::size_t) { work.run(alone_); });
        }
        {
            const calibration::cells work(tuning::rows_of_cells, tuning::columns_of_cells, tuning::letters_of_cells);
            by_copies("cells", tuning::cells_seconds, rates.cells, [&](std::size_t) { work.run(alone_); });
        }
        {
            const calibration::memory_access work;
            by_copies("memory", tuning::memory_seconds, rates.memory, [&](std::size_t copy) { work.run(copy); });
        }
        measure_sorting(rates.sorting);
    }

    void measure_gpu(int gpu, double seconds_to_look) {
        gpu_rates& rates = found_.rates.gpu;
        const runtime::gpu_copies copies =
            runtime::measure_gpu_copies(gpu, tuning::bytes_copied, tuning::launches, tuning::rounds, pool_.threads());
        const double start = seconds_to_look + copies.start_seconds;
        constexpr double already_started = 0.02;
        if (start > already_started) rates.start_seconds = std::min(start, longest_gpu_start);
        found_.details.push_back({"start", "GPU", start, rates.start_seconds});
        rates.transfer = noted("transfer", "GPU", tuning::transfer_seconds, copies.copy_seconds);
        rates.launching = noted("launching", "GPU", tuning::launching_seconds, copies.launch_seconds);

        run_options there = all_;
        there.device = device::gpus({gpu});
        rates.cells =
            on_gpu("cells", tuning::gpu_cells_seconds, there,
                   calibration::cells(tuning::sequences_on_gpu, tuning::sequences_on_gpu, tuning::letters_of_cells));
        rates.scanning =
            on_gpu("scanning", tuning::gpu_scanning_seconds, there,
                   calibration::scanning(tuning::reads_on_gpu, tuning::letters_of_read_on_gpu, tuning::support_on_gpu,
                                         tuning::mismatches_on_gpu, tuning::shared_on_gpu));
        rates.sorting =
            on_gpu("sorting", tuning::gpu_sorting_seconds, there, calibration::sorting(tuning::letters_sorted_on_gpu));
    }

  private:
    double noted(std::string_view kind, std::string_view how, double reference, double seconds) {
        found_.details.push_back({kind, how, seconds, rate(reference, seconds)});
        return found_.details.back().rate;
    }

    /// One thread does the work once; then each of all threads does, at the same time.
    template <class Work>
    void by_copies(std::string_view kind, double reference, thread_rates& rates, const Work& work) {
        pool_.check_cancelled();
        rates.alone = noted(kind, "one thread", reference, shortest([&] { work(0); }));
        rates.together = rates.alone;
        if (all_.threads == 1) return;
        pool_.check_cancelled();
        const auto all = [&] { pool_.run(all_.threads, [&](std::size_t copy, unsigned) { work(copy); }); };
        rates.together = noted(kind, "all threads", reference, shortest(all));
    }

    /// One text is sorted by all threads together.
    void measure_sorting(thread_rates& rates) {
        const auto measured = [&](std::string_view how, const run_options& on) {
            pool_.check_cancelled();
            const std::uint64_t letters =
                std::min(tuning::most_sorted, tuning::letters_sorted_a_thread * std::max(2U, on.threads));
            const calibration::sorting work(letters);
            return noted("sorting", how, static_cast<double>(letters) / tuning::sorted_letters_a_second,
                         shortest([&] { work.run(on); }));
        };
        rates.alone = measured("one thread", alone_);
        rates.together = all_.threads == 1 ? rates.alone : measured("all threads", all_);
    }

    /// The first call, which touches memory for the first time, does not count.
    template <class Work>
    double on_gpu(std::string_view kind, double reference, const run_options& there, const Work& work) {
        pool_.check_cancelled();
        work.run(there);
        return noted(kind, "GPU", reference, shortest([&] { work.run(there); }));
    }

    runtime::thread_pool pool_;
    measured_rates& found_;
    run_options alone_;
    run_options all_;
};

} // namespace

measured_rates measure_machine_rates(const run_options& run) {
    measured_rates found;
    found.rates.cpu.cores = 1;
    calibrator measuring(run, found);
    if (!run.device.names_gpus()) measuring.measure_cpu();
    if (run.device.is_cpu()) {
        found.why_no_gpu = "only the CPU was asked for";
        return found;
    }
    std::vector<int> gpus;
    const double seconds_to_look =
        seconds_of([&] { gpus = run.device.names_gpus() ? runtime::named_gpus(run.device) : runtime::usable_gpus(); });
    const runtime::gpu_inventory& there = runtime::list_gpus();
    if (gpus.empty()) {
        found.why_no_gpu = there.gpus.empty() ? there.why_none : there.gpus.front().why_not;
        return found;
    }
    try {
        measuring.measure_gpu(gpus.front(), seconds_to_look);
        for (const runtime::gpu_info& each : there.gpus)
            if (each.index == gpus.front()) found.gpu = each.name;
    } catch (const error& failure) { // it has too little memory, say: the CPU's rates are worth keeping
        if (run.device.names_gpus() || failure.code() != error_code::resource) throw;
        found.rates.gpu = {};
        found.why_no_gpu = failure.what();
    }
    return found;
}

} // namespace concord
