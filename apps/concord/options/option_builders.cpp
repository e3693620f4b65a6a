#include "options/option_builders.hpp"

#include "options/option_text.hpp"
#include <CLI/CLI.hpp>
#include <concord/error.hpp>
#include <concord/substring.hpp>
#include <fmt/format.h>
#include <string_view>

namespace concord::app {
namespace {

constexpr std::size_t explanation_column = 30;
constexpr std::size_t line_width = 100;

/// `text` in lines that end before `line_width`, all but the first indented.
std::string wrapped(std::string_view text, std::size_t indent) {
    std::string lines;
    for (const std::size_t room = line_width - indent; text.size() > room;) {
        std::size_t space = text.rfind(' ', room);
        if (space == std::string_view::npos) break;
        lines += fmt::format("{}\n{}", text.substr(0, space), std::string(indent, ' '));
        text.remove_prefix(space + 1);
    }
    return lines.append(text);
}

} // namespace

std::string help_formatter::make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const {
    // CLI11 puts two empty lines between groups.
    return CLI::detail::find_and_replace(Formatter::make_help(command, std::move(name), mode), "\n\n\n", "\n\n");
}

std::string help_formatter::make_footer(const CLI::App* command) const {
    const std::string footer = command->get_footer();
    return footer.empty() ? footer : "\n" + footer + "\n";
}

std::string help_formatter::make_option(const CLI::Option* option, bool is_positional) const {
    std::string names = option->get_name(is_positional, true);
    if (option->get_type_size() != 0 && !is_positional) names += " " + option->get_type_name();
    std::string text = option->get_description();
    if (const std::string preset = option->get_default_str(); !preset.empty())
        text += fmt::format(" (default: {})", preset);

    const bool fits = names.size() + 4 <= explanation_column;
    const std::string gap =
        fits ? std::string(explanation_column - names.size() - 2, ' ') : "\n" + std::string(explanation_column, ' ');
    return fmt::format("  {}{}{}\n", names, gap, wrapped(text, explanation_column));
}

CLI::Option* add_support(CLI::App& command, std::string& requested, const std::string& help) {
    return command.add_option("-t,--support", requested, help)->type_name("N|P%")->check([](const std::string& text) {
        return static_cast<void>(parse_support(text)), std::string();
    });
}

std::uint64_t resolve_support(const std::string& requested, std::uint64_t sequences) {
    const support_request parsed = parse_support(requested);
    if (parsed.count == 0) return support_from_percent(parsed.percent, sequences);
    if (parsed.count > sequences)
        throw error(error_code::usage,
                    fmt::format("--support {} is more than the {} sequences of the input", parsed.count, sequences));
    return parsed.count;
}

} // namespace concord::app
