#include "progress_bar.hpp"

#include "terminal.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace concord::app {
namespace {

constexpr auto redraw_interval = std::chrono::milliseconds(100);

progress_bar*& bar_of_this_command() {
    static progress_bar* bar = nullptr;
    return bar;
}

} // namespace

progress_bar::progress_bar(bool shown, bool at_once, progress_plan plan) : shown_(shown), overall_(std::move(plan)) {
    if (at_once) last_drawn_ -= redraw_interval;
    if (shown_) bar_of_this_command() = this;
}

progress_bar::~progress_bar() {
    wipe();
    if (bar_of_this_command() == this) bar_of_this_command() = nullptr;
}

double progress_bar::seconds() const { return std::chrono::duration<double>(clock::now() - start_).count(); }

void progress_bar::update(const progress_update& now) {
    overall_.update(now, seconds());
    draw(false);
}

void progress_bar::enter(command_phase phase) {
    overall_.enter(phase, seconds());
    // What is shown already must not go on saying what is over; a short command stays silent.
    draw(drawn_);
}

void progress_bar::computing() { enter(command_phase::computing); }
void progress_bar::writing() { enter(command_phase::writing); }

void progress_bar::draw(bool at_once) {
    if (!shown_) return;
    const clock::time_point time = clock::now();
    if (!at_once && time - last_drawn_ < redraw_interval) return;
    last_drawn_ = time;
    drawn_ = true;
    const std::string text = progress_text(overall_, seconds(), columns_of(STDERR_FILENO) - 1);
    std::fputs(fmt::format("\r{}\x1b[K", text).c_str(), stderr);
    std::fflush(stderr);
}

void progress_bar::wipe() {
    if (!std::exchange(drawn_, false)) return;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
}

std::function<void(const progress_update&)> progress_bar::callback() {
    if (!shown_) return {};
    return [this](const progress_update& now) { update(now); };
}

void wipe_progress() {
    if (bar_of_this_command() != nullptr) bar_of_this_command()->wipe();
}

} // namespace concord::app
