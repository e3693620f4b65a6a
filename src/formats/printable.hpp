// Numbers and letters as people and tables want them.
#pragma once

#include "formats/fastx_reader.hpp"
#include <concord/error.hpp>
#include <concord/sequences.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace concord::formats {

/// "1,077,820"
[[nodiscard]] std::string grouped(std::uint64_t number);

/// "1 letter", "2 letters", "1,000 letters"
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view noun);

/// "66.7%"; a whole of nothing has no share: "0.0%".
[[nodiscard]] std::string percentage(std::uint64_t part, std::uint64_t whole);

/// Letters with what a terminal or a table cannot show as \xHH, and \ as \\.
[[nodiscard]] std::string escaped(std::string_view letters);

/// The same for text: sound UTF-8 stays as it is, but for control characters, ends of lines and marks of direction.
[[nodiscard]] std::string escaped_text(std::string_view text);

/// A name as every format writes it, so that names of one can be looked up in another (docs/guarantees.md): as
/// escaped_text, and a first letter that would mean something else (a quote, a comment, a formula, a line of settings
/// in BED) as \xHH, too. Ordinary names stay as they are.
[[nodiscard]] std::string written_name(std::string_view name);
void append_written_name(std::string& text, std::string_view name);

/// Text for a terminal, one column a letter as far as that is known: a control character, the tab excepted, and a byte
/// that is not UTF-8 become '?'.
[[nodiscard]] std::string without_controls(std::string_view text);

/// A name, escaped and cut to some columns.
[[nodiscard]] std::string shortened(std::string_view name, std::size_t columns);

} // namespace concord::formats
