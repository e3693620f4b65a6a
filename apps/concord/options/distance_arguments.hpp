// The arguments of `concord distance`.
#pragma once

#include "options/common_options.hpp"
#include "options/input_arguments.hpp"
#include "output/distance_stream.hpp"
#include "output/part_file.hpp"
#include "program_facts.hpp"

#include <concord/distance.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace concord::app {

struct distance_arguments {
    pair_arguments pair; ///< A and B; for batches, files of many sequences
    std::string table;   ///< --pairs: a file, or empty
    bool zip = false;
    bool all = false;
    std::uint64_t nearest = 0; ///< 0: not asked for
    bool find = false;         ///< A are patterns to be found in B
    bool both_strands = false; ///< with find, as the next
    bool iupac = false;
    bool both_ways = false; ///< --all of one list: (j, i) beside (i, j), and (i, i)
    bool lines = false;
    bool show_text = false;
    std::string metric = "levenshtein";
    std::array<std::uint64_t, 3> weights = {1, 1, 1}; ///< of inserting, deleting and replacing a letter
    std::optional<std::uint64_t> max_distance;
    bool alignment = false;
    std::string paf;     ///< a file, or empty
    std::string report;  ///< a file, or empty
    std::string multiqc; ///< a file, or empty
    bool exit_code = false;
    run_arguments run;
    cluster_arguments cluster;
    output_arguments output;
    message_arguments messages;

    [[nodiscard]] std::vector<std::string> side_files() const { return {paf, report, multiqc}; }
    /// Empty for a pair.
    [[nodiscard]] std::optional<batch_kind> batch() const;
    [[nodiscard]] distance_metric chosen_metric() const;
    [[nodiscard]] edit_weights chosen_weights() const;
    /// Whether a pair has an alignment, for a report that would show it.
    [[nodiscard]] bool has_alignment() const;
    /// Whether of (i, j) and (j, i) one is written only.
    [[nodiscard]] bool each_pair_once() const;
    [[nodiscard]] bool wants_matrix() const; ///< as .npy
    [[nodiscard]] bool wants_sparse() const; ///< as .npz: near pairs alone
    /// Throws error (usage) for options that contradict each other.
    void check() const;
    /// What `concord merge` has to know, and the arguments that it makes of it.
    [[nodiscard]] json to_json() const;
    [[nodiscard]] static distance_arguments from_json(const json& kept);
};

/// Finds patterns in texts; the exit status.
int run_find(const distance_arguments& arguments);
/// Compares many with many and writes as the distances come; the exit status.
int run_batch(const distance_arguments& arguments, batch_kind kind);
/// The same from the parts of a run that was divided, which say what was asked for.
int merge_batch(const std::vector<part>& parts, const output_arguments& output, const message_arguments& messages,
                bool exit_code);

} // namespace concord::app
