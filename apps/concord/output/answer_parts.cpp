#include "output/answer_parts.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace concord::app {
namespace {

constexpr std::uint64_t recorded_context = 12; ///< letters around what is pictured, as in reports for a person
constexpr std::size_t pictured = 10;

json row(const substring_candidate& each) {
    return json::array({each.sequence, each.start, each.length, each.support});
}

substring_candidate candidate_of(const json& row) { return {row.at(0), row.at(1), row.at(2), row.at(3)}; }

/// Ties of all parts that reach the greatest length, and what goes with the first of them.
void merge_ties(const std::vector<part>& parts, merged_substring& into) {
    std::uint64_t longest = 0;
    for (const part& each : parts)
        for (const json& tie : each.body.at("result").at("ties"))
            longest = std::max(longest, tie.at(2).get<std::uint64_t>());
    substring_result& result = into.result;
    result.found = longest > 0;
    if (!result.found) return;
    std::vector<substring_candidate>& ties = result.ties;
    for (const part& each : parts)
        for (const json& tie : each.body.at("result").at("ties"))
            if (tie.at(2) == longest) ties.push_back(candidate_of(tie));
    const auto place = [](const substring_candidate& tie) { return std::pair(tie.sequence, tie.start); };
    std::ranges::sort(ties, {}, place);
    const auto same_place = [&](const auto& a, const auto& b) { return place(a) == place(b); };
    ties.erase(std::unique(ties.begin(), ties.end(), same_place), ties.end()); // GPUs do not divide the work of shards
    result.best = ties.front();
    for (const part& each : parts) {
        const json& of = each.body.at("result");
        if (of.at("ties").empty() || candidate_of(of.at("ties").at(0)) != result.best) continue;
        for (const json& at : of.at("occurrences")) {
            const std::uint64_t start = at.at(1);
            const bool is_plain = at.size() == 3;
            result.occurrences.push_back({.sequence = at.at(0),
                                          .start = start,
                                          .mismatches = at.at(2),
                                          .end = is_plain ? start + longest : at.at(3).get<std::uint64_t>(),
                                          .is_reverse = !is_plain && at.at(4).get<bool>()});
        }
        for (const json& runs : of.value("alignments", json::array())) {
            alignment& made = result.alignments.emplace_back();
            for (const json& run : runs)
                made.push_back({run.at(0).get<std::string>().at(0), run.at(1)});
        }
        break;
    }
    result.tied_positions = ties.size();
    std::uint64_t previous = std::numeric_limits<std::uint64_t>::max();
    for (const substring_candidate& tie : ties) {
        result.tied_sequences += tie.sequence != previous ? 1 : 0;
        previous = tie.sequence;
    }
    if (!into.options.ties) ties.clear();
}

void merge_candidates(const std::vector<part>& parts, merged_substring& into) {
    std::vector<substring_candidate>& all = into.result.per_sequence;
    all.resize(into.whole.sequences);
    for (std::uint64_t sequence = 0; sequence < all.size(); ++sequence)
        all[sequence].sequence = sequence;
    for (const part& each : parts)
        for (const json& row : each.body.at("result").at("per_sequence")) {
            const substring_candidate found = candidate_of(row);
            if (found.sequence >= all.size()) reject_content(each.file);
            substring_candidate& kept = all[found.sequence];
            if (found.length > kept.length || (found.length == kept.length && found.start < kept.start)) kept = found;
        }
}

merged_substring substring_of_content(const std::vector<part>& parts) {
    const json& arguments = parts.front().body.at("arguments");
    merged_substring all;
    all.whole = facts_of_input(parts.front());
    all.options.mismatches = arguments.at("mismatches");
    all.options.support = arguments.at("support");
    all.options.min_length = arguments.at("min_length");
    all.options.ties = arguments.at("all");
    if (arguments.contains("variant")) {
        const json& variant = arguments.at("variant");
        all.options.occurrences = true;
        if (variant.at("metric") == std::string(to_string(substring_metric::levenshtein)))
            all.options.metric = substring_metric::levenshtein;
        all.options.both_strands = variant.at("both_strands");
        all.options.iupac = variant.at("iupac");
        all.options.from_start = variant.at("from_start");
        all.options.from_end = variant.at("from_end");
        all.options.copies = variant.at("copies");
    }
    all.support_given = arguments.at("support_given");
    all.arguments.occurrences = arguments.at("occurrences");
    all.arguments.per_sequence = arguments.at("per_sequence");
    for (const alphabet each : {alphabet::automatic, alphabet::dna, alphabet::protein, alphabet::bytes})
        if (arguments.at("alphabet") == std::string(to_string(each))) all.asked_for = each;
    for (const json& file : parts.front().body.at("input").at("files"))
        all.files.push_back(file.get<std::string>());
    all.sequences = sequences_of(parts);
    merge_ties(parts, all);
    if (!all.arguments.per_sequence.empty()) merge_candidates(parts, all);
    return all;
}

merged_component component_of_content(const std::vector<part>& parts) {
    const json& body = parts.front().body;
    const json& arguments = body.at("arguments");
    merged_component all;
    all.files = body.at("input").at("files").get<std::array<std::string, 2>>();
    for (const json& fact : body.at("facts")) {
        if (fact.at(0) == "first input") all.digests[0] = fact.at(1);
        if (fact.at(0) == "second input") all.digests[1] = fact.at(1);
    }
    for (const formats::cell_request each : {formats::cell_request::letters, formats::cell_request::numbers})
        if (arguments.at("cells") == std::string(to_string(each))) all.asked_for = each;
    const json& tolerance = arguments.at("tolerance");
    if (tolerance.is_array()) {
        all.options.channel_tolerances = tolerance.get<std::vector<double>>();
    } else {
        all.options.tolerance = tolerance;
    }
    all.options.connectivity = arguments.at("connectivity");
    all.options.min_size = arguments.at("min_size");
    all.arguments = {arguments.at("mask"), arguments.at("picture")};
    for (const part& each : parts) {
        const json& result = each.body.at("result");
        if (!result.at("found").get<bool>()) continue;
        const std::uint64_t size = result.at("size");
        const matrix_shift shift{result.at("shift").at(0), result.at("shift").at(1)};
        const matrix_cell first{result.at("first").at(0), result.at("first").at(1)};
        if (all.found &&
            (size < all.size || (size == all.size && std::tie(all.shift, all.first) <= std::tie(shift, first))))
            continue;
        std::tie(all.found, all.size, all.shift, all.first) = std::tuple(true, size, shift, first);
    }
    return all;
}

} // namespace

void write_substring_part(const substring_answer& answer, const substring_part_arguments& arguments, const shard& which,
                          const std::vector<std::pair<std::string, std::string>>& facts,
                          const formats::byte_sink& sink) {
    const substring_options& asked = answer.options;
    json of_whole = {{"mismatches", asked.mismatches},          {"support", asked.support},
                     {"support_given", answer.support_given},   {"min_length", asked.min_length},
                     {"alphabet", to_string(answer.asked_for)}, {"all", asked.ties},
                     {"occurrences", arguments.occurrences},    {"per_sequence", arguments.per_sequence}};
    const bool is_variant = answer.is_variant(); // the table of its occurrences is a part of the answer
    if (is_variant)
        of_whole["variant"] = {
            {"metric", to_string(asked.metric)}, {"both_strands", asked.both_strands}, {"iupac", asked.iupac},
            {"from_start", asked.from_start},    {"from_end", asked.from_end},         {"copies", asked.copies}};
    json body =
        part_opening("substring", which, facts, collection_object(answer.files, answer.sequences), std::move(of_whole));
    const substring_result& result = answer.result;
    shown_letters letters(answer.sequences);
    json ties = json::array();
    for (const substring_candidate& tie : result.ties) {
        ties.push_back(row(tie));
        if (ties.size() == 1) letters.add(tie.sequence, tie.start, tie.start + tie.length, recorded_context);
        if (answer.options.ties) letters.add(tie.sequence, tie.start, tie.start + tie.length);
    }
    json occurrences = json::array();
    for (const substring_occurrence& at : result.occurrences) {
        const bool is_pictured = occurrences.size() < pictured;
        occurrences.push_back(json::array({at.sequence, at.start, at.mismatches}));
        if (is_variant) occurrences.back().insert(occurrences.back().end(), {at.end, at.is_reverse});
        if (is_pictured || is_variant || !arguments.occurrences.empty())
            letters.add(at.sequence, at.start, at.end, is_pictured ? recorded_context : 0);
    }
    json candidates = json::array();
    for (const substring_candidate& found : result.per_sequence) {
        candidates.push_back(row(found));
        letters.add_name(found.sequence);
        if (found.length > 0) letters.add(found.sequence, found.start, found.start + found.length);
    }
    body["result"] = {
        {"ties", std::move(ties)}, {"occurrences", std::move(occurrences)}, {"per_sequence", std::move(candidates)}};
    if (!result.alignments.empty()) {
        json alignments = json::array();
        for (const alignment& each : result.alignments) {
            json& runs = alignments.emplace_back(json::array());
            for (const alignment_run& run : each)
                runs.push_back(json::array({std::string(1, run.operation), run.count}));
        }
        body["result"]["alignments"] = std::move(alignments);
    }
    body["sequences"] = letters.object();
    write_part(body, sink);
}

merged_substring merge_substring_parts(const std::vector<part>& parts) {
    return from_content(parts, [&] { return substring_of_content(parts); });
}

void write_component_part(const component_answer& answer, const component_part_arguments& arguments, const shard& which,
                          const std::vector<std::pair<std::string, std::string>>& facts,
                          const formats::byte_sink& sink) {
    const component_result& found = answer.result;
    json body = part_opening("component", which, facts, {{"files", answer.input.files}},
                             {{"tolerance", tolerance_of(answer.options)},
                              {"connectivity", answer.options.connectivity},
                              {"min_size", answer.options.min_size},
                              {"cells", to_string(answer.asked_for)},
                              {"mask", arguments.mask},
                              {"picture", arguments.picture}});
    body["result"] = {{"found", found.found}};
    if (found.found) {
        body["result"]["size"] = found.size;
        body["result"]["shift"] = json::array({found.shift.rows, found.shift.columns});
        body["result"]["first"] = json::array({found.cells.front().row, found.cells.front().column});
    }
    write_part(body, sink);
}

merged_component merge_component_parts(const std::vector<part>& parts) {
    return from_content(parts, [&] { return component_of_content(parts); });
}

} // namespace concord::app
