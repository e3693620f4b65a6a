#include "completions/description.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace concord::app {
namespace {

/// "text|tsv|json" are words, "N|P%" are two kinds of value.
std::vector<std::string> words_of(const std::string& value) {
    const bool placeholders = std::ranges::any_of(value, [](char each) { return each >= 'A' && each <= 'Z'; });
    if (placeholders || value.find('|') == std::string::npos) return {};
    return CLI::detail::split(value, '|');
}

option_description describe_option(const CLI::Option& option) {
    option_description described;
    const bool input = option.get_positional();
    if (input) described.names.push_back(option.get_name(true));
    for (const std::string& name : option.get_snames())
        described.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        described.names.push_back("--" + name);
    if (!input && option.get_type_size() != 0) described.value = option.get_type_name();
    described.words = words_of(described.value);
    described.help = option.get_description();
    if (const std::string preset = option.get_default_str(); !preset.empty())
        described.help += fmt::format(" (default: {})", preset);
    described.required = option.get_required();
    described.repeated = input && option.get_items_expected_max() > 1;
    return described;
}

void add_options(command_description& described, const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        const bool help = option == command.get_help_ptr();
        if (option->get_positional()) {
            described.inputs.push_back(describe_option(*option));
            continue;
        }
        if (option->get_group().empty() && !help) continue; // hidden; --help is only left out of lists
        const std::string title = help ? "Options" : option->get_group();
        auto group = std::ranges::find(described.groups, title, &option_group::title);
        if (group == described.groups.end()) group = described.groups.insert(group, {title, {}});
        group->options.push_back(describe_option(*option));
    }
    // Where only --help has no heading of its own, it comes last.
    const auto general = std::ranges::find(described.groups, "Options", &option_group::title);
    if (general != described.groups.end() && general->options.size() == 1)
        std::rotate(general, general + 1, described.groups.end());
}

} // namespace

std::string command_description::name(char separator) const {
    return fmt::format("{}", fmt::join(path, std::string_view(&separator, 1)));
}

std::vector<option_description> command_description::options() const {
    std::vector<option_description> all;
    for (const option_group& group : groups)
        all.insert(all.end(), group.options.begin(), group.options.end());
    return all;
}

command_description describe_command(const CLI::App& command) {
    command_description described;
    for (const CLI::App* each = &command; each != nullptr; each = each->get_parent())
        described.path.insert(described.path.begin(), each->get_name());
    described.purpose = command.get_description();
    const std::string footer = command.get_footer();
    const std::size_t examples = std::min(footer.find("Example:\n"), footer.find("Examples:\n"));
    described.notes = footer.substr(0, examples);
    if (examples != std::string::npos) described.examples = footer.substr(footer.find('\n', examples) + 1);
    CLI::detail::trim(described.notes);
    add_options(described, command);
    for (const CLI::App* below : command.get_subcommands([](const CLI::App*) { return true; }))
        if (!below->get_group().empty()) described.commands.push_back(describe_command(*below));
    return described;
}

std::vector<const command_description*> all_commands(const command_description& command) {
    std::vector<const command_description*> all{&command};
    for (const command_description& below : command.commands) {
        const auto further = all_commands(below);
        all.insert(all.end(), further.begin(), further.end());
    }
    return all;
}

} // namespace concord::app
