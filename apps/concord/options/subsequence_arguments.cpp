#include "options/subsequence_arguments.hpp"

#include "options/option_builders.hpp"

#include <concord/error.hpp>

#include <fmt/format.h>
#include <utility>

namespace concord::app {
namespace {

void check_pair(const subsequence_arguments& arguments) {
    if (arguments.pair.given.size() < 2) reject("A and B are required; --zip and --all compare many sequences");
    if (arguments.lines) reject("--lines is for --zip and --all; --by line compares two files by their lines");
    if (arguments.show_text) reject("--show-text is for --zip and --all");
    if (arguments.wants_matrix()) reject("a .npy matrix holds lengths of all against all: --all A B");
}

void check_batch(const subsequence_arguments& arguments, batch_kind kind) {
    const std::string option = fmt::format("--{}", to_string(kind));
    if (arguments.pair.given.empty()) reject(option + " takes a file, A, or two, A and B");
    if (arguments.pair.text) reject(option + " compares files, --text two texts");
    if (arguments.pair.unit() != formats::pair_unit::letter)
        reject(fmt::format("{} compares letters, --by {} the two files A and B", option, arguments.pair.by));
    for (const auto& [other, is_given] : {std::pair("--alignment", arguments.alignment),
                                          {"--paf", !arguments.paf.empty()},
                                          {"--report", !arguments.report.empty()},
                                          {"--multiqc", !arguments.multiqc.empty()}})
        if (is_given) reject(fmt::format("{} is for one pair, {} for many", other, option));
    if (!arguments.subsequence.empty() && kind != batch_kind::zip)
        reject("--subsequence is for one pair and for --zip, not for --all");
    if (arguments.wants_matrix() && kind != batch_kind::all)
        reject("a .npy matrix holds lengths of all against all: --all A B");
    if (arguments.wants_matrix() && !arguments.output.format.empty())
        reject(fmt::format("{} is to be a matrix, --format {} is not", arguments.output.path, arguments.output.format));
    if (arguments.show_text && (arguments.wants_matrix() || !arguments.output.chosen_format().is_table))
        reject("--show-text adds columns to a table: --format tsv");
}

} // namespace

std::optional<batch_kind> subsequence_arguments::batch() const {
    if (zip) return batch_kind::zip;
    if (all) return batch_kind::all;
    return std::nullopt;
}

bool subsequence_arguments::wants_matrix() const {
    return output.path.ends_with(".npy") || output.path.ends_with(".npy.gz");
}

void subsequence_arguments::check() const {
    if (!divided.empty())
        throw error(error_code::usage, "subsequences are found by one process: they are neither divided into shards "
                                       "nor kept in a checkpoint");
    pair.check();
    const std::optional<batch_kind> kind = batch();
    kind ? check_batch(*this, *kind) : check_pair(*this);
    std::vector<std::string> outputs = side_files();
    outputs.push_back(output.path);
    check_places(pair.text ? std::vector<std::string>{} : pair.given, outputs);
}

} // namespace concord::app
