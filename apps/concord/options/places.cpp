// Where a command reads and writes: no output may be an input or another output, whatever name it goes by.
#include "options/common_options.hpp"
#include "options/option_builders.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace concord::app {
namespace {

/// What a name leads to: device and inode of a regular file, links followed; of one that is to be created its folder's
/// and its own name in it.
using identity = std::tuple<::dev_t, ::ino_t, std::string>;

/// Empty for what is no regular file (devices, pipes and terminals can be named as often as one likes) or cannot be
/// looked at.
std::optional<identity> identity_of(const std::string& path, int descriptor_of_dash) {
    struct stat found {};
    const bool exists = path == "-" ? ::fstat(descriptor_of_dash, &found) == 0 : ::stat(path.c_str(), &found) == 0;
    if (exists)
        return S_ISREG(found.st_mode) ? std::optional<identity>({found.st_dev, found.st_ino, {}}) : std::nullopt;
    if (path == "-") return std::nullopt;
    const std::filesystem::path whole(path);
    const std::filesystem::path folder = whole.has_parent_path() ? whole.parent_path() : ".";
    if (::stat(folder.c_str(), &found) != 0) return std::nullopt;
    return identity{found.st_dev, found.st_ino, whole.filename().string()};
}

std::string name_of(const std::string& path, const char* name_of_dash) { return path == "-" ? name_of_dash : path; }

} // namespace

void check_places(const std::vector<std::string>& inputs, std::vector<std::string> outputs) {
    if (std::ranges::count(inputs, "-") > 1) reject("standard input ('-') can be read only once");
    std::erase(outputs, "");
    std::ranges::sort(outputs);
    if (std::ranges::count(outputs, "-") > 1) reject("only one output can go to standard output ('-')");
    std::vector<std::pair<identity, std::string>> taken;
    for (const std::string& path : outputs) {
        const auto file = identity_of(path, STDOUT_FILENO);
        if (!file) continue;
        const std::string name = name_of(path, "standard output");
        for (const std::string& input : inputs)
            if (identity_of(input, STDIN_FILENO) == file)
                reject(fmt::format("{} is to be written, and is the same file as the input {}", name,
                                   name_of(input, "on standard input")));
        for (const auto& [other, other_name] : taken)
            if (other == *file)
                reject(other_name == name
                           ? fmt::format("{} is asked to hold two outputs", name)
                           : fmt::format("{} and {} are the same file, which is asked to hold two outputs", other_name,
                                         name));
        taken.emplace_back(*file, name);
    }
}

} // namespace concord::app
