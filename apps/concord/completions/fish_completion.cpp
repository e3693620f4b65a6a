#include "completions/description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace concord::app {
namespace {

std::string quoted_for_fish(std::string_view text) {
    std::string safe = "'";
    for (const char each : text) {
        if (each == '\'' || each == '\\') safe += '\\';
        safe += each;
    }
    return safe + "'";
}

std::string line(const command_description& command, const option_description& option) {
    std::string text = fmt::format("complete -c {0} -n '__{0}_is {1}'", command.path.front(), command.name('_'));
    for (const std::string& name : option.names)
        text += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2)) : fmt::format(" -s {}", name.substr(1));
    if (option.takes_file())
        text += " -r -F";
    else if (!option.words.empty())
        text += fmt::format(" -x -a '{}'", fmt::join(option.words, " "));
    else if (!option.value.empty())
        text += " -x";
    return fmt::format("{} -d {}\n", text, quoted_for_fish(option.help));
}

} // namespace

std::string fish_completion(const command_description& program) {
    std::string paths;
    std::string with_values;
    std::string lines;
    for (const command_description* command : all_commands(program)) {
        if (command->path.size() > 1) paths += fmt::format(" {}", command->name('_'));
        for (const option_description& option : command->options()) {
            lines += line(*command, option);
            if (option.value.empty()) continue;
            for (const std::string& name : option.names)
                with_values += fmt::format(" {}:{}", command->name('_'), name);
        }
        const std::string condition =
            fmt::format("complete -c {0} -n '__{0}_is {1}'", program.path.front(), command->name('_'));
        if (command->inputs.empty()) lines += fmt::format("{} -f\n", condition);
        for (const command_description& below : command->commands)
            lines += fmt::format("{} -a {} -d {}\n", condition, below.path.back(), quoted_for_fish(below.purpose));
    }
    return fmt::format(R"(# fish completion of {0}, made from its options.

# Whether the words before the cursor choose the command $argv[1].
function __{0}_is
    set -l command {0}
    set -l words (commandline -opc)
    set -l value no
    for word in $words[2..-1]
        if test $value = yes
            set value no
        else if contains -- $command:$word{1}
            set value yes
        else if contains -- $command"_"$word{2}
            set command $command"_"$word
        end
    end
    test $command = $argv[1]
end

{3})",
                       program.path.front(), with_values, paths, lines);
}

} // namespace concord::app
