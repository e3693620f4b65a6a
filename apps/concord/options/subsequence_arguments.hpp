// The arguments of `concord subsequence`.
#pragma once

#include "options/common_options.hpp"
#include "options/input_arguments.hpp"
#include "output/distance_stream.hpp"

#include <optional>
#include <string>
#include <vector>

namespace concord::app {

struct subsequence_arguments {
    pair_arguments pair; ///< A and B; for batches, files of many sequences
    bool zip = false;
    bool all = false;
    bool lines = false;
    bool show_text = false;
    bool alignment = false;
    std::string subsequence; ///< a file, or empty
    std::string paf;         ///< a file, or empty
    std::string report;      ///< a file, or empty
    std::string multiqc;     ///< a file, or empty
    bool exit_code = false;
    std::string divided; ///< --shard or --checkpoint: refused with an explanation
    run_arguments run;
    output_arguments output;
    message_arguments messages;

    [[nodiscard]] std::vector<std::string> side_files() const { return {subsequence, paf, report, multiqc}; }
    /// Empty for a pair.
    [[nodiscard]] std::optional<batch_kind> batch() const;
    [[nodiscard]] bool wants_matrix() const; ///< as .npy
    /// Throws error (usage) for options that contradict each other.
    void check() const;
};

/// Compares many with many and writes lengths as they come; the exit status.
int run_subsequence_batch(const subsequence_arguments& arguments, batch_kind kind);

} // namespace concord::app
