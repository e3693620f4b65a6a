// Options of the kinds that occur again and again.
#pragma once

#include <CLI/CLI.hpp>

#include <CLI/App.hpp>
#include <CLI/Formatter.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace concord::app {

/// --help works and is not listed: who reads the list knows it.
inline void hide_help_flag(CLI::App& command) {
    command.set_help_flag("-h,--help")->group(""); // anew, since a hidden flag is not inherited
}

/// One of some words, which the help lists in place of a type.
inline CLI::Option* add_choice(CLI::App& command, const std::string& names, std::string& word,
                               const std::vector<std::string>& words, const std::string& help) {
    CLI::IsMember check(words);
    check.description("");
    return command.add_option(names, word, help)->check(check)->type_name(CLI::detail::join(words, "|"));
}

/// A value that is read by one of the functions of option_text.hpp.
template <typename Value, typename Parser>
CLI::Option* add_parsed(CLI::App& command, const std::string& names, Value& value, Parser parse,
                        const std::string& type, const std::string& help) {
    return command
        .add_option_function<std::string>(
            names, [&value, parse](const std::string& text) { value = static_cast<Value>(parse(text)); }, help)
        ->check([parse](const std::string& text) { return static_cast<void>(parse(text)), std::string(); }) // names it
        ->type_name(type);
}

inline CLI::Option* add_report(CLI::App& command, std::string& path) {
    return command
        .add_option("--report", path,
                    "Write a page of figures for a browser (HTML, one file, nothing loaded from elsewhere)")
        ->type_name("FILE")
        ->group("What to tell");
}

inline CLI::Option* add_multiqc(CLI::App& command, std::string& path) {
    return command
        .add_option("--multiqc", path, "Write a row for MultiQC, which looks for names that end in _mqc.json")
        ->type_name("FILE")
        ->group("What to tell");
}

class help_formatter : public CLI::Formatter {
  public:
    std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const override;
    std::string make_footer(const CLI::App* command) const override;
    std::string make_option(const CLI::Option* option, bool is_positional) const override;
};

/// -t/--support: a number, or a share such as 20%, kept as it was written.
CLI::Option* add_support(CLI::App& command, std::string& requested, const std::string& help);

/// What such a text means for so many sequences. Throws error (usage) where it asks for more than there are.
[[nodiscard]] std::uint64_t resolve_support(const std::string& requested, std::uint64_t sequences);

} // namespace concord::app
