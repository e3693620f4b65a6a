#include "formats/rates_file.hpp"

#include "runtime/machine.hpp"
#include "runtime/new_file.hpp"

#include <concord/device.hpp>
#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace concord::formats {
namespace {

using json = nlohmann::ordered_json;

constexpr std::string_view schema = "concord.rates/1";
constexpr ::off_t most_bytes = 1 << 20U;
constexpr std::size_t most_machines = 32;

class descriptor {
  public:
    explicit descriptor(int number) noexcept : number_(number) {}
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    ~descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    [[nodiscard]] int get() const noexcept { return number_; }

  private:
    int number_;
};

bool is_ours_alone(const struct stat& found) {
    return found.st_uid == ::geteuid() && (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// The content of a file of ours in a folder of ours; else nothing, with the reason.
std::optional<std::string> content_of(const std::filesystem::path& path, std::string& why_not) {
    const auto fails = [&](std::string why) {
        why_not = std::move(why);
        return std::optional<std::string>();
    };
    const descriptor folder(::open(path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.get() < 0) return fails(errno == ENOENT ? "there is no such file" : std::strerror(errno));
    struct stat found {};
    if (::fstat(folder.get(), &found) != 0 || !is_ours_alone(found))
        return fails("its folder belongs to others, or others may write to it");
    const descriptor file(
        ::openat(folder.get(), path.filename().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file.get() < 0 && errno == ENOENT) return fails("there is no such file");
    if (file.get() < 0) return fails(errno == ELOOP ? "it is a symbolic link" : std::strerror(errno));
    if (::fstat(file.get(), &found) != 0 || !S_ISREG(found.st_mode)) return fails("it is no regular file");
    if (!is_ours_alone(found)) return fails("it belongs to another user, or others may write to it");
    if (found.st_size > most_bytes) return fails("it is damaged");
    std::string content(static_cast<std::size_t>(found.st_size), '\0');
    std::size_t held = 0;
    while (held < content.size()) {
        const ::ssize_t count = ::read(file.get(), content.data() + held, content.size() - held);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return fails(std::strerror(errno));
        if (count == 0) break;
        held += static_cast<std::size_t>(count);
    }
    content.resize(held);
    return content;
}

json as_json(const machine_key& key) {
    return {{"processor", key.processor},
            {"cores", key.cores},
            {"gpus", key.gpus},
            {"driver", key.driver},
            {"version", key.version}};
}

bool is_of(const json& machine, const machine_key& key) {
    const json wanted = as_json(key);
    return machine.is_object() && std::ranges::all_of(wanted.items(), [&](const auto& each) {
               const auto found = machine.find(each.key());
               return found != machine.end() && *found == each.value();
           });
}

/// The members, each with its name, once for reading and for writing.
template <class Rates>
auto members_of_cpu(Rates& cpu) {
    return std::array{std::pair{"scanning", &cpu.scanning}, std::pair{"cells", &cpu.cells},
                      std::pair{"sorting", &cpu.sorting}, std::pair{"memory", &cpu.memory}};
}
template <class Rates>
auto members_of_gpu(Rates& gpu) {
    return std::array{std::pair{"start_seconds", &gpu.start_seconds},
                      std::pair{"transfer", &gpu.transfer},
                      std::pair{"launching", &gpu.launching},
                      std::pair{"scanning", &gpu.scanning},
                      std::pair{"cells", &gpu.cells},
                      std::pair{"sorting", &gpu.sorting}};
}

bool takes(const json& object, const char* name, double& value) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_number()) return false;
    value = found->get<double>();
    return true;
}

std::optional<machine_rates> rates_of(const json& machine) {
    machine_rates rates;
    const auto cpu = machine.find("cpu");
    const auto gpu = machine.find("gpu");
    if (cpu == machine.end() || gpu == machine.end() || !cpu->is_object() || !gpu->is_object()) return {};
    const auto cores = cpu->find("cores");
    if (cores == cpu->end() || !cores->is_number_unsigned() || cores->get<std::uint64_t>() > 1U << 20U) return {};
    rates.cpu.cores = cores->get<unsigned>();
    for (const auto& [name, member] : members_of_cpu(rates.cpu)) {
        const auto both = cpu->find(name);
        if (both == cpu->end() || !both->is_array() || both->size() != 2) return {};
        if (!(*both)[0].is_number() || !(*both)[1].is_number()) return {};
        *member = {(*both)[0].get<double>(), (*both)[1].get<double>()};
    }
    for (const auto& [name, member] : members_of_gpu(rates.gpu))
        if (!takes(*gpu, name, *member)) return {};
    if (!is_valid(rates)) return {};
    return rates;
}

json as_json(const machine_key& key, const machine_rates& rates) {
    json cpu{{"cores", rates.cpu.cores}};
    for (const auto& [name, member] : members_of_cpu(rates.cpu))
        cpu[name] = {member->alone, member->together};
    json gpu = json::object();
    for (const auto& [name, member] : members_of_gpu(rates.gpu))
        gpu[name] = *member;
    json machine = as_json(key);
    machine["cpu"] = std::move(cpu);
    machine["gpu"] = std::move(gpu);
    return machine;
}

/// The list in a file, or null: anything else is damage.
json machines_in(const std::string& content) {
    json whole = json::parse(content, nullptr, false);
    if (!whole.is_object()) return {};
    const auto said = whole.find("schema");
    const auto machines = whole.find("machines");
    if (said == whole.end() || *said != schema || machines == whole.end() || !machines->is_array()) return {};
    return *machines;
}

[[noreturn]] void cannot_save(const std::string& path, const std::string& why) {
    throw error(error_code::resource, fmt::format("{} cannot be written: {}", path, why));
}

void write_whole(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ::ssize_t count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw std::system_error(errno, std::generic_category());
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

std::string variable(const char* name) {
    const char* const text = std::getenv(name);
    return text == nullptr ? "" : text;
}

} // namespace

machine_key key_of_this_machine() {
    const runtime::gpu_driver_facts driver = runtime::gpu_driver();
    std::string gpus = driver.models;
    if (const std::string visible = variable("CUDA_VISIBLE_DEVICES"); !visible.empty())
        gpus += (gpus.empty() ? "" : "; ") + ("CUDA_VISIBLE_DEVICES=" + visible);
    return {runtime::processor_name(), usable_cores(), gpus, driver.version, std::string(version())};
}

std::string rates_path() {
    constexpr std::string_view name = "/rates.json";
    if (std::string folder = variable("CONCORD_CACHE"); !folder.empty()) return folder.append(name);
    for (const auto& [of, below] : {std::pair{"XDG_CACHE_HOME", "/concord"}, std::pair{"HOME", "/.cache/concord"}})
        if (std::string folder = variable(of); folder.starts_with('/')) return folder.append(below).append(name);
    return "";
}

namespace {

saved_rates read_rates_by(const std::string& path, const std::function<machine_key()>& key_of) {
    saved_rates found;
    if (path.empty()) {
        found.why_not = "there is no home to look for them";
        return found;
    }
    const std::optional<std::string> content = content_of(path, found.why_not);
    if (!content) return found;
    const json machines = machines_in(*content);
    if (machines.is_null()) {
        found.why_not = "it is damaged";
        return found;
    }
    const machine_key key = key_of();
    const auto ours = std::ranges::find_if(machines, [&](const json& each) { return is_of(each, key); });
    if (ours == machines.end()) {
        found.why_not = "it holds none of this machine and this version";
        return found;
    }
    found.rates = rates_of(*ours);
    if (!found.rates) found.why_not = "it is damaged";
    return found;
}

} // namespace

saved_rates read_rates(const std::string& path, const machine_key& key) {
    return read_rates_by(path, [&] { return key; });
}
saved_rates read_rates(const std::string& path) { return read_rates_by(path, key_of_this_machine); }

void make_place_of_rates(const std::string& path) {
    if (path.empty()) cannot_save("rates.json", "neither CONCORD_CACHE nor XDG_CACHE_HOME nor HOME names a folder");
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code trouble;
    if (!std::filesystem::is_directory(folder, trouble)) {
        std::filesystem::create_directories(folder.parent_path(), trouble);
        if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) cannot_save(path, std::strerror(errno));
    }
    struct stat found {};
    if (::stat(folder.c_str(), &found) != 0) cannot_save(path, std::strerror(errno));
    if (!is_ours_alone(found)) cannot_save(path, "its folder belongs to others, or others may write to it");
}

void save_rates(const std::string& path, const machine_key& key, const machine_rates& rates) {
    make_place_of_rates(path);
    json kept = json::array();
    std::string why_not;
    if (const std::optional<std::string> content = content_of(path, why_not)) {
        const json before = machines_in(*content);
        for (const json& each : before)
            if (each.is_object() && !is_of(each, key) && kept.size() + 1 < most_machines) kept.push_back(each);
    }
    kept.insert(kept.begin(), as_json(key, rates));
    const json whole{{"schema", schema}, {"machines", std::move(kept)}};
    try {
        runtime::new_file file(path, S_IRUSR | S_IWUSR);
        write_whole(file.descriptor(), whole.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
        file.commit();
    } catch (const std::system_error& failure) {
        cannot_save(path, failure.code().message());
    }
}

} // namespace concord::formats
