// See "Completion Using compsys" in zsh's manual: _arguments, and how its specifications are quoted.
#include "completions/description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace concord::app {
namespace {

/// Within single quotes and a specification, where brackets and colons have a meaning.
std::string quoted_for_zsh(std::string_view text) {
    std::string safe;
    for (const char each : text) {
        if (each == '\'')
            safe += R"('\'')";
        else if (std::string_view(R"([]:\)").find(each) != std::string_view::npos)
            safe += std::string("\\") + each;
        else
            safe += each;
    }
    return safe;
}

std::string argument(const option_description& option) {
    if (option.value.empty()) return {};
    const std::string action = option.takes_file()    ? "_files"
                               : option.words.empty() ? " "
                                                      : fmt::format("({})", fmt::join(option.words, " "));
    return fmt::format(":{}:{}", quoted_for_zsh(option.value), action);
}

std::string specification(const option_description& option) {
    const bool flag = option.value.empty();
    std::string names;
    for (const std::string& name : option.names) {
        const bool is_long = name.starts_with("--");
        names += (names.empty() ? "" : ",") + name + (flag ? "" : is_long ? "=" : "+");
    }
    const std::string text = fmt::format("'[{}]{}'", quoted_for_zsh(option.help), argument(option));
    if (option.names.size() == 1) return names + text;
    return fmt::format("'({})'{{{}}}{}", fmt::join(option.names, " "), names, text);
}

std::string function(const command_description& command) {
    std::string body = fmt::format("_{}() {{\n    local curcontext=$curcontext state line\n", command.name('_'));
    body += "    typeset -A opt_args\n    _arguments -s -S -C";
    for (const option_description& option : command.options())
        body += " \\\n        " + specification(option);
    if (command.commands.empty()) {
        for (const option_description& input : command.inputs)
            body += fmt::format(" \\\n        '{}{}:_files'", input.repeated ? "*:" : ":",
                                quoted_for_zsh(input.names.front()));
        return body + "\n}\n\n";
    }
    body += " \\\n        '1: :->command' \\\n        '*:: :->argument'\n    case $state in\n    command)\n";
    body += "        local -a commands=(";
    std::string chosen;
    for (const command_description& below : command.commands) {
        body += fmt::format("\n            '{}:{}'", below.path.back(), quoted_for_zsh(below.purpose));
        chosen += fmt::format("        {}) _{} ;;\n", below.path.back(), below.name('_'));
    }
    body += "\n        )\n        _describe command commands\n";
    if (!command.inputs.empty()) {
        body += "        _files\n";
        chosen += "        *) _files ;;\n";
    }
    return body + "        ;;\n    argument)\n        case $words[1] in\n" + chosen +
           "        esac\n        ;;\n    esac\n}\n\n";
}

} // namespace

std::string zsh_completion(const command_description& program) {
    const std::string name = program.name(' ');
    std::string script = fmt::format("#compdef {0}\n# zsh completion of {0}, made from its options.\n\n", name);
    for (const command_description* command : all_commands(program))
        script += function(*command);
    return script + fmt::format("_{} \"$@\"\n", name);
}

} // namespace concord::app
