#include "runtime/gpu/gpus.hpp"

#include <concord/error.hpp>

#include <algorithm>

namespace concord::runtime {
namespace {

[[noreturn]] void cannot_be_used(const device& named, const std::string& why) {
    throw error(error_code::resource, "device '" + to_string(named) + "' cannot be used: " + why);
}

const gpu_info* find(int index) {
    const auto& gpus = list_gpus().gpus;
    const auto found =
        std::find_if(gpus.begin(), gpus.end(), [&](const gpu_info& each) { return each.index == index; });
    return found == gpus.end() ? nullptr : &*found;
}

} // namespace

std::vector<int> usable_gpus() {
    std::vector<int> indices;
    for (const gpu_info& gpu : list_gpus().gpus)
        if (gpu.why_not.empty()) indices.push_back(gpu.index);
    return indices;
}

std::vector<int> named_gpus(const device& named) {
    if (!named.names_gpus()) return {};
    const gpu_inventory& there = list_gpus();
    if (named.gpu_numbers().empty()) {
        std::vector<int> all = usable_gpus();
        if (!all.empty()) return all;
        cannot_be_used(named, there.gpus.empty() ? there.why_none : there.gpus.front().why_not);
    }
    if (there.gpus.empty()) cannot_be_used(named, there.why_none);
    for (const int index : named.gpu_numbers()) {
        const gpu_info* const gpu = find(index);
        if (gpu == nullptr)
            cannot_be_used(named,
                           "there is no GPU " + std::to_string(index) + ", only " + std::to_string(there.gpus.size()));
        if (!gpu->why_not.empty()) cannot_be_used(named, "cuda:" + std::to_string(index) + ": " + gpu->why_not);
    }
    return named.gpu_numbers();
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
