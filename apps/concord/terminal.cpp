#include "terminal.hpp"

#include <cstdlib>
#include <fcntl.h>
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

} // namespace concord::app
