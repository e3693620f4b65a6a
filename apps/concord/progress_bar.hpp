// The progress bar on stderr: one for a whole command.
#pragma once

#include "output/overall_progress.hpp"

#include <concord/run.hpp>

#include <chrono>
#include <functional>

namespace concord::app {

/// Redrawn at most ten times a second, and wiped before anything else is printed and at the end of its life. There is
/// one at a time. Calls may come from any thread, one at a time.
class progress_bar {
  public:
    /// `at_once`: drawn with the first report, however short the command is.
    progress_bar(bool shown, bool at_once, progress_plan plan);
    progress_bar(const progress_bar&) = delete;
    progress_bar& operator=(const progress_bar&) = delete;
    ~progress_bar();

    void update(const progress_update& now);
    /// What was read is computed with from here on, or written.
    void computing();
    void writing();
    /// See overall_progress.
    void compute_until(double share) { overall_.compute_until(share); }

    /// For run_options; empty where nothing is shown.
    [[nodiscard]] std::function<void(const progress_update&)> callback();

  private:
    friend void wipe_progress();
    using clock = std::chrono::steady_clock;

    [[nodiscard]] double seconds() const;
    void enter(command_phase phase);
    void draw(bool at_once);
    void wipe();

    bool shown_;
    bool drawn_ = false;
    overall_progress overall_;
    clock::time_point start_ = clock::now();
    clock::time_point last_drawn_ = start_;
};

/// Makes room for what is printed next, be it on stderr or on stdout. The next report draws the bar again.
void wipe_progress();

} // namespace concord::app
