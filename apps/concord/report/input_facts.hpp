// What every page about a collection of sequences tells of its input.
#pragma once

#include "report/page.hpp"

#include <concord/sequences.hpp>

#include <string>
#include <vector>

namespace concord::app::report {

/// Files, numbers of sequences and letters; and, if not all are of one length, the histogram of lengths.
void add_input(page& on, const std::vector<std::string>& files, const sequence_set& sequences, json& figures);

} // namespace concord::app::report
