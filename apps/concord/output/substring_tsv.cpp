#include "formats/printable.hpp"
#include "output/substring_output.hpp"

#include <fmt/format.h>

namespace concord::app {

void write_substring_tsv(const substring_answer& answer, const formats::byte_sink& sink) {
    sink("sequence_index\tname\tstart\tend\tlength\tsupport\ttied_positions\ttied_sequences\ttext\n");
    const substring_result& result = answer.result;
    if (!result.found) return;
    const auto row = [&](const substring_candidate& found) {
        const std::uint64_t end = found.start + found.length;
        sink(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", found.sequence, answer.sequences.name(found.sequence),
                         found.start, end, found.length, found.support, result.tied_positions, result.tied_sequences,
                         formats::escaped(answer.sequences.text(found.sequence, found.start, end))));
    };
    if (!answer.options.ties) return row(result.best);
    for (const substring_candidate& tie : result.ties)
        row(tie);
}

void write_occurrences(const substring_answer& answer, occurrence_format format, const formats::byte_sink& sink) {
    occurrence_rows rows(format, answer.sequences, answer.result.best.length, sink);
    for (const substring_occurrence& at : answer.result.occurrences)
        rows.add(at.sequence, at.start, at.mismatches);
}

void write_per_sequence_tsv(const substring_answer& answer, const formats::byte_sink& sink) {
    sink("sequence_index\tname\tlength\tstart\tsupport\ttext\n");
    for (const substring_candidate& found : answer.result.per_sequence)
        sink(fmt::format(
            "{}\t{}\t{}\t{}\t{}\t{}\n", found.sequence, answer.sequences.name(found.sequence), found.length,
            found.start, found.support,
            formats::escaped(answer.sequences.text(found.sequence, found.start, found.start + found.length))));
}

} // namespace concord::app
