#include "terminal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace concord::app {
namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view{} : value;
}

bool& launcher_is_between() {
    static bool is = false;
    return is;
}

} // namespace

void heed_launcher() {
    for (const char* const rank : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"})
        if (!environment(rank).empty()) launcher_is_between() = true;
}

void occupy_standard_streams() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(descriptor, F_GETFD) == -1) // open() takes the lowest free number: this one
            static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

bool stdout_is_terminal() { return !launcher_is_between() && ::isatty(STDOUT_FILENO) == 1; }
bool stderr_is_terminal() { return !launcher_is_between() && ::isatty(STDERR_FILENO) == 1; }

std::size_t columns_of(int descriptor) {
    struct winsize size {};
    return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 100;
}

bool environment_allows_colour() { return environment("NO_COLOR").empty() && environment("TERM") != "dumb"; }

namespace {

constexpr auto redraw_interval = std::chrono::milliseconds(100);

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

} // namespace

std::string progress_text(const progress_update& now, double seconds) {
    std::string text(now.stage);
    const auto done = static_cast<double>(now.done);
    const auto total = static_cast<double>(now.total);
    if (now.total > 0)
        text += fmt::format("  {:.0f}%", std::min(100.0, 100 * done / total));
    else
        text += fmt::format("  {} {}", short_number(done), now.unit);
    if (seconds > 0 && now.done > 0) {
        text += fmt::format("  {} {}/s", short_number(done / seconds), now.unit);
        if (now.total > now.done) text += fmt::format("  {} left", clock_text(seconds * (total - done) / done));
    }
    return text;
}

progress_line::progress_line(bool shown, bool at_once) : shown_(shown), at_once_(at_once) {}

void progress_line::update(const progress_update& now) {
    const clock::time_point time = clock::now();
    if (now.stage != stage_) {
        stage_ = now.stage;
        stage_start_ = time;
        last_drawn_ = at_once_ ? time - redraw_interval : time;
    }
    if (time - last_drawn_ < redraw_interval) return;
    last_drawn_ = time;
    drawn_ = true;
    const double seconds = std::chrono::duration<double>(time - stage_start_).count();
    const std::string text = progress_text(now, seconds).substr(0, columns_of(STDERR_FILENO) - 1);
    std::fputs(fmt::format("\r{}\x1b[K", text).c_str(), stderr);
    std::fflush(stderr);
}

void progress_line::clear() {
    if (!drawn_) return;
    drawn_ = false;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
}

std::function<void(const progress_update&)> progress_line::callback() {
    if (!shown_) return {};
    return [this](const progress_update& now) { update(now); };
}

} // namespace concord::app
