// What the parser knows of the commands, as data: manual pages and completions are made from it, so that none of them
// can name an option that does not exist, or leave one out.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace concord::app {

struct option_description {
    std::vector<std::string> names; ///< "-k", "--mismatches"; of an input its one name, such as "FILE"
    std::string value;              ///< "N", "FILE", "text|tsv|json"; empty where it takes none
    std::vector<std::string> words; ///< the only values that it takes, where they are few
    std::string help;               ///< with the default
    bool required = false;
    bool repeated = false; ///< an input that may be given more than once

    [[nodiscard]] bool takes_file() const { return value == "FILE"; }
};

/// Options under one heading of the help.
struct option_group {
    std::string title;
    std::vector<option_description> options;
};

struct command_description {
    std::vector<std::string> path; ///< "concord", "overlap", "index"
    std::string purpose;           ///< one line
    std::string notes;             ///< paragraphs, an empty line between
    std::string examples;          ///< lines as they stand, or empty
    std::vector<option_description> inputs;
    std::vector<option_group> groups;
    std::vector<command_description> commands;

    /// "concord-overlap-index" for a separator '-'.
    [[nodiscard]] std::string name(char separator) const;
    /// Of all groups.
    [[nodiscard]] std::vector<option_description> options() const;
};

/// Of a command and all below it but hidden ones; --help, which all take, is among the options of each.
[[nodiscard]] command_description describe_command(const CLI::App& command);

/// It and every command below, each before those below it.
[[nodiscard]] std::vector<const command_description*> all_commands(const command_description& command);

/// The manual page of one command, in roff with the man macros; `version` stands in its foot line.
[[nodiscard]] std::string manual_page(const command_description& command, std::string_view version);

/// Completions of the whole program: sourced by bash 4.4 or newer; `_concord` in zsh's fpath; sourced by fish 3.
[[nodiscard]] std::string bash_completion(const command_description& program);
[[nodiscard]] std::string zsh_completion(const command_description& program);
[[nodiscard]] std::string fish_completion(const command_description& program);

} // namespace concord::app
