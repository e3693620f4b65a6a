#include "output/substring_answer.hpp"

#include "formats/edited_occurrences.hpp"
#include "formats/multiqc.hpp"
#include "formats/occurrences.hpp"
#include "formats/printable.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace concord::app {
namespace {

constexpr std::uint64_t longest_file_name = 60; // letters

json parameters(const substring_answer& found) {
    const substring_options& options = found.options;
    json all = {{"mismatches", options.mismatches},
                {"support", options.support},
                {"support_given", found.support_given.empty() ? json() : json(found.support_given)},
                {"min_length", options.min_length},
                {"alphabet", to_string(found.asked_for)}};
    if (!found.is_variant()) return all;
    all["metric"] = to_string(options.metric);
    all["both_strands"] = options.both_strands;
    all["iupac"] = options.iupac;
    all["from_start"] = options.from_start > 0 ? json(options.from_start) : json();
    all["from_end"] = options.from_end > 0 ? json(options.from_end) : json();
    all["top"] = options.top;
    all["copies"] = options.copies;
    return all;
}

std::string letters_of(const sequence_set& sequences, const substring_candidate& place) {
    return sequences.text(place.sequence, place.start, place.start + place.length);
}

json one_answer(const substring_answer& found, const substring_result& result) {
    const substring_candidate& best = result.best;
    return {{"found", true},
            {"length", best.length},
            {"text", code_points(letters_of(found.sequences, best))},
            {"sequence", sequence_object(found.sequences, best.sequence)},
            {"start", best.start},
            {"end", best.start + best.length},
            {"support", best.support},
            {"tied_positions", result.tied_positions},
            {"tied_sequences", result.tied_sequences}};
}

/// The first answer; of several, all of them in a list.
json result_of(const substring_answer& found) {
    if (!found.result.found) return {{"found", false}};
    json first = one_answer(found, found.result);
    if (found.options.top == 1) return first;
    json all = json::array();
    found.for_each_answer([&](const substring_result& result, std::uint64_t) {
        json one = one_answer(found, result);
        one.erase("found");
        all.push_back(std::move(one));
    });
    first["answers"] = std::move(all);
    return first;
}

long_list ties_of(const substring_answer& found) {
    return {"ties", [&found](const auto& add) {
                found.for_each_answer([&](const substring_result& result, std::uint64_t rank) {
                    for (const substring_candidate& tie : result.ties) {
                        json one = {{"sequence", sequence_object(found.sequences, tie.sequence)},
                                    {"start", tie.start},
                                    {"text", code_points(letters_of(found.sequences, tie))},
                                    {"support", tie.support}};
                        if (found.options.top != 1) one["answer"] = rank;
                        add(dumped(one));
                    }
                });
            }};
}

/// Only where there is more to say of an occurrence than the plain problem has.
long_list occurrences_of(const substring_answer& found) {
    return {"occurrences", [&found](const auto& add) {
                found.for_each_answer([&](const substring_result& result, std::uint64_t rank) {
                    for (std::size_t index = 0; index < result.occurrences.size(); ++index) {
                        const substring_occurrence& at = result.occurrences[index];
                        json one = {{"sequence", sequence_object(found.sequences, at.sequence)},
                                    {"start", at.start},
                                    {"end", at.end},
                                    {"strand", at.is_reverse ? "-" : "+"},
                                    {found.has_edits() ? "edits" : "mismatches", at.mismatches}};
                        if (found.has_edits()) one["cigar"] = cigar(result.alignments[index]);
                        one["text"] = code_points(formats::letters_of(found.sequences, at));
                        if (found.options.top != 1) one["answer"] = rank;
                        add(dumped(one));
                    }
                });
            }};
}

void for_each_row(const substring_answer& found, const std::function<void(std::span<const std::string>)>& add) {
    found.for_each_answer([&](const substring_result& result, std::uint64_t rank) {
        const auto row = [&](const substring_candidate& place) {
            std::vector<std::string> cells = {std::to_string(place.sequence),
                                              formats::written_name(found.sequences.name(place.sequence)),
                                              std::to_string(place.start),
                                              std::to_string(place.start + place.length),
                                              std::to_string(place.length),
                                              std::to_string(place.support),
                                              std::to_string(result.tied_positions),
                                              std::to_string(result.tied_sequences),
                                              formats::escaped(letters_of(found.sequences, place))};
            if (found.options.top != 1) cells.push_back(std::to_string(rank));
            add(cells);
        };
        if (!found.options.ties) return row(result.best);
        for (const substring_candidate& tie : result.ties)
            row(tie);
    });
}

} // namespace

answer described(const substring_answer& found) {
    answer made{.run = found.run()};
    made.object = opening("substring", parameters(found), collection_object(found.files, found.facts()));
    made.object["result"] = result_of(found);
    if (found.options.ties && found.result.found) made.lists.push_back(ties_of(found));
    if (found.is_variant() && found.options.occurrences && found.result.found)
        made.lists.push_back(occurrences_of(found));
    made.columns = {"sequence_index", "name",           "start",          "end", "length",
                    "support",        "tied_positions", "tied_sequences", "text"};
    if (found.options.top != 1) made.columns.emplace_back("answer");
    made.for_each_row = [&found](const auto& add) { for_each_row(found, add); };
    made.write_text = [&found](const text_style& style, const formats::byte_sink& sink) {
        write_substring_text(found, style, sink);
    };
    return made;
}

void write_occurrences(const substring_answer& answer, formats::occurrence_format format,
                       const formats::byte_sink& sink) {
    if (answer.is_variant()) {
        formats::edited_occurrence_rows rows(
            format, answer.sequences, {answer.has_edits(), answer.options.both_strands, answer.options.top != 1}, sink);
        return answer.for_each_answer([&](const substring_result& result, std::uint64_t rank) {
            for (std::size_t index = 0; index < result.occurrences.size(); ++index)
                rows.add(result.occurrences[index], answer.has_edits() ? cigar(result.alignments[index]) : "", rank);
        });
    }
    formats::occurrence_rows rows(format, answer.sequences, answer.result.best.length, sink);
    for (const substring_occurrence& at : answer.result.occurrences)
        rows.add(at.sequence, at.start, at.mismatches);
}

void write_per_sequence_tsv(const substring_answer& answer, const formats::byte_sink& sink) {
    sink("sequence_index\tname\tlength\tstart\tsupport\ttext\n");
    for (const substring_candidate& found : answer.result.per_sequence)
        sink(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", found.sequence,
                         formats::written_name(answer.sequences.name(found.sequence)), found.length, found.start,
                         found.support, formats::escaped(letters_of(answer.sequences, found))));
}

void write_prefix_tables(const substring_answer& answer, const prefix_tables& tables, const formats::byte_sink& max_lcp,
                         const formats::byte_sink& length_stat) {
    if (tables.max_lcp.empty() && tables.length_stat.empty()) return;
    const std::uint64_t of = tables.of.value_or(answer.result.found ? answer.result.best.sequence : 0);
    max_lcp("sequence_index\tstart\tother_index\tlength\n");
    length_stat("sequence_index\tstart\tlength\tsequences\n");
    std::vector<std::uint64_t> reaching; // so many letters or more
    const auto write_max_lcp = [&](std::uint64_t start, const std::vector<std::uint64_t>& reaches) {
        std::string rows;
        for (std::uint64_t other = 0; other < reaches.size(); ++other)
            if (other != of) rows += fmt::format("{}\t{}\t{}\t{}\n", of, start, other, reaches[other]);
        max_lcp(rows);
    };
    const auto write_length_stat = [&](std::uint64_t start, const std::vector<std::uint64_t>& reaches) {
        std::uint64_t longest = 0; // of the others
        for (std::uint64_t other = 0; other < reaches.size(); ++other)
            if (other != of) longest = std::max(longest, reaches[other]);
        reaching.assign(longest + 1, 0);
        for (const std::uint64_t reach : reaches)
            ++reaching[std::min(reach, longest)];
        for (std::uint64_t length = longest; length-- > 0;)
            reaching[length] += reaching[length + 1];
        std::string rows;
        for (std::uint64_t length = 1; length <= longest; ++length)
            rows += fmt::format("{}\t{}\t{}\t{}\n", of, start, length, reaching[length]);
        length_stat(rows);
    };
    for_each_prefix_reach(answer.sequences, of, answer.options,
                          [&](std::uint64_t start, const std::vector<std::uint64_t>& reaches) {
                              if (!tables.max_lcp.empty()) write_max_lcp(start, reaches);
                              if (!tables.length_stat.empty()) write_length_stat(start, reaches);
                          });
}

void write_substring_motif(const substring_answer& answer, const formats::byte_sink& sink) {
    const sequence_set& sequences = answer.sequences;
    if (sequences.alphabet() == alphabet::bytes)
        throw error(error_code::usage, "--motif is for dna and protein, and the letters are bytes");
    const substring_candidate none;
    const substring_candidate& best = answer.result.found ? answer.result.best : none;
    const formats::letter_profile profile =
        formats::profile_of(sequences, best, answer.result.occurrences, best.length, answer.result.alignments);
    formats::write_meme_motif(profile, formats::letter_counts(sequences, profile.letters),
                              letters_of(sequences, best).substr(0, longest_file_name), sink);
}

void write_substring_multiqc(const substring_answer& answer, const formats::byte_sink& sink) {
    const bool found = answer.result.found;
    const substring_candidate& best = answer.result.best;
    const auto share = [&](std::uint64_t support) {
        const auto all = static_cast<double>(std::max<std::size_t>(answer.sequences.size(), 1));
        return 100.0 * static_cast<double>(support) / all;
    };
    const json whole = {{"format", "{:,.0f}"}};
    formats::write_multiqc(
        "substring",
        fmt::format("The longest substring that a share of the sequences hold with up to k {}: an adapter, a primer, a "
                    "barcode, or a conserved site.",
                    answer.has_edits() ? "edits" : "mismatches"),
        formats::sample_name(answer.files),
        {{"text", "Substring", "Its letters (the first 60)",
          found ? formats::escaped(letters_of(answer.sequences, best).substr(0, longest_file_name)) : ""},
         {"length", "Length", "Letters of it", found ? json(best.length) : json(0), whole},
         {"support", "Support", "Sequences that hold it", found ? json(best.support) : json(0), whole},
         {"share",
          "Share",
          "Of the sequences, that hold it",
          found ? json(share(best.support)) : json(0.0),
          {{"suffix", "%"}, {"min", 0}, {"max", 100}, {"format", "{:,.1f}"}}},
         {"mismatches", "k",
          answer.has_edits() ? "Edits that an occurrence may have" : "Mismatches that an occurrence may have",
          answer.options.mismatches, whole},
         {"asked_for", "t", "Sequences that had to hold it", answer.options.support, whole},
         {"sequences", "Sequences", "Of the input", answer.sequences.size(), whole}},
        sink);
}

} // namespace concord::app
