#include "runtime/device_race.hpp"

#include "runtime/gpu/gpus.hpp"
#include "runtime/machine_rates.hpp"
#include "runtime/tuning.hpp"

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

namespace concord::runtime {
namespace {

struct forced_rival {
    device other;
    double patience;
};

/// Set by tests, between calls.
std::unique_ptr<forced_rival>& forced() {
    static std::unique_ptr<forced_rival> rival;
    return rival;
}

} // namespace

device_race::device_race(const run_options& given, std::function<void(const run_options&)> second)
    : given_(given), second_(std::move(second)), first_(given) {
    first_.cancelled = [this] {
        if (given_.cancelled && given_.cancelled()) return true;
        if (!is_watched_.load(std::memory_order_relaxed)) watch();
        return is_second_done_.load(std::memory_order_acquire);
    };
}

device_race::~device_race() { end(); }

void device_race::end() noexcept {
    {
        const std::scoped_lock lock(waiting_);
        is_first_done_ = true;
    }
    first_done_.notify_all();
    if (running_.joinable()) running_.join();
}

double device_race::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

bool device_race::is_patience_over() const {
    const double now = seconds();
    if (forced()) return now >= forced()->patience;
    if (now <= tuning::least_patience) return false;
    const double start = used_machine_rates().gpu.start_seconds;
    const double estimated = choices_.seconds();
    if (choices_.on_gpus()) return now > start + tuning::least_patience + tuning::patience_with_gpus * estimated;
    return now > std::min(estimated, start);
}

/// Called by every thread of the first run, now and then: the thread that waits is started by one of them.
void device_race::watch() {
    if (!forced() && seconds() < tuning::seconds_unwatched) return;
    if (is_watched_.exchange(true)) return;
    try {
        running_ = std::thread([this] { wait_and_run(); });
    } catch (const std::system_error&) { // no thread to be had
    }
}

/// None before it has started, for the first run is not waited for by a GPU that starts, or while the first run has it.
std::optional<device> device_race::other_device() {
    if (!forced() && choices_.on_gpus()) return device::cpu();
    if (!forced()) start_any_gpu();
    const device other = forced() ? forced()->other : device::all_gpus();
    const bool is_ready = forced() || has_any_gpu_started() == std::optional(true);
    if (!is_ready || (other.names_gpus() && !choices_.lend_gpus())) return std::nullopt;
    return other;
}

void device_race::wait_and_run() {
    run_options options = given_;
    options.on_progress = nullptr;
    options.cancelled = [this] { return is_first_done_.load(std::memory_order_relaxed); };
    for (bool is_ready = false; !is_ready;) {
        std::unique_lock lock(waiting_);
        if (first_done_.wait_for(lock, tuning::between_looks_at_race, [this] { return is_first_done_.load(); })) return;
        if (!is_patience_over()) continue;
        if (std::optional<device> other = other_device()) {
            options.device = std::move(*other);
            is_ready = true;
        } else if (has_any_gpu_started() == std::optional(false)) {
            return; // there is none
        }
    }
    try {
        second_(options);
        is_second_done_.store(true, std::memory_order_release);
    } catch (...) { // stopped, or this device lacks something
    }
}

bool may_race(const run_options& options) {
    return options.device.is_automatic() && options.sharing == nullptr && options.memory == 0 &&
           (forced() || may_have_gpus());
}

scoped_rival::scoped_rival(device other, double patience) {
    forced() = std::make_unique<forced_rival>(forced_rival{std::move(other), patience});
}
scoped_rival::~scoped_rival() { forced().reset(); }

} // namespace concord::runtime
