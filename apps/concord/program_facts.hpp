// The facts of this program and of its run: version, command line, time and memory.
#pragma once

#include "options/common_options.hpp"
#include "output/json.hpp"

#include <concord/run.hpp>

#include <CLI/App.hpp>
#include <chrono>
#include <string>

namespace concord::app {

/// Adds --version, and --format for it.
void add_version(CLI::App& program);

/// For a program that was asked for it: one line "concord 0.1.0", or a line of JSON (schema concord.version/1) with
/// what was built in: compiler, GPU code, MPI, the libraries' versions. Ends with a line break.
[[nodiscard]] std::string version_text(const CLI::App& program);

/// Called once, by main().
void remember_invocation(int argc, char** argv);

/// As a POSIX shell takes it: "concord substring 'my reads.fasta' -k 1".
[[nodiscard]] const std::string& invocation();

/// Measures a command from its beginning: first it reads, then it computes.
class measurement {
  public:
    void reading_is_over() { read_ = seconds(); }
    /// Reports to the user, with --verbose, how it went.
    void computing_is_over(const run_report& report, const message_arguments& messages);

    [[nodiscard]] double seconds() const;
    [[nodiscard]] double read_seconds() const noexcept { return read_; }
    /// Up to now; `report` must live as long as the answer.
    [[nodiscard]] run_facts facts(const run_report& report) const;

  private:
    using clock = std::chrono::steady_clock;

    clock::time_point start_ = clock::now();
    double read_ = 0;
    double compute_ = 0;
};

} // namespace concord::app
