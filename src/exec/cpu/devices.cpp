#include <concord/run.hpp>

#include <fstream>

namespace concord {
namespace {

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    while (std::getline(file, line))
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "processor";
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

} // namespace

std::vector<device_status> list_devices() {
    const unsigned cores = usable_cores();
    return {
        {"cpu", true,
         processor_name() + ", " + std::to_string(cores) + (cores == 1 ? " core" : " cores") +
             ", vectors: " + joined(usable_vectors())},
        {"cuda", false, "this build has no GPU code"},
    };
}

} // namespace concord
