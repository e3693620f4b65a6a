// Ctrl-C and its like: the work ends in order, files that are not whole vanish, and the shell sees the signal.
#pragma once

namespace concord::app {

/// Watches SIGINT, SIGTERM and SIGHUP, unless they were ignored when the program started, and ignores SIGPIPE, so that
/// a closed pipe is an error like others. The first signal asks for the end; a second one, or two seconds, force it.
void watch_for_signals();

/// Whether a signal asked for the end.
[[nodiscard]] bool interrupted() noexcept;

/// Ends the process as the signal would have ended it, without unfinished files.
[[noreturn]] void end_by_signal();

/// Ends the process as a closed pipe does by default: quietly.
[[noreturn]] void end_by_closed_pipe();

} // namespace concord::app
