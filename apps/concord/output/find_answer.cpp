#include "output/pair_answers.hpp"

#include "formats/printable.hpp"
#include "output/text_lines.hpp"

#include <fmt/format.h>
#include <string>

namespace concord::app {
namespace {

json facts_of(const sequence_set& set) {
    return {{"sequences", set.size()},
            {"letters", set.letters()},
            {"shortest", set.shortest()},
            {"longest", set.longest()},
            {"ambiguous", set.ambiguous()}};
}

std::string_view strand_of(const pattern_occurrence& one) { return one.is_reverse ? "-" : "+"; }

json object_of(const pattern_occurrence& one) {
    return {{"pattern", one.pattern}, {"sequence", one.sequence}, {"start", one.start},           {"end", one.end},
            {"edits", one.edits},     {"strand", strand_of(one)}, {"cigar", cigar(one.alignment)}};
}

void write_text(const find_answer& answer, const text_style& style, const formats::byte_sink& sink) {
    const text_lines lines(style, sink);
    lines.fact("occurrences", lines.paint().answer(formats::grouped(answer.found.size())));
    lines.fact("of", formats::counted(answer.lists.a.size(), "pattern"));
    lines.fact("in", formats::counted(answer.lists.b.size(), "sequence"));
    for (const pattern_occurrence& one : answer.found)
        sink(fmt::format("{} {} {}:{}-{}  {}  {}\n", formats::written_name(answer.lists.a.name(one.pattern)),
                         strand_of(one), formats::written_name(answer.lists.b.name(one.sequence)), one.start, one.end,
                         formats::counted(one.edits, "edit"), cigar(one.alignment)));
}

} // namespace

answer described(const find_answer& found) {
    answer made{.run = found.run};
    made.object = opening("distance",
                          {{"compare", "find"},
                           {"metric", "levenshtein"},
                           {"max_distance", found.options.max_edits},
                           {"both_strands", found.options.both_strands},
                           {"iupac", found.options.iupac},
                           {"alphabet", to_string(found.asked_for)}},
                          {{"files", found.lists.files},
                           {"alphabet", to_string(found.lists.b.alphabet())},
                           {"patterns", facts_of(found.lists.a)},
                           {"texts", facts_of(found.lists.b)}});
    made.object["result"] = {{"found", found.found.size()}};
    made.lists.push_back({.name = "occurrences", .for_each = [&found](const auto& add) {
                              for (const pattern_occurrence& one : found.found)
                                  add(object_of(one).dump());
                          }});
    made.columns = {"pattern", "pattern_name", "sequence", "sequence_name", "start", "end", "edits", "cigar", "strand"};
    made.for_each_row = [&found](const auto& add) {
        for (const pattern_occurrence& one : found.found)
            add(std::vector<std::string>{
                std::to_string(one.pattern), formats::written_name(found.lists.a.name(one.pattern)),
                std::to_string(one.sequence), formats::written_name(found.lists.b.name(one.sequence)),
                std::to_string(one.start), std::to_string(one.end), std::to_string(one.edits), cigar(one.alignment),
                std::string(strand_of(one))});
    };
    made.write_text = [&found](const text_style& style, const formats::byte_sink& sink) {
        write_text(found, style, sink);
    };
    return made;
}

} // namespace concord::app
