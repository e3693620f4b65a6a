#include "output/overlap_answers.hpp"

#include "formats/edited_occurrences.hpp"
#include "formats/multiqc.hpp"
#include "formats/printable.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace concord::app {
namespace {

std::string_view sign_of(strand on) { return strand_sign(static_cast<std::uint64_t>(on)); }

const json whole_number = {{"format", "{:,.0f}"}};

long_list occurrences_of(const std::vector<overlap_place>& places, bool both_strands) {
    return {"occurrences", [&places, both_strands](const auto& add) {
                for (const overlap_place& at : places)
                    add(fmt::format(R"({{"sequence":{},"start":{}{}}})", at.sequence, at.start,
                                    both_strands ? fmt::format(R"(,"strand":"{}")", sign_of(at.on)) : ""));
            }};
}

/// The first of them is for t = 2.
long_list by_support(const std::vector<shared_region>& regions) {
    return {"by_support", [&regions](const auto& add) {
                std::uint64_t support = 2;
                for (const shared_region& each : regions)
                    add(fmt::format(R"({{"support":{},"length":{},"sequence":{},"start":{},"held_by":{}}})", support++,
                                    each.length, each.first.sequence, each.first.start, each.support));
            }};
}

json place_fields(const sequence_set& sequences, const overlap_place& first, std::uint64_t length) {
    return {{"found", true},
            {"length", length},
            {"text", code_points(sequences.text(first.sequence, first.start, first.start + length))},
            {"sequence", sequence_object(sequences, first.sequence)},
            {"start", first.start},
            {"end", first.start + length}};
}

json opening_of(const overlap_input& input, json parameters) {
    parameters["alphabet"] = to_string(input.asked_for);
    return opening("overlap", std::move(parameters), collection_object(input.files, input.sequences));
}

/// `sequence_index name start end length COUNT text`
std::vector<std::string> cells(const sequence_set& sequences, const overlap_place& first, std::uint64_t length,
                               std::uint64_t count) {
    return {std::to_string(first.sequence),
            formats::written_name(sequences.name(first.sequence)),
            std::to_string(first.start),
            std::to_string(first.start + length),
            std::to_string(length),
            std::to_string(count),
            formats::escaped(sequences.text(first.sequence, first.start, first.start + length))};
}

std::vector<std::string> cells(const sequence_set& sequences, const shared_region& region) {
    return cells(sequences, region.first, region.length, region.support);
}

formats::multiqc_column length_column(std::uint64_t length) {
    return {"length", "Longest", "Letters of the longest", length, whole_number};
}

formats::multiqc_column sequences_column(const sequence_set& sequences) {
    return {"sequences", "Sequences", "Of the input", sequences.size(), whole_number};
}

} // namespace

answer described(const region_answer& found) {
    const shared_region_result& result = found.result;
    answer made{.run = found.run};
    made.object =
        opening_of(found.input, {{"query", "region"},
                                 {"support", found.options.support},
                                 {"support_given", found.support_given.empty() ? json() : json(found.support_given)},
                                 {"min_length", found.options.min_length},
                                 {"every_support", found.options.every_support}});
    if (found.options.both_strands) made.object["parameters"]["both_strands"] = true;
    json& result_object = made.object["result"];
    result_object = {{"found", false}};
    if (result.found) {
        result_object = place_fields(found.input.sequences, result.best.first, result.best.length);
        result_object["support"] = result.best.support;
        if (found.options.occurrences)
            made.lists.push_back(occurrences_of(result.occurrences, found.options.both_strands));
    }
    if (found.options.every_support) made.lists.push_back(by_support(result.by_support));
    made.columns = {"sequence_index", "name", "start", "end", "length", "support", "text"};
    if (found.options.every_support) made.columns.insert(made.columns.begin(), "asked_support");
    made.for_each_row = [&found](const auto& add) {
        const sequence_set& sequences = found.input.sequences;
        if (!found.options.every_support) {
            if (found.result.found) add(cells(sequences, found.result.best));
            return;
        }
        std::uint64_t support = 2;
        for (const shared_region& region : found.result.by_support) {
            std::vector<std::string> row = cells(sequences, region);
            row.insert(row.begin(), std::to_string(support++));
            add(row);
        }
    };
    made.write_text = [&found](const text_style& style, const formats::byte_sink& sink) {
        write_region_text(found, style, sink);
    };
    return made;
}

answer described(const repeat_answer& found) {
    const repeat_result& result = found.result;
    answer made{.run = found.run};
    made.object = opening_of(found.input, {{"query", "repeat"}, {"min_length", found.options.min_length}});
    if (found.both_strands) made.object["parameters"]["both_strands"] = true;
    json& result_object = made.object["result"];
    result_object = {{"found", false}};
    if (result.found) {
        result_object = place_fields(found.input.sequences, result.first, result.length);
        result_object["count"] = result.count;
        if (found.options.occurrences) made.lists.push_back(occurrences_of(result.occurrences, found.both_strands));
    }
    made.columns = {"sequence_index", "name", "start", "end", "length", "count", "text"};
    made.for_each_row = [&found](const auto& add) {
        if (found.result.found)
            add(cells(found.input.sequences, found.result.first, found.result.length, found.result.count));
    };
    made.write_text = [&found](const text_style& style, const formats::byte_sink& sink) {
        write_repeat_text(found, style, sink);
    };
    return made;
}

void write_places(const std::vector<overlap_place>& places, const sequence_set& sequences, std::uint64_t length,
                  bool both_strands, formats::occurrence_format format, const formats::byte_sink& sink) {
    if (both_strands) {
        formats::edited_occurrence_rows rows(format, sequences, {.strands = true}, sink);
        for (const overlap_place& at : places)
            rows.add({.sequence = at.sequence,
                      .start = at.start,
                      .mismatches = 0,
                      .end = at.start + length,
                      .is_reverse = at.on == strand::reverse},
                     "", 0);
        return;
    }
    formats::occurrence_rows rows(format, sequences, length, sink);
    for (const overlap_place& at : places)
        rows.add(at.sequence, at.start, 0);
}

void write_region_multiqc(const region_answer& answer, const formats::byte_sink& sink) {
    const sequence_set& sequences = answer.input.sequences;
    const shared_region& best = answer.result.best;
    constexpr std::uint64_t longest_text = 60;
    const std::string text = formats::escaped(
        sequences.text(best.first.sequence, best.first.start, best.first.start + std::min(best.length, longest_text)));
    formats::write_multiqc("overlap_regions", "The longest region that some sequences share exactly.",
                           formats::sample_name(answer.input.files),
                           {{"text", "Region", "Its letters (the first 60)", answer.result.found ? text : ""},
                            length_column(best.length),
                            {"support", "Support", "Sequences that hold it", best.support, whole_number},
                            {"asked_for", "t", "Sequences that had to hold it", answer.options.support, whole_number},
                            sequences_column(sequences)},
                           sink);
}

void write_repeat_multiqc(const repeat_answer& answer, const formats::byte_sink& sink) {
    formats::write_multiqc("overlap_repeats", "The longest region that stands twice in one sequence.",
                           formats::sample_name(answer.input.files),
                           {length_column(answer.result.length),
                            {"count", "Places", "Where it stands in that sequence", answer.result.count, whole_number},
                            sequences_column(answer.input.sequences)},
                           sink);
}

void write_rows_multiqc(const overlap_input& input, const std::string& list_name, std::uint64_t count,
                        std::uint64_t longest, const formats::byte_sink& sink) {
    formats::write_multiqc("overlap_" + list_name, fmt::format("What `concord overlap` found: {}.", list_name),
                           formats::sample_name(input.files),
                           {{"count", "Found", "How many there are", count, whole_number},
                            length_column(longest),
                            sequences_column(input.sequences)},
                           sink);
}

row_stream overlap_stream(const overlap_input& input, json parameters, std::string list_name,
                          std::vector<stream_column> columns) {
    return {.object = opening_of(input, std::move(parameters)),
            .list_name = std::move(list_name),
            .counted = true,
            .columns = std::move(columns)};
}

overlap_paf::overlap_paf(const row_stream& stream, formats::byte_sink sink) : stream_(stream), sink_(std::move(sink)) {
    for (std::size_t at = 0; at < stream.columns.size(); ++at) {
        if (stream.columns[at].title == "mismatches") mismatches_ = at;
        if (stream.columns[at].is_strand) strand_ = at;
    }
}

void overlap_paf::add(std::span<const std::uint64_t> row) {
    const sequence_set& sequences = *stream_.columns.front().sequences;
    const std::uint64_t length = row.back();
    const bool is_match = row.size() >= 5;
    const std::uint64_t a = row[0];
    const std::uint64_t b = is_match ? row[2] + stream_.columns[2].first_sequence : row[1];
    const auto place = [&](std::uint64_t sequence, std::uint64_t start) {
        return fmt::format("{}\t{}\t{}\t{}", formats::written_name(sequences.name(sequence)),
                           sequences.length(sequence), start, start + length);
    };
    constexpr int quality_is_missing = 255;
    const std::uint64_t mismatches = mismatches_ ? row[*mismatches_] : 0;
    const std::string tags =
        mismatches_ ? fmt::format("NM:i:{}\tcg:Z:{}M", mismatches, length) : fmt::format("cg:Z:{}=", length);
    sink_(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", place(a, is_match ? row[1] : sequences.length(a) - length),
                      strand_sign(strand_ ? row[*strand_] : 0), place(b, is_match ? row[3] : 0), length - mismatches,
                      length, quality_is_missing, tags));
}

} // namespace concord::app
