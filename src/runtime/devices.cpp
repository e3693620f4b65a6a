#include "runtime/gpu/gpus.hpp"
#include "runtime/machine.hpp"

#include <concord/device.hpp>
#include <concord/error.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

namespace concord {
namespace {

[[noreturn]] void is_no_device(std::string_view text) {
    throw error(error_code::usage, "'" + std::string(text) + "' is no device: expected auto, cpu, cuda or cuda:0,1");
}

/// "0,1,12": numbers of at most four digits.
std::vector<int> parsed_numbers(std::string_view text, std::string_view list) {
    constexpr int too_great = 10'000;
    std::vector<int> numbers;
    for (;;) {
        int number = 0;
        const auto [end, problem] = std::from_chars(list.data(), list.data() + list.size(), number);
        const auto used = static_cast<std::size_t>(end - list.data());
        const bool ends_well = used == list.size() || list[used] == ',';
        if (problem != std::errc() || number < 0 || number >= too_great || !ends_well) is_no_device(text);
        numbers.push_back(number);
        if (used == list.size()) return numbers;
        list.remove_prefix(used + 1);
    }
}

std::string names_of(const std::vector<vector_target>& targets) {
    std::string names;
    for (const vector_target target : targets)
        names += (names.empty() ? "" : ", ") + std::string(to_string(target));
    return names;
}

} // namespace

device device::gpus(std::vector<int> numbers) {
    if (numbers.empty()) throw error(error_code::usage, "a list of GPUs names at least one");
    for (std::size_t at = 0; at < numbers.size(); ++at) {
        if (numbers[at] < 0) throw error(error_code::usage, "there is no GPU " + std::to_string(numbers[at]));
        if (std::find(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(at), numbers[at]) !=
            numbers.begin() + static_cast<std::ptrdiff_t>(at))
            throw error(error_code::usage, "a list of GPUs names GPU " + std::to_string(numbers[at]) + " twice");
    }
    return device(kind::listed_gpus, std::move(numbers));
}

device device::parse(std::string_view text) {
    constexpr std::string_view listed = "cuda:";
    if (text == "auto") return automatic();
    if (text == "cpu") return cpu();
    if (text == "cuda") return all_gpus();
    if (!text.starts_with(listed)) is_no_device(text);
    return gpus(parsed_numbers(text, text.substr(listed.size())));
}

std::string to_string(const device& which) {
    if (which.is_automatic()) return "auto";
    if (which.is_cpu()) return "cpu";
    std::string text = "cuda";
    for (const int number : which.gpu_numbers())
        text += (text == "cuda" ? ':' : ',') + std::to_string(number);
    return text;
}

std::vector<device_status> list_devices() {
    const unsigned cores = usable_cores();
    std::vector<device_status> devices = {{"cpu", true,
                                           runtime::processor_name() + ", " + std::to_string(cores) +
                                               (cores == 1 ? " core" : " cores") +
                                               ", vectors: " + names_of(usable_vectors())}};
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
