// The frame around the commands: exit statuses for the shell, and messages for the user whose command failed.
#pragma once

#include "commands/commands.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace concord::app {

/// A command by the word that chooses it. A call that begins with that word adds it alone to the parser, for the
/// options of all ten take longer than most small calls; any other call adds all, and so does a command without a name,
/// which looks at the others.
struct named_command {
    std::string_view name;
    std::vector<command> (*add)(CLI::App& program);
};

/// The commands of both programs.
inline constexpr std::array common_commands = std::to_array<named_command>({
    {"substring", add_substring},
    {"subsequence", add_subsequence},
    {"distance", add_distance},
    {"overlap", add_overlap},
    {"component", add_component},
    {"adapters", add_adapters},
    {"merge", add_merge},
    {"simulate", add_simulate},
    {"devices", add_devices},
});

/// Parses the arguments, runs the command that they choose, one of common_commands or `further`, and turns every
/// failure into one line on stderr and an exit status: 2 wrong usage, 3 bad input, 4 a resource is missing. A signal or
/// a closed pipe ends the process by itself.
int run_program(int argc, char** argv, std::optional<named_command> further = std::nullopt) noexcept;

} // namespace concord::app
