// How far a whole command is: one share of its work and one time left, of what its steps report.
#pragma once

#include <concord/run.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace concord::app {

/// A step of a computation as its progress reports name it.
struct planned_step {
    std::string_view stage; ///< empty: any
    double weight = 1;      ///< the part of the time that it usually takes, beside those of the others
};

/// What a command does, and the part of the time that each usually takes.
struct progress_plan {
    /// One for each file that is read by itself, in the order in which they are read.
    std::vector<double> reading{10};
    /// In their order; a step that does not come leaves its part to those behind it.
    std::vector<planned_step> computing{};
    double computing_weight = 85;          ///< of all these steps together
    double writing = 5;
};

enum class command_phase : std::uint8_t { reading, computing, writing };

/// Turns the reports of all steps into one share of the command, which never falls. Steps that come again, or that
/// no plan has, take a part of what is left, so that any number of them fit.
class overall_progress {
  public:
    explicit overall_progress(progress_plan plan);

    /// From here on reports belong to this phase; earlier ones are over.
    void enter(command_phase phase, double seconds);
    /// The next steps end where this share of the computation is done: for texts that are read while they are searched.
    void compute_until(double share);
    /// `seconds` since the command began.
    void update(const progress_update& now, double seconds);

    [[nodiscard]] command_phase phase() const noexcept { return phase_; }
    [[nodiscard]] double share() const noexcept { return share_; } ///< of the whole command, below 1
    /// Seconds that are left; negative where they cannot be estimated yet.
    [[nodiscard]] double seconds_left(double seconds) const;
    [[nodiscard]] bool is_of_unknown_length() const noexcept { return total_ == 0 && done_ > 0; }
    [[nodiscard]] std::uint64_t done() const noexcept { return done_; } ///< of the step, in its unit
    [[nodiscard]] const std::string& unit() const noexcept { return unit_; }

  private:
    void begin_step(std::string_view stage);
    [[nodiscard]] double end_of_step(std::string_view stage);
    [[nodiscard]] double end_of(command_phase phase) const;

    progress_plan plan_;
    double whole_; ///< sum of all weights
    command_phase phase_ = command_phase::reading;
    std::vector<planned_step> steps_; ///< of this phase
    std::size_t next_ = 0;            ///< the first of them that has not begun
    double budget_ = 0;               ///< the share at which the planned step ends, those of no plan within it included
    double limit_ = 0;                ///< the share at which the phase ends, or what compute_until() asked for
    bool has_own_limit_ = false;
    double share_ = 0;
    double from_ = 0; ///< shares between which the current step lies
    double to_ = 0;
    double step_start_ = 0;  ///< seconds
    double last_report_ = 0; ///< seconds
    std::string stage_;
    std::string unit_;
    std::uint64_t done_ = 0;
    std::uint64_t most_done_ = 0;
    std::uint64_t total_ = 0;
};

/// "computing [#######.............]  35%  0:12 left", cut down to what fits `columns`: first the bar goes, then the
/// word, then the time.
[[nodiscard]] std::string progress_text(const overall_progress& now, double seconds, std::size_t columns);

} // namespace concord::app
