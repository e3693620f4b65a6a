// How many sequences must hold something, as `concord substring` and `concord overlap` let one say it.
#pragma once

#include <CLI/App.hpp>

#include <cstdint>
#include <string>

namespace concord::app {

/// -t/--support: a number, or a share such as 20%, kept as it was written.
CLI::Option* add_support(CLI::App& command, std::string& requested, const std::string& help);

/// What such a text means for so many sequences. Throws error (usage) where it asks for more than there are.
[[nodiscard]] std::uint64_t resolve_support(const std::string& requested, std::uint64_t sequences);

} // namespace concord::app
