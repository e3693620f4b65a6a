// What `concord component` writes, whether it found it or merged it from parts.
#pragma once

#include "common_options.hpp"

#include <io/component_part.hpp>
#include <io/output_file.hpp>

#include <optional>
#include <string>

namespace concord::app {

/// The files to be written, opened before the work so that a place that cannot be written costs nobody an hour.
struct component_outputs {
    component_outputs(const std::string& path, const io::component_part_wishes& files);

    /// Writes all of them, and gives them their names.
    void write(const io::component_answer& answered, const output_wishes& wishes);

    io::output_file answer;
    std::optional<io::output_file> mask;
    std::optional<io::output_file> picture;
};

} // namespace concord::app
