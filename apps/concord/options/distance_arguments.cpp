#include "options/distance_arguments.hpp"

#include <concord/error.hpp>

#include <fmt/format.h>

namespace concord::app {
namespace {

[[noreturn]] void reject(const std::string& what) { throw error(error_code::usage, what); }

void check_pair(const distance_wishes& wishes) {
    if (wishes.pair.given.size() < 2)
        reject("A and B are required; --pairs, --zip, --all and --nearest compare many sequences");
    if (wishes.lines) reject("--lines is for --zip, --all and --nearest; --by line compares two files by their lines");
    if (wishes.show_text) reject("--show-text is for --pairs, --zip, --all and --nearest");
    if (wishes.wants_matrix()) reject("a .npy matrix holds distances of all against all: --all A B");
    if (wishes.cluster.is_part() || !wishes.cluster.checkpoint.empty())
        reject(
            "--shard and --checkpoint are for --pairs, --zip, --all and --nearest; a pair is compared by one process");
}

/// A shard writes rows for whoever merges them.
void check_part(const distance_wishes& wishes) {
    if (!wishes.report.empty() || !wishes.multiqc.empty())
        reject("--report and --multiqc are made of a whole run, not of a shard");
    if (wishes.wants_matrix())
        reject(
            fmt::format("a shard writes a part, no matrix: 'concord merge -o {} PART ...' does", wishes.output.path));
}

void check_batch(const distance_wishes& wishes, batch_kind kind) {
    const std::string option = fmt::format("--{}", to_string(kind));
    const std::size_t files = wishes.pair.given.size();
    if (kind == batch_kind::table && files > 0) reject("--pairs FILE takes no A and B");
    if (kind != batch_kind::table && files == 0) reject(option + " takes a file, A, or two, A and B");
    if (kind == batch_kind::table && wishes.lines) reject("--pairs FILE is a table, --lines is for A and B");
    if (wishes.pair.text) reject(option + " compares files, --text two texts");
    if (wishes.pair.unit() != formats::pair_unit::letter)
        reject(fmt::format("{} compares letters, --by {} the two files A and B", option, wishes.pair.by));
    if (wishes.alignment) reject("--alignment is for one pair, " + option + " for many");
    if (!wishes.paf.empty()) reject("--paf is for one pair, " + option + " for many");
    if (wishes.wants_matrix() && kind != batch_kind::all)
        reject("a .npy matrix holds distances of all against all: --all A B");
    if (wishes.wants_matrix() && !wishes.output.format.empty())
        reject(fmt::format("{} is to be a matrix, --format {} is not", wishes.output.path, wishes.output.format));
    if (wishes.cluster.is_part()) return check_part(wishes);
    if (wishes.show_text && (wishes.wants_matrix() || wishes.output.chosen_format() != output_format::tsv))
        reject("--show-text adds columns to a table: --format tsv");
}

} // namespace

std::optional<batch_kind> distance_wishes::batch() const {
    if (!table.empty()) return batch_kind::table;
    if (zip) return batch_kind::zip;
    if (all) return batch_kind::all;
    if (nearest > 0) return batch_kind::nearest;
    return std::nullopt;
}

distance_metric distance_wishes::chosen_metric() const {
    if (metric == "hamming") return distance_metric::hamming;
    return metric == "indel" ? distance_metric::indel : distance_metric::levenshtein;
}

bool distance_wishes::wants_matrix() const { return output.path.ends_with(".npy") || output.path.ends_with(".npy.gz"); }

json distance_wishes::told() const {
    json all_of_it = {{"files", pair.given}, {"alphabet", pair.letters}, {"pairs", table}, {"zip", zip},
                      {"all", all},          {"nearest", nearest},       {"lines", lines}, {"show_text", show_text},
                      {"metric", metric}};
    all_of_it["max_distance"] = max_distance ? json(*max_distance) : json();
    return all_of_it;
}

distance_wishes distance_wishes::of_told(const json& told) {
    distance_wishes wishes;
    wishes.pair.given = told["files"].get<std::vector<std::string>>();
    wishes.pair.letters = told["alphabet"];
    wishes.table = told["pairs"];
    wishes.zip = told["zip"];
    wishes.all = told["all"];
    wishes.nearest = told["nearest"];
    wishes.lines = told["lines"];
    wishes.show_text = told["show_text"];
    wishes.metric = told["metric"];
    if (!told["max_distance"].is_null()) wishes.max_distance = told["max_distance"].get<std::uint64_t>();
    return wishes;
}

void distance_wishes::check() const {
    pair.check();
    const std::optional<batch_kind> kind = batch();
    kind ? check_batch(*this, *kind) : check_pair(*this);
    std::vector<std::string> inputs = pair.text ? std::vector<std::string>{} : pair.given;
    if (!table.empty()) inputs.push_back(table);
    std::vector<std::string> outputs = side_files();
    outputs.push_back(output.path);
    check_places(inputs, outputs);
}

} // namespace concord::app
