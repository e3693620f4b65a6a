// What the standard streams are connected to, and the progress line.
#pragma once

#include <concord/run.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace concord::app {

/// Makes sure that no file that is opened later becomes one of the standard streams, should the caller have closed
/// them. What is then written to stdout fails, as it should.
void occupy_standard_streams();

/// Where a launcher of many processes stands between this one and the user: what it gives us may be a terminal of its
/// own (Open MPI's mpirun does so), which says nothing about where the output goes in the end. Then no stream counts as
/// a terminal.
void heed_launcher();

[[nodiscard]] bool stdout_is_terminal();
[[nodiscard]] bool stderr_is_terminal();

/// Columns of the terminal that a stream (1 stdout, 2 stderr) leads to; 100 where it is none.
[[nodiscard]] std::size_t columns_of(int descriptor);

/// Whether the user's environment allows colour: NO_COLOR is unset or empty, and TERM is not "dumb".
[[nodiscard]] bool environment_allows_colour();

/// Redrawn at most ten times a second, wiped out at the end of its life. Calls may come from any thread, one at a time.
class progress_line {
  public:
    explicit progress_line(bool shown, bool at_once);
    progress_line(const progress_line&) = delete;
    progress_line& operator=(const progress_line&) = delete;
    ~progress_line() { clear(); }

    void update(const progress_update& now);
    void clear();

    /// For run_options; empty where nothing is shown.
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
