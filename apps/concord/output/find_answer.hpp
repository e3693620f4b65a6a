// What `concord distance --find` found: the places of patterns in texts.
#pragma once

#include "formats/sequence_lists.hpp"
#include "output/answer.hpp"

#include <concord/find.hpp>

#include <vector>

namespace concord::app {

struct find_answer {
    const formats::sequence_lists& lists; ///< patterns, and the texts that they were looked for in
    const find_options& options;
    const std::vector<pattern_occurrence>& found;
    alphabet asked_for = alphabet::automatic;
    run_facts run;
};

/// For the exporters: a row an occurrence.
[[nodiscard]] answer described(const find_answer& found);

} // namespace concord::app
