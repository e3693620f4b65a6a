// What `concord substring` writes, whether it found it or merged it from parts.
#pragma once

#include "options/common_options.hpp"
#include "output/side_files.hpp"

#include "formats/output_file.hpp"
#include "output/run_facts.hpp"
#include "output/substring_output.hpp"

#include <string>
#include <vector>

namespace concord::app {

/// Paths; empty: not asked for.
struct substring_files {
    std::string occurrences{};
    std::string per_sequence{};
    std::string motif{};
    std::string report{};
    std::string multiqc{};

    [[nodiscard]] std::vector<std::string> all() const { return {occurrences, per_sequence, motif, report, multiqc}; }
};

/// The files to be written, opened before the work so that a place that cannot be written costs nobody an hour.
struct substring_outputs {
    substring_outputs(const std::string& path, const substring_files& files);

    /// Writes all of them, and gives them their names.
    void write(const substring_answer& answered, const run_facts& facts, const output_wishes& wishes);

    formats::output_file answer;
    substring_files paths;
    side_files beside;

  private:
    void write_report(const substring_answer& answered, const run_facts& facts);
};

} // namespace concord::app
