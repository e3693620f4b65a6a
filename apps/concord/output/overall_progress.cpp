#include "output/overall_progress.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace concord::app {
namespace {

/// A planned step leaves the rest of its part for when it comes again.
constexpr double most_of_budget = 0.95;
constexpr double part_of_unknown = 0.1; // of what is left, where planned steps are to come
/// Until a step has run this long, its own pace says little.
constexpr double seconds_of_pace = 1;
constexpr double most_shown = 0.99; // all is done when the bar goes

double sum_of(const std::vector<double>& weights) { return std::accumulate(weights.begin(), weights.end(), 0.0); }

} // namespace

overall_progress::overall_progress(progress_plan plan)
    : plan_(std::move(plan)), whole_(sum_of(plan_.reading) + plan_.computing_weight + plan_.writing) {
    enter(command_phase::reading, 0);
}

double overall_progress::end_of(command_phase phase) const {
    double weight = sum_of(plan_.reading);
    if (phase >= command_phase::computing) weight += plan_.computing_weight;
    if (phase == command_phase::writing) weight += plan_.writing;
    return weight / whole_;
}

void overall_progress::enter(command_phase phase, double seconds) {
    phase_ = phase;
    steps_.clear();
    next_ = 0;
    if (phase == command_phase::reading)
        for (const double each : plan_.reading)
            steps_.push_back({"", each});
    if (phase == command_phase::computing) steps_ = plan_.computing;
    if (phase == command_phase::writing || steps_.empty()) steps_.push_back({"", 1});
    if (phase != command_phase::reading)
        share_ = std::max(share_, end_of(static_cast<command_phase>(static_cast<int>(phase) - 1)));
    from_ = to_ = budget_ = share_;
    limit_ = end_of(phase);
    has_own_limit_ = false;
    step_start_ = last_report_ = seconds;
    stage_.clear();
    most_done_ = done_ = total_ = 0;
}

void overall_progress::compute_until(double share) {
    const double begin = end_of(command_phase::reading);
    limit_ = begin + (end_of(command_phase::computing) - begin) * std::clamp(share, 0.0, 1.0);
    has_own_limit_ = true;
}

double overall_progress::end_of_step(std::string_view stage) {
    const auto is_it = [&](const planned_step& step) { return step.stage.empty() || step.stage == stage; };
    const auto weight_from = [&](std::size_t first) {
        double weight = 0;
        for (std::size_t i = first; i < steps_.size(); ++i)
            weight += steps_[i].weight;
        return weight;
    };
    if (has_own_limit_) return from_ + most_of_budget * (limit_ - from_);
    const auto begin = steps_.begin();
    const auto planned = std::find_if(begin + static_cast<std::ptrdiff_t>(next_), steps_.end(), is_it);
    if (planned != steps_.end()) { // what those before it did not use is shared by those to come
        const double weight = weight_from(static_cast<std::size_t>(planned - begin));
        next_ = static_cast<std::size_t>(planned - begin) + 1;
        budget_ = weight > 0 ? from_ + planned->weight / weight * (limit_ - from_) : limit_;
        return phase_ == command_phase::computing ? from_ + most_of_budget * (budget_ - from_) : budget_;
    }
    const bool comes_again = std::any_of(begin, steps_.end(), is_it);
    if (!comes_again && next_ < steps_.size()) return budget_ = from_ + part_of_unknown * (limit_ - from_);
    return from_ + (std::max(budget_, from_) - from_) / 2;
}

void overall_progress::begin_step(std::string_view stage) {
    stage_ = stage;
    share_ = from_ = std::min(std::max(share_, to_), most_shown); // the step before is over
    to_ = std::max(from_, end_of_step(stage));
    step_start_ = last_report_; // it began before its first report
    most_done_ = done_ = total_ = 0;
}

void overall_progress::update(const progress_update& now, double seconds) {
    // Threads report one after the other, yet a little out of order: only a fall by half is a new beginning.
    const bool has_new_total = total_ != 0 && now.total != 0 && now.total != total_;
    if (now.stage != stage_ || has_new_total || now.done < most_done_ / 2) begin_step(now.stage);
    last_report_ = seconds;
    unit_ = now.unit;
    total_ = now.total;
    done_ = now.done;
    most_done_ = std::max(most_done_, now.done);
    if (total_ == 0) return;
    const double part = std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_));
    share_ = std::min(most_shown, std::max(share_, from_ + part * (to_ - from_)));
}

double overall_progress::seconds_left(double seconds) const {
    if (is_of_unknown_length() || share_ <= 0) return -1;
    // The pace of the step that runs is better than that of all, which began with other work.
    const double running = seconds - step_start_;
    if (running >= seconds_of_pace && share_ > from_) return (1 - share_) * running / (share_ - from_);
    return seconds >= seconds_of_pace ? (1 - share_) * seconds / share_ : -1;
}

namespace {

std::string short_number(double value) {
    constexpr std::array<const char*, 5> units = {"", " k", " M", " G", " T"};
    std::size_t unit = 0;
    for (; value >= 1000 && unit + 1 < units.size(); ++unit)
        value /= 1000;
    return fmt::format("{:.{}f}{}", value, unit == 0 ? 0 : 1, units[unit]);
}

std::string clock_text(double seconds) {
    const auto whole = std::llround(std::min(seconds, 3.6e6));
    if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

constexpr std::array<std::string_view, 3> words = {"reading", "computing", "writing"};
constexpr std::size_t most_bar = 40;
constexpr std::size_t least_bar = 8;

} // namespace

std::string progress_text(const overall_progress& now, double seconds, std::size_t columns) {
    const std::string percent = fmt::format("{:3.0f}%", std::floor(100 * now.share()));
    std::string behind;
    if (now.is_of_unknown_length()) {
        behind = fmt::format("  {} {}", short_number(static_cast<double>(now.done())), now.unit());
    } else if (const double left = now.seconds_left(seconds); left >= 0) {
        behind = fmt::format("  {} left", clock_text(left));
    }
    const std::string word = fmt::format("{:<9} ", words[static_cast<std::size_t>(now.phase())]);
    constexpr std::size_t room_behind = 14; // so that the bar keeps its length when the time becomes known
    const std::size_t taken = word.size() + percent.size() + std::max(behind.size(), room_behind) + 3;
    if (columns >= taken + least_bar) {
        const std::size_t cells = std::min(columns - taken, most_bar);
        const auto full = static_cast<std::size_t>(now.share() * static_cast<double>(cells));
        return fmt::format("{}[{}{}] {}{}", word, std::string(full, '#'), std::string(cells - full, '.'), percent,
                           behind);
    }
    for (const std::string& text : {word + percent + behind, percent + behind, percent})
        if (text.size() <= columns) return text;
    return {};
}

} // namespace concord::app
