// Numbers and letters as people and tables want them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace concord::io {

/// "1,077,820"
[[nodiscard]] std::string grouped(std::uint64_t number);

/// "1 letter", "2 letters", "1,000 letters"
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view noun);

/// Letters with what a terminal or a table cannot show as \xHH, and \ as \\.
[[nodiscard]] std::string escaped(std::string_view letters);

} // namespace concord::io
