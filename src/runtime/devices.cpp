#include "runtime/gpu/gpus.hpp"
#include "runtime/machine.hpp"

#include <concord/run.hpp>

#include <string>
#include <vector>

namespace concord {
namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

} // namespace

std::vector<device_status> list_devices() {
    const unsigned cores = usable_cores();
    std::vector<device_status> devices = {{"cpu", true,
                                           runtime::processor_name() + ", " + std::to_string(cores) +
                                               (cores == 1 ? " core" : " cores") +
                                               ", vectors: " + joined(usable_vectors())}};
    const runtime::gpu_inventory& there = runtime::list_gpus();
    if (there.gpus.empty()) devices.push_back({"cuda", false, there.why_none});
    for (const runtime::gpu_info& gpu : there.gpus) {
        const std::string memory = std::to_string(gpu.memory >> 30U) + " GiB of memory";
        devices.push_back({"cuda:" + std::to_string(gpu.index), gpu.why_not.empty(),
                           gpu.name + ", " + (gpu.why_not.empty() ? memory : gpu.why_not)});
    }
    return devices;
}

} // namespace concord
