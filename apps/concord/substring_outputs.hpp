// What `concord substring` writes, whether it found it or merged it from parts.
#pragma once

#include "common_options.hpp"

#include <io/output_file.hpp>
#include <io/substring_part.hpp>

#include <optional>
#include <string>

namespace concord::app {

/// The files to be written, opened before the work so that a place that cannot be written costs nobody an hour.
struct substring_outputs {
    substring_outputs(const std::string& path, const io::substring_part_wishes& files);

    /// Writes all of them, and gives them their names.
    void write(const io::substring_answer& answered, const output_wishes& wishes);

    io::output_file answer;
    io::substring_part_wishes paths;
    std::optional<io::output_file> occurrences;
    std::optional<io::output_file> per_sequence;
};

} // namespace concord::app
