// The frame around the commands: exit statuses for the shell, and messages for the user whose command failed.
#pragma once

#include "commands/commands.hpp"

#include <initializer_list>

namespace concord::app {

using add_command = std::vector<command> (*)(CLI::App& program);

/// Parses the arguments, runs the command that they choose, and turns every failure into one line on stderr and an exit
/// status: 2 wrong usage, 3 bad input, 4 a resource is missing. A signal or a closed pipe ends the process by itself.
int run_program(int argc, char** argv, std::initializer_list<add_command> commands) noexcept;

} // namespace concord::app
