// Text as HTML and SVG want it, whatever it holds: names in the input are not to be trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace concord::app::report {

/// Text that cannot become a tag, an attribute's end or a character reference. Control characters and bytes that are
/// not UTF-8 are shown as \xHH, characters that turn the direction of writing as \u{HHHH}.
[[nodiscard]] std::string markup(std::string_view text);

/// The first letters of a text, with an ellipsis where there are more.
[[nodiscard]] std::string cut(std::string_view text, std::size_t letters);

/// The same as markup() for a name, cut to some letters, in an element that keeps its direction of writing to itself.
[[nodiscard]] std::string name_markup(std::string_view name, std::size_t letters = 60);

/// JSON that can stand in a script element: nothing in it can end the element or begin a comment.
[[nodiscard]] std::string script_json(std::string_view json);

/// A coordinate: up to two decimals, no trailing zeros.
[[nodiscard]] std::string coordinate(double value);

/// "16", "3.25", "0.0012": some significant digits, for a person.
[[nodiscard]] std::string readable(double value);

/// "950", "12k", "1.5M": for the ticks of an axis.
[[nodiscard]] std::string brief_count(double value);

/// RFC 4648.
[[nodiscard]] std::string base64(std::string_view bytes);

} // namespace concord::app::report
