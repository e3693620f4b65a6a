// Runs a call from Python: without the interpreter's lock, stopped by Ctrl-C, with Python's exceptions.
#pragma once

#include <concord/error.hpp>
#include <concord/run.hpp>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <thread>

namespace concord::python {

namespace nb = nanobind;

/// The common arguments of calls that compute, after their own.
struct run_arguments {
    concord::device device;
    unsigned threads = 0;
    std::uint64_t memory = 0;
    nb::object progress; ///< None, or called with (stage, done, total, unit)
};

/// From the four arguments of the call; None: the defaults, on one thread.
[[nodiscard]] run_arguments arguments_of(nb::handle run);

/// Owns run_options whose `cancelled` checks signals now and then, on the calling thread, and whose progress goes to
/// Python. Lives as long as the call.
class watched_run {
  public:
    explicit watched_run(const run_arguments& requested);
    watched_run(const watched_run&) = delete;
    watched_run& operator=(const watched_run&) = delete;

    [[nodiscard]] const run_options& options() const noexcept { return options_; }

    /// Calls `work` without the interpreter's lock. Throws the exception of a signal (KeyboardInterrupt) or of the
    /// progress callback, if any.
    template <class Work>
    auto call(Work&& work) {
        try {
            const nb::gil_scoped_release released;
            return work();
        } catch (const error& problem) {
            if (problem.code() == error_code::cancelled) raise_what_stopped_it();
            throw;
        }
    }

  private:
    [[nodiscard]] bool is_stopped();
    void report(const progress_update& update);
    void raise_what_stopped_it();
    void keep_error();

    run_options options_;
    nb::object progress_;
    std::thread::id caller_ = std::this_thread::get_id();
    std::chrono::steady_clock::time_point last_look_ = std::chrono::steady_clock::now();
    std::atomic<bool> stopped_{false};
    nb::object problem_; ///< an exception; guarded by the interpreter's lock
};

/// For loops that need the interpreter's lock: now and then others may have it for a moment. Throws what a signal asks
/// for.
inline void let_others_run(std::size_t index) {
    if (index % 1024 != 1023) return;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    const nb::gil_scoped_release released;
}

/// Exceptions of the library become those of concord._errors.
void translate_errors();
/// Sets Python's error from an exception of the library; throws others on.
void raise_translated(const std::exception_ptr& thrown);

/// A report as a dict, for results.
[[nodiscard]] nb::dict report_of(const run_report& report);

} // namespace concord::python
