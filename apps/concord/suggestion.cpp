#include "suggestion.hpp"

#include <concord/distance.hpp>

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <system_error>
#include <vector>

namespace concord::app {
namespace {

/// The name that a word is nearest to, or an empty text. A word that begins a name is near it.
std::string nearest(const std::string& word, const std::vector<std::string>& names) {
    std::string best;
    std::uint64_t least = word.size() / 3 + 1;
    for (const std::string& name : names) {
        if (word.size() >= 3 && name.starts_with(word)) return name;
        distance_options options;
        options.run.device = device::cpu();
        options.run.threads = 1;
        const std::uint64_t edits =
            distance(sequence_ref(std::string_view(word)), sequence_ref(std::string_view(name)), options)
                .distance.value_or(least);
        if (edits >= least) continue;
        least = edits;
        best = name;
    }
    return best;
}

CLI::App& chosen_command(CLI::App& program) {
    CLI::App* chosen = &program;
    for (std::vector<CLI::App*> below; !(below = chosen->get_subcommands()).empty();)
        chosen = below.front();
    return *chosen;
}

std::vector<std::string> names_of_commands(const CLI::App& parent) {
    std::vector<std::string> names;
    for (const CLI::App* each : parent.get_subcommands([](const CLI::App*) { return true; }))
        if (!each->get_group().empty()) names.push_back(each->get_name());
    return names;
}

std::string asked(const std::string& name) { return name.empty() ? "" : "; did you mean " + name + "?"; }

} // namespace

std::string suggestion(CLI::App& program, int argc, const char* const* argv) {
    CLI::App& command = chosen_command(program);
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    if (&command == &program) {
        const auto first = std::ranges::find_if(words, [](const std::string& word) { return !word.starts_with('-'); });
        if (first == words.end()) return "";
        if (const std::string name = nearest(*first, names_of_commands(program)); !name.empty()) return asked(name);
        std::error_code failure;
        return std::filesystem::exists(*first, failure)
                   ? fmt::format("; this is a file, and a command stands before it, such as 'concord substring {}'",
                                 *first)
                   : "";
    }
    if (!words.empty() && words.front().starts_with('-'))
        return "; options stand behind the command: " + program.get_name() + " " + command.get_name() + " [OPTIONS]";
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    for (const std::string& word : words) {
        if (!word.starts_with("--") || word.size() == 2) continue;
        const std::string name = word.substr(0, word.find('='));
        if (std::ranges::find(names, name) == names.end()) return asked(nearest(name, names));
    }
    // Behind a command with kinds of its own, such as 'simulate reads'.
    if (words.size() > 1 && !words[1].starts_with('-')) return asked(nearest(words[1], names_of_commands(command)));
    return "";
}

} // namespace concord::app
