// What was probably meant where a command or an option has no such name. A file of its own: it asks the library for
// distances, which the frame of the program need not know.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace concord::app {

/// "; did you mean --mismatches?" for the first word of the command line that is no command, the first option that the
/// chosen command does not have, or the word behind it that is no kind of it, if a name is near it: within a third of
/// its letters, and not further than others. Else nothing.
[[nodiscard]] std::string suggestion(CLI::App& program, int argc, const char* const* argv);

} // namespace concord::app
