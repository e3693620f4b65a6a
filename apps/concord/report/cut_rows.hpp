// The JSON of commands that write rows as they come, with the first of them.
#pragma once

#include "output/json.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace concord::app::report {

/// Rows that a page keeps.
inline constexpr std::size_t rows_kept = 1000;

/// Tells that the list `name` of the result had `all` rows in truth; a count of them is set right.
[[nodiscard]] inline std::string with_all_rows(std::string_view written, const std::string& name, std::uint64_t all) {
    json whole = json::parse(written);
    json& result = whole["result"];
    if (result.contains("count")) result["count"] = all;
    if (all > rows_kept)
        whole["cut"] = json::array({{{"at", "/result/" + name}, {"elements", all}, {"kept", rows_kept}}});
    return dumped(whole);
}

} // namespace concord::app::report
