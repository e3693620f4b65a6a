// One line on stderr that tells how far the work is.
#pragma once

#include <concord/run.hpp>

#include <chrono>
#include <functional>
#include <string>

namespace concord::app {

/// Redrawn at most ten times a second, wiped out at the end of its life. Calls may come from any thread, one at a time.
class progress_line {
  public:
    explicit progress_line(bool shown, bool at_once);
    progress_line(const progress_line&) = delete;
    progress_line& operator=(const progress_line&) = delete;
    ~progress_line() { clear(); }

    void update(const progress_update& now);
    void clear();

    /// For the options of those who work; empty where nothing is shown.
    [[nodiscard]] std::function<void(const progress_update&)> callback();

  private:
    using clock = std::chrono::steady_clock;

    bool shown_;
    bool at_once_; ///< draw a stage's first report too, however short the stage is
    bool drawn_ = false;
    std::string stage_;
    clock::time_point stage_start_;
    clock::time_point last_drawn_;
};

/// "reading  45%  120.0 M bytes/s  0:12 left"
[[nodiscard]] std::string progress_text(const progress_update& now, double seconds);

} // namespace concord::app
