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
        if (!is_begun_.load(std::memory_order_relaxed)) watch();
        return is_second_done_.load(std::memory_order_acquire);
    };
}

device_race::~device_race() { end(); }

void device_race::end() noexcept {
    is_first_done_ = true;
    if (running_.joinable()) running_.join();
}

double device_race::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

bool device_race::is_over() const {
    const double now = seconds();
    if (forced()) return now >= forced()->patience;
    if (now <= tuning::least_patience) return false;
    const double start = used_machine_rates().gpu.start_seconds;
    const double estimated = choices_.seconds();
    if (choices_.on_gpus()) return now > start + tuning::least_patience + tuning::patience_with_gpus * estimated;
    return now > std::min(estimated, start);
}

/// Called by every thread of the first run, now and then.
void device_race::watch() {
    const std::unique_lock lock(watching_, std::try_to_lock);
    if (!lock.owns_lock() || is_begun_ || !is_over()) return;
    device other = device::cpu();
    if (forced()) {
        other = forced()->other;
    } else if (!choices_.on_gpus()) {
        start_any_gpu(); // without waiting for it: the first run may be over before
        const std::optional<bool> has_started = has_any_gpu_started();
        if (!has_started) return;
        other = device::all_gpus();
        is_begun_ = !*has_started; // there is none
    }
    if (!is_begun_.exchange(true)) run_second(other);
}

void device_race::run_second(const device& other) {
    run_options options = given_;
    options.device = other;
    options.on_progress = nullptr;
    options.cancelled = [this] { return is_first_done_.load(std::memory_order_relaxed); };
    try {
        running_ = std::thread([this, options = std::move(options)] {
            try {
                second_(options);
                is_second_done_.store(true, std::memory_order_release);
            } catch (...) { // stopped, or this device lacks something
            }
        });
    } catch (const std::system_error&) { // no thread to be had
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
