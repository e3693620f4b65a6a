// What the JSON of all commands has in common.
#pragma once

#include "output/run_facts.hpp"

#include <concord/sequences.hpp>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace concord::app {

using json = nlohmann::ordered_json; // the order of the fields is part of the format

/// On one line. Names need not be UTF-8; what is not becomes U+FFFD.
[[nodiscard]] std::string dumped(const json& value);

/// `{"schema":"concord.<command>/1","version":…,"parameters":{…},"input":{…}}`
[[nodiscard]] json opening(const std::string& command, json parameters, json input);

/// The value of "input" for a collection of sequences.
[[nodiscard]] json collection_object(const std::vector<std::string>& files, const sequence_set& sequences);
[[nodiscard]] json collection_object(const std::vector<std::string>& files, const collection_facts& facts);

/// {"index":…,"name":…}
[[nodiscard]] json sequence_object(const sequence_set& sequences, std::uint64_t sequence);

/// The letters of which that is the text; a code point above 255 becomes '?'.
[[nodiscard]] std::string letters_of_code_points(std::string_view text);

/// UTF-8 of letters: DNA and protein are ASCII, and any other letter is the code point of its value.
[[nodiscard]] std::string code_points(std::string_view letters);

/// The value of "run", with which every object ends.
[[nodiscard]] json run_object(const run_facts& run);

} // namespace concord::app
