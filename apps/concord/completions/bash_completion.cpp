#include "completions/description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace concord::app {
namespace {

/// Which of the patterns of a `case` stand for a command's options that `choose` takes.
template <typename Choose>
std::string patterns(const command_description& command, Choose choose) {
    std::vector<std::string> names;
    for (const option_description& option : command.options())
        if (choose(option)) names.insert(names.end(), option.names.begin(), option.names.end());
    return fmt::format("{}", fmt::join(names, " | "));
}

std::string values(const command_description& command) {
    std::string cases;
    const auto add = [&](const std::string& names, const std::string& action) {
        if (!names.empty()) cases += fmt::format("            {}) {} ;;\n", names, action);
    };
    for (const option_description& option : command.options())
        if (!option.words.empty())
            add(fmt::format("{}", fmt::join(option.names, " | ")),
                fmt::format("kind=words words='{}'", fmt::join(option.words, " ")));
    add(patterns(command, [](const option_description& each) { return each.takes_file(); }), "kind=files");
    add(patterns(command,
                 [](const option_description& each) {
                     return !each.value.empty() && each.words.empty() && !each.takes_file();
                 }),
        "kind=other");
    return cases;
}

} // namespace

std::string bash_completion(const command_description& program) {
    const std::string name = program.name(' ');
    std::string options_of_each;
    std::string values_of_each;
    std::string paths;
    for (const command_description* command : all_commands(program)) {
        std::string options;
        for (const option_description& option : command->options())
            options += fmt::format("{}{}", options.empty() ? "" : " ", fmt::join(option.names, " "));
        std::string commands;
        for (const command_description& below : command->commands)
            commands += (commands.empty() ? "" : " ") + below.path.back();
        options_of_each += fmt::format("        '{}') options='{}' commands='{}' files={} ;;\n", command->name(' '),
                                       options, commands, command->inputs.empty() ? "no" : "yes");
        values_of_each += fmt::format("    '{}')\n        case $2 in\n{}        esac\n        ;;\n", command->name(' '),
                                      values(*command));
        if (command->path.size() > 1) paths += fmt::format("{}'{}'", paths.empty() ? "" : " | ", command->name(' '));
    }
    return fmt::format(R"(# bash completion of {0}, made from its options.

# What the option $2 of the command $1 takes: kind is flag, words, files or other.
_{0}_value() {{
    kind=flag words=
    case $1 in
{1}    esac
}}

_{0}() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} command={0} previous= kind words options commands files i
    for ((i = 1; i < COMP_CWORD; ++i)); do
        previous=${{COMP_WORDS[i]}}
        # "--format=text" is three words to bash.
        if [[ $previous == '=' ]]; then previous=${{COMP_WORDS[i - 1]}} && continue; fi
        _{0}_value "$command" "$previous"
        if [[ $kind != flag ]]; then
            if [[ ${{COMP_WORDS[i + 1]}} == '=' ]]; then ((++i)); fi
            if ((i + 1 < COMP_CWORD)); then ((++i)) && previous=; fi
            continue
        fi
        case "$command $previous" in
        {2}) command="$command $previous" ;;
        esac
    done
    if [[ $current == '=' ]]; then current=; fi
    COMPREPLY=()
    _{0}_value "$command" "$previous"
    if [[ $kind == flag ]]; then
        case $command in
{3}        esac
        if [[ $current == -* ]]; then
            kind=words words=$options
        elif [[ $files == yes ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
            kind=files
        else
            kind=words words=$commands
        fi
    fi
    case $kind in
    words) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current") ;;
    files)
        local found
        mapfile -t found < <(compgen -f -- "$current")
        COMPREPLY+=("${{found[@]}}")
        compopt -o filenames 2>/dev/null
        ;;
    esac
}}
complete -F _{0} {0}
)",
                       name, values_of_each, paths, options_of_each);
}

} // namespace concord::app
