// What the JSON of all commands has in common.
#pragma once

#include "io/run_facts.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace concord::io {

using json = nlohmann::ordered_json; // the order of the fields is part of the format

/// On one line. Names need not be UTF-8; what is not becomes U+FFFD.
[[nodiscard]] std::string dumped(const json& value);

/// `{"schema":"concord.<command>/1","version":…,"parameters":{…},"input":{…}}`
[[nodiscard]] json opening(const std::string& command, json parameters, json input);

/// The value of "run", with which every object ends.
[[nodiscard]] json run_object(const run_facts& run);

} // namespace concord::io
