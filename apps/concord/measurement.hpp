// How long a command takes and how much memory, for its reports.
#pragma once

#include "options/common_options.hpp"

#include "output/run_facts.hpp"
#include <concord/run.hpp>

#include <chrono>

namespace concord::app {

/// Measures a command from its beginning: first it reads, then it computes.
class measurement {
  public:
    void reading_is_over() { read_ = seconds(); }
    /// Tells the user, with --verbose, how it went.
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
