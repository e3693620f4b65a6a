// The first of two devices: where the time of a call is not known before.
//
// How long a search takes depends on what the sequences share, which no estimate knows. Where the device that the
// policy chose takes longer than it should, another one does the same work beside it, and the first answer counts: they
// are equal. The other run is stopped.
//
//   chosen     ├── works ──────────────────────────────────────────┤ stopped: the other one was first
//   patience   ├───────────┤
//   other                  ├ starts ┼── works ──────────────────────┤
//
// A call that is over in a few milliseconds pays for nothing: the function that every run asks whether it is cancelled
// looks at the clock, and starts the thread that waits.
#pragma once

#include "runtime/device_policy.hpp"

#include <concord/device.hpp>
#include <concord/run.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace concord::runtime {

/// Two runs of one call, of which the second begins when the first one has taken too long.
class device_race {
  public:
    /// `second` does the work with the options that it is given, and keeps what it finds; called by a thread of its
    /// own, once at most. What it throws is dropped: the first run goes on.
    device_race(const run_options& given, std::function<void(const run_options&)> second);
    /// Ends the race.
    ~device_race();
    device_race(const device_race&) = delete;
    device_race& operator=(const device_race&) = delete;

    /// The options of the first run, which belongs to the thread that made the race.
    [[nodiscard]] const run_options& first() const noexcept { return first_; }
    /// The first run is over: stops the second one, unless it is done, and waits for it.
    void end() noexcept;

  private:
    [[nodiscard]] double seconds() const;
    [[nodiscard]] bool is_patience_over() const;
    void watch();
    void wait_and_run();
    [[nodiscard]] std::optional<device> other_device();

    const run_options& given_;
    std::function<void(const run_options&)> second_;
    choice_watch choices_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::atomic<bool> is_first_done_ = false;
    std::atomic<bool> is_second_done_ = false;
    std::atomic<bool> is_watched_ = false;
    run_options first_;
    std::mutex waiting_;
    std::condition_variable first_done_;
    std::thread running_;
};

/// Whether a second device may do the work of a call: the choice is automatic, no other process has a part in it, its
/// memory is not bounded, and there may be GPUs.
[[nodiscard]] bool may_race(const run_options& options);

/// What solve(options) returns, of the run on the chosen device or of one on another device, whichever is first. They
/// must be equal but for `run`, their reports. Throws what the first run throws.
template <class Solve>
auto first_of_devices(const run_options& options, const Solve& solve) -> decltype(solve(options)) {
    if (!may_race(options)) return solve(options);
    std::optional<decltype(solve(options))> second;
    device_race race(options, [&](const run_options& other) { second.emplace(solve(other)); });
    try {
        auto found = solve(race.first());
        race.end();
        return found;
    } catch (const error&) {
        race.end();
        if (!second) throw;
    }
    second->run.notes.emplace_back("begun beside the device that was chosen, which took too long, and done before it");
    return std::move(*second);
}

/// For tests: while it lives, the second run of every call with an automatic device begins after so many seconds, on
/// this device.
class scoped_rival {
  public:
    scoped_rival(device other, double patience);
    ~scoped_rival();
    scoped_rival(const scoped_rival&) = delete;
    scoped_rival& operator=(const scoped_rival&) = delete;
};

} // namespace concord::runtime
