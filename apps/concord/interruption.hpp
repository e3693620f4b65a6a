// Ctrl-C and other signals: the work ends in order, unfinished files are removed, and the shell sees the signal.
#pragma once

#include <string>

namespace concord::app {

/// Watches SIGINT, SIGTERM and SIGHUP, unless they were ignored when the program started, and ignores SIGPIPE, so that
/// a closed pipe is an error like others. The first signal asks for the end; a second one, or two seconds, force it.
void watch_for_signals();

/// From now on a checkpoint is kept in the folder: SIGUSR1 asks for the end, too; saving it is given more time; and
/// the program ends with status 75.
void end_with_checkpoint(const std::string& folder);
/// The folder, or empty.
[[nodiscard]] const std::string& checkpoint_folder() noexcept;

/// Whether a signal asked for the end.
[[nodiscard]] bool interrupted() noexcept;

/// Ends the process as the signal would have ended it, without unfinished files.
[[noreturn]] void end_by_signal();

/// Ends the process as a closed pipe does by default: quietly.
[[noreturn]] void end_by_closed_pipe();

} // namespace concord::app
