// What the program tells the shell, and a person whose wish it could not fulfil.
#pragma once

#include <CLI/App.hpp>

#include <functional>

namespace concord::app {

/// Name, version and the list of exit statuses in the help.
void describe(CLI::App& program);

/// Runs the program and turns every failure into one line on stderr and an exit status: 2 wrong usage, 3 bad input,
/// 4 a resource is missing. A signal or a closed pipe ends the process by itself.
int exit_status(const CLI::App& program, const std::function<int()>& run);

} // namespace concord::app
