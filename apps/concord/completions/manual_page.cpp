// See man-pages(7) for the order of the sections, groff_man(7) for the macros.
#include "completions/description.hpp"

#include <CLI/StringTools.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace concord::app {
namespace {

/// Text as roff shows it unchanged: hyphens that can be copied into a shell, and no line that is a request.
std::string plain(std::string_view text) {
    std::string escaped;
    bool line_begins = true;
    for (const char each : text) {
        if (line_begins && (each == '.' || each == '\'')) escaped += "\\&";
        if (each == '\\')
            escaped += "\\e";
        else if (each == '-')
            escaped += "\\-";
        else if (each == '\'')
            escaped += "\\(aq";
        else if (each == '^')
            escaped += "\\(ha";
        else if (each == '~')
            escaped += "\\(ti";
        else
            escaped += each;
        line_begins = each == '\n';
    }
    return escaped;
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", plain(text)); }

std::string slanted(std::string_view text) { return fmt::format("\\fI{}\\fR", plain(text)); }

std::string upper(std::string text) {
    std::ranges::transform(text, text.begin(), [](char each) { return each >= 'a' && each <= 'z' ? each - 32 : each; });
    return text;
}

std::string synopsis(const command_description& command) {
    std::string line = fmt::format("{} [{}]", bold(command.name(' ')), slanted("OPTIONS"));
    for (const option_description& input : command.inputs) {
        const std::string name = fmt::format("{}{}", slanted(input.names.front()), input.repeated ? "..." : "");
        line += input.required ? fmt::format(" {}", name) : fmt::format(" [{}]", name);
    }
    if (!command.commands.empty()) line += fmt::format(" [{}]", slanted("COMMAND"));
    return line;
}

std::string item(const option_description& option, bool input) {
    std::string names;
    for (const std::string& name : option.names)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", input ? slanted(name) : bold(name));
    if (!option.value.empty())
        names += fmt::format(" {}", option.words.empty() ? slanted(option.value) : plain(option.value));
    return fmt::format(".TP\n{}\n{}\n", names, plain(option.help));
}

std::string paragraphs(std::string_view text) {
    std::string roff;
    for (bool first = true; !text.empty(); first = false) {
        const std::size_t end = text.find("\n\n");
        roff += fmt::format("{}{}\n", first ? "" : ".PP\n", plain(text.substr(0, end)));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    }
    return roff;
}

} // namespace

std::string manual_page(const command_description& command, std::string_view version) {
    const std::string name = command.name('-');
    std::string page = fmt::format(".TH {} 1 \"\" \"concord {}\" \"Concord\"\n", plain(upper(name)), version);
    page += fmt::format(".SH NAME\n{} \\- {}\n", plain(name), plain(command.purpose));
    page += fmt::format(".SH SYNOPSIS\n{}\n", synopsis(command));
    if (!command.notes.empty()) page += ".SH DESCRIPTION\n" + paragraphs(command.notes);
    if (!command.inputs.empty()) page += ".SH INPUT\n";
    for (const option_description& input : command.inputs)
        page += item(input, true);
    for (const option_group& group : command.groups) {
        page += fmt::format(".SH \"{}\"\n", plain(upper(group.title)));
        for (const option_description& option : group.options)
            page += item(option, false);
    }
    if (!command.commands.empty()) page += ".SH COMMANDS\n";
    for (const command_description& below : command.commands)
        page += fmt::format(".TP\n{}(1)\n{}\n", bold(below.name('-')), plain(below.purpose));
    if (!command.examples.empty()) page += fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n", plain(command.examples));
    if (command.path.size() > 1) {
        std::vector<std::string> parent(command.path.begin(), command.path.end() - 1);
        page += fmt::format(".SH \"SEE ALSO\"\n{}(1)\n", bold(fmt::format("{}", fmt::join(parent, "-"))));
    }
    return page;
}

} // namespace concord::app
