// Text and JSON as a page can hold them: escaped, as names in the input are not to be trusted, and cut where they are
// long.
#pragma once

#include "output/json.hpp"

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

/// The JSON of a command, with long lists and strings cut until it fits `bytes`; what was cut, and how much there was,
/// stands under "cut".
[[nodiscard]] std::string bounded_json(std::string_view whole, std::size_t bytes);

/// Rows that a page keeps.
inline constexpr std::size_t rows_kept = 1000;

/// The JSON of a command that writes rows as they come, of which `written` has the first: notes under "cut" that the
/// list `name` of the result had `all` rows, and sets a count of them right.
[[nodiscard]] inline std::string with_all_rows(std::string_view written, const std::string& name, std::uint64_t all) {
    json whole = json::parse(written);
    json& result = whole["result"];
    if (result.contains("count")) result["count"] = all;
    if (all > rows_kept)
        whole["cut"] = json::array({{{"at", "/result/" + name}, {"elements", all}, {"kept", rows_kept}}});
    return dumped(whole);
}

} // namespace concord::app::report
