#include "measurement.hpp"

#include <fmt/format.h>
#include <fstream>
#include <string>
#include <sys/resource.h>

namespace concord::app {
namespace {

/// The most that this program held. getrusage would count what the process held before it became this program.
std::uint64_t peak_memory_bytes() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (std::uint64_t kibibytes = 0; word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024;
    struct rusage usage {};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

} // namespace

double measurement::seconds() const { return std::chrono::duration<double>(clock::now() - start_).count(); }

void measurement::computing_is_over(const run_report& report, const message_arguments& messages) {
    compute_ = seconds() - read_ - report.start_seconds;
    for (const std::string& note : report.notes)
        messages.note(note);
    if (report.start_seconds > 0)
        messages.note(fmt::format("waited {:.3f} s for the device to start", report.start_seconds));
    messages.note(fmt::format("computed in {:.3f} s on {}{}, {} threads", compute_, report.device,
                              report.vectors.empty() ? "" : " (" + report.vectors + ")", report.threads));
}

run_facts measurement::facts(const run_report& report) const {
    return {report, {read_, compute_, seconds()}, peak_memory_bytes()};
}

} // namespace concord::app
