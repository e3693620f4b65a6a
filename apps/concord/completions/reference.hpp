// What is installed beside the program for people and their shells, each made from the description of the options.
#pragma once

#include "completions/description.hpp"

#include <string>
#include <string_view>

namespace concord::app {

/// The manual page of one command, in roff with the man macros; `version` stands in its foot line.
[[nodiscard]] std::string manual_page(const command_description& command, std::string_view version);

/// Completions of the whole program: sourced by bash 4.4 or newer; `_concord` in zsh's fpath; sourced by fish 3.
[[nodiscard]] std::string bash_completion(const command_description& program);
[[nodiscard]] std::string zsh_completion(const command_description& program);
[[nodiscard]] std::string fish_completion(const command_description& program);

} // namespace concord::app
