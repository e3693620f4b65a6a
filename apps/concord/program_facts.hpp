// What --version says.
#pragma once

#include <CLI/App.hpp>

#include <string>

namespace concord::app {

/// Adds --version, and --format for it.
void add_version(CLI::App& program);

/// Of a program that was asked for it: one line "concord 0.1.0", or a line of JSON (schema concord.version/1) with what
/// was built in: compiler, GPU code, MPI, the libraries' versions. Ends with a line break.
[[nodiscard]] std::string version_text(const CLI::App& program);

/// Called once, by main().
void remember_invocation(int argc, char** argv);

/// As a POSIX shell takes it: "concord substring 'my reads.fasta' -k 1".
[[nodiscard]] const std::string& invocation();

} // namespace concord::app
