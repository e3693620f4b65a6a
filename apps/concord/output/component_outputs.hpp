// What `concord component` writes, whether it found it or merged it from parts.
#pragma once

#include "options/common_options.hpp"
#include "output/side_files.hpp"

#include "formats/output_file.hpp"
#include "output/component_output.hpp"

#include <string>
#include <vector>

namespace concord::app {

/// Paths; empty: not asked for.
struct component_files {
    std::string mask{};
    std::string picture{};
    std::string report{};

    [[nodiscard]] std::vector<std::string> all() const { return {mask, picture, report}; }
};

/// The files to be written, opened before the work so that a place that cannot be written costs nobody an hour.
struct component_outputs {
    component_outputs(const std::string& path, const component_files& files);

    /// Writes all of them, and gives them their names.
    void write(const component_answer& answered, const output_wishes& wishes);

    formats::output_file answer;
    component_files paths;
    side_files beside;
};

} // namespace concord::app
