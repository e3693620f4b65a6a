#include "options/distance_arguments.hpp"
#include "options/option_builders.hpp"

#include "output/pair_answers.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace concord::app {
namespace {

void check_metric(const distance_arguments& arguments) {
    const bool with_weights = arguments.chosen_weights() != edit_weights{};
    if (with_weights && arguments.chosen_metric() != distance_metric::levenshtein)
        reject("--weights is for --metric levenshtein, not for " + arguments.metric);
    if (with_weights && (arguments.cluster.is_part() || !arguments.cluster.checkpoint.empty()))
        reject("--shard and --checkpoint do not go with --weights: one process computes such distances");
    const auto* const metric = std::ranges::find(all_metrics, arguments.metric, &named_metric::name);
    if (metric == all_metrics.end() || metric->has_alignment) return;
    for (const auto& [option, is_given] :
         {std::pair("--alignment", arguments.alignment), {"--paf", !arguments.paf.empty()}})
        if (is_given)
            reject(fmt::format("{} shows no transposed letters: there is none of --metric {}", option, metric->name));
}

constexpr const char* of_sparse = "a .npz matrix holds near pairs: --all --max-distance K A B";

/// Where there are no distances of all against all.
void reject_matrices(const distance_arguments& arguments) {
    if (arguments.wants_matrix()) reject("a .npy matrix holds distances of all against all: --all A B");
    if (arguments.wants_sparse()) reject(of_sparse);
}

void check_find(const distance_arguments& arguments) {
    if (arguments.pair.given.size() != 2) reject("--find takes two files: PATTERNS TEXT");
    if (arguments.pair.text) reject("--find looks in files, --text compares two texts");
    if (arguments.pair.unit() != formats::pair_unit::letter)
        reject(fmt::format("--find looks for letters, --by {} compares two files", arguments.pair.by));
    if (arguments.metric != "levenshtein") reject("--find counts levenshtein edits, not " + arguments.metric);
    if (arguments.chosen_weights() != edit_weights{}) reject("--find counts edits, all of which cost 1");
    reject_matrices(arguments);
    for (const auto& [option, is_given] : {std::pair("--alignment", arguments.alignment),
                                           {"--paf", !arguments.paf.empty()},
                                           {"--report", !arguments.report.empty()},
                                           {"--multiqc", !arguments.multiqc.empty()},
                                           {"--show-text", arguments.show_text},
                                           {"--both-ways", arguments.both_ways},
                                           {"--shard", arguments.cluster.is_part()},
                                           {"--checkpoint", !arguments.cluster.checkpoint.empty()}})
        if (is_given) reject(fmt::format("{} does not go with --find", option));
}

void check_pair(const distance_arguments& arguments) {
    if (arguments.pair.given.size() < 2)
        reject("A and B are required; --pairs, --zip, --all and --nearest compare many sequences");
    if (arguments.lines)
        reject("--lines is for --zip, --all and --nearest; --by line compares two files by their lines");
    if (arguments.both_ways) reject("--both-ways is for --all with --max-distance");
    if (arguments.show_text) reject("--show-text is for --pairs, --zip, --all and --nearest");
    reject_matrices(arguments);
    if (arguments.cluster.is_part() || !arguments.cluster.checkpoint.empty())
        reject(
            "--shard and --checkpoint are for --pairs, --zip, --all and --nearest; a pair is compared by one process");
}

/// A shard writes rows for a later merge.
void check_part(const distance_arguments& arguments) {
    if (!arguments.report.empty() || !arguments.multiqc.empty())
        reject("--report and --multiqc are made of a whole run, not of a shard");
    if (arguments.wants_matrix() || arguments.wants_sparse())
        reject(fmt::format("a shard writes a part, no matrix: 'concord merge -o {} PART ...' does",
                           arguments.output.path));
}

/// Lines of PAF beside the rows: of pairs by number, by one process.
void check_paf_of_many(const distance_arguments& arguments, batch_kind kind) {
    if (arguments.paf.empty()) return;
    if (kind != batch_kind::zip && kind != batch_kind::table)
        reject(fmt::format("--paf is for one pair, or for --zip and --pairs, not for --{}", to_string(kind)));
    if (!arguments.has_alignment()) reject("--paf shows no weights: there is none with --weights");
    if (ranks().size() > 1 || arguments.cluster.is_part() || !arguments.cluster.checkpoint.empty())
        reject("--paf of many pairs is written by one process: no ranks, --shard or --checkpoint");
}

void check_batch(const distance_arguments& arguments, batch_kind kind) {
    const std::string option = fmt::format("--{}", to_string(kind));
    const std::size_t files = arguments.pair.given.size();
    if (kind == batch_kind::table && files > 0) reject("--pairs FILE takes no A and B");
    if (kind != batch_kind::table && files == 0) reject(option + " takes a file, A, or two, A and B");
    if (kind == batch_kind::table && arguments.lines) reject("--pairs FILE is a table, --lines is for A and B");
    if (arguments.pair.text) reject(option + " compares files, --text two texts");
    if (arguments.pair.unit() != formats::pair_unit::letter)
        reject(fmt::format("{} compares letters, --by {} the two files A and B", option, arguments.pair.by));
    if (arguments.alignment) reject("--alignment is for one pair; --zip --paf FILE aligns many");
    check_paf_of_many(arguments, kind);
    if (arguments.both_ways && (kind != batch_kind::all || !arguments.max_distance))
        reject("--both-ways is for --all with --max-distance");
    if (kind != batch_kind::all) reject_matrices(arguments);
    if (arguments.wants_sparse() && !arguments.max_distance) reject(of_sparse);
    if ((arguments.wants_matrix() || arguments.wants_sparse()) && !arguments.output.format.empty())
        reject(fmt::format("{} is to be a matrix, --format {} is not", arguments.output.path, arguments.output.format));
    if (arguments.cluster.is_part()) return check_part(arguments);
    if (arguments.show_text &&
        (arguments.wants_matrix() || arguments.wants_sparse() || !arguments.output.chosen_format().is_table))
        reject("--show-text adds columns to a table: --format tsv");
}

} // namespace

std::optional<batch_kind> distance_arguments::batch() const {
    if (!table.empty()) return batch_kind::table;
    if (zip) return batch_kind::zip;
    if (all) return batch_kind::all;
    if (nearest > 0) return batch_kind::nearest;
    return std::nullopt;
}

distance_metric distance_arguments::chosen_metric() const {
    const auto* const found = std::ranges::find(all_metrics, metric, &named_metric::name);
    if (found == all_metrics.end()) throw error(error_code::bad_input, fmt::format("{} is not a known metric", metric));
    return found->metric;
}

edit_weights distance_arguments::chosen_weights() const {
    return {.insertion = weights[0], .deletion = weights[1], .substitution = weights[2]};
}

bool distance_arguments::has_alignment() const {
    const auto* const found = std::ranges::find(all_metrics, metric, &named_metric::name);
    return found != all_metrics.end() && found->has_alignment && chosen_weights() == edit_weights{};
}

bool distance_arguments::each_pair_once() const {
    return all && max_distance && !both_ways && !wants_matrix() && pair.given.size() == 1;
}

bool distance_arguments::wants_matrix() const {
    return output.path.ends_with(".npy") || output.path.ends_with(".npy.gz");
}

bool distance_arguments::wants_sparse() const { return output.path.ends_with(".npz"); }

json distance_arguments::to_json() const {
    json all_of_it = {{"files", pair.given}, {"alphabet", pair.letters}, {"pairs", table}, {"zip", zip},
                      {"all", all},          {"nearest", nearest},       {"lines", lines}, {"show_text", show_text},
                      {"metric", metric}};
    all_of_it["both_ways"] = both_ways;
    all_of_it["max_distance"] = max_distance ? json(*max_distance) : json();
    return all_of_it;
}

distance_arguments distance_arguments::from_json(const json& kept) {
    distance_arguments arguments;
    arguments.pair.given = kept.at("files").get<std::vector<std::string>>();
    arguments.pair.letters = kept.at("alphabet");
    arguments.table = kept.at("pairs");
    arguments.zip = kept.at("zip");
    arguments.all = kept.at("all");
    arguments.nearest = kept.at("nearest");
    arguments.both_ways = kept.at("both_ways");
    arguments.lines = kept.at("lines");
    arguments.show_text = kept.at("show_text");
    arguments.metric = kept.at("metric");
    if (!kept.at("max_distance").is_null()) arguments.max_distance = kept.at("max_distance").get<std::uint64_t>();
    return arguments;
}

void distance_arguments::check() const {
    pair.check();
    check_metric(*this);
    const std::optional<batch_kind> kind = batch();
    if (find) {
        check_find(*this);
    } else {
        if (both_strands) reject("--both-strands is for --find");
        if (iupac) reject("--iupac is for --find");
        kind ? check_batch(*this, *kind) : check_pair(*this);
    }
    std::vector<std::string> inputs = pair.text ? std::vector<std::string>{} : pair.given;
    if (!table.empty()) inputs.push_back(table);
    std::vector<std::string> outputs = side_files();
    outputs.push_back(output.path);
    check_places(inputs, outputs);
}

} // namespace concord::app
