// How --help looks: one column of options, one of wrapped explanations, defaults in parentheses.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Formatter.hpp>

namespace concord::app {

class help_formatter : public CLI::Formatter {
  public:
    std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const override;
    std::string make_footer(const CLI::App* command) const override;
    std::string make_option(const CLI::Option* option, bool is_positional) const override;
};

} // namespace concord::app
