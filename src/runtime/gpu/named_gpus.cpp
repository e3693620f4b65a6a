#include "runtime/distributed/gpus_of_rank.hpp"
#include "runtime/gpu/gpus.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <charconv>

namespace concord::runtime {
namespace {

[[noreturn]] void cannot_be_used(std::string_view device, const std::string& why) {
    throw error(error_code::resource, "device '" + std::string(device) + "' cannot be used: " + why);
}

const gpu_info* find(int index) {
    const auto& gpus = list_gpus().gpus;
    const auto found =
        std::find_if(gpus.begin(), gpus.end(), [&](const gpu_info& each) { return each.index == index; });
    return found == gpus.end() ? nullptr : &*found;
}

std::vector<int> parsed(std::string_view device) {
    std::vector<int> indices;
    std::string_view rest = device.substr(device.find(':') + 1);
    while (true) {
        int index = 0;
        const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
        const auto used = static_cast<std::size_t>(end - rest.data());
        if (problem != std::errc() || index < 0 || (used < rest.size() && rest[used] != ','))
            throw error(error_code::usage, "'" + std::string(device) + "' is no device");
        if (std::find(indices.begin(), indices.end(), index) != indices.end())
            throw error(error_code::usage, "'" + std::string(device) + "' names a GPU twice");
        indices.push_back(index);
        if (used == rest.size()) return indices;
        rest.remove_prefix(used + 1);
    }
}

} // namespace

std::vector<int> usable_gpus() {
    std::vector<int> indices;
    for (const gpu_info& gpu : list_gpus().gpus)
        if (gpu.why_not.empty()) indices.push_back(gpu.index);
    return indices;
}

std::vector<int> named_gpus(std::string_view device) {
    if (device == "auto" || device == "cpu") return {};
    if (device == "cuda") {
        std::vector<int> all = usable_gpus();
        if (!all.empty()) return all;
        const gpu_inventory& there = list_gpus();
        cannot_be_used(device, there.gpus.empty() ? there.why_none : there.gpus.front().why_not);
    }
    if (!device.starts_with("cuda:")) throw error(error_code::usage, "'" + std::string(device) + "' is no device");
    std::vector<int> indices = parsed(device);
    if (list_gpus().gpus.empty()) cannot_be_used(device, list_gpus().why_none);
    for (const int index : indices) {
        const gpu_info* const gpu = find(index);
        if (gpu == nullptr)
            cannot_be_used(device, "there is no GPU " + std::to_string(index) + ", only " +
                                       std::to_string(list_gpus().gpus.size()));
        if (!gpu->why_not.empty()) cannot_be_used(device, "cuda:" + std::to_string(index) + ": " + gpu->why_not);
    }
    return indices;
}

std::string describe_gpus(const std::vector<int>& indices) {
    std::string numbers;
    std::string names;
    for (const int index : indices) {
        if (!numbers.empty()) numbers += ',';
        numbers += std::to_string(index);
        const gpu_info* const gpu = find(index);
        const std::string name = gpu == nullptr ? "?" : gpu->name;
        if (names.find(name) != std::string::npos) continue;
        if (!names.empty()) names += ", ";
        names += name;
    }
    return "cuda:" + numbers + " " + names;
}

} // namespace concord::runtime

namespace concord {

void start_device(const run_options& options) {
    std::vector<int> gpus = runtime::gpus_of_rank(runtime::named_gpus(options.device), options);
    if (options.device == "cuda")
        gpus.erase(gpus.begin() + 1, gpus.end()); // the others are started when the work turns out to be worth it
    runtime::start_gpus(gpus);
}

} // namespace concord
