#include "formats/printable.hpp"
#include "output/overlap_output.hpp"

#include <fmt/format.h>

namespace concord::app {
namespace {

/// `sequence_index name start end length`
std::string place_columns(const sequence_set& sequences, const overlap_place& first, std::uint64_t length) {
    return fmt::format("{}\t{}\t{}\t{}\t{}", first.sequence, sequences.name(first.sequence), first.start,
                       first.start + length, length);
}

std::string letters(const sequence_set& sequences, const overlap_place& first, std::uint64_t length) {
    return formats::escaped(sequences.text(first.sequence, first.start, first.start + length));
}

} // namespace

void write_region_tsv(const region_answer& answer, const formats::byte_sink& sink) {
    const sequence_set& sequences = answer.input.sequences;
    const auto columns = [&](const shared_region& region) {
        return fmt::format("{}\t{}\t{}\n", place_columns(sequences, region.first, region.length), region.support,
                           letters(sequences, region.first, region.length));
    };
    if (!answer.options.every_support) {
        sink("sequence_index\tname\tstart\tend\tlength\tsupport\ttext\n");
        if (answer.result.found) sink(columns(answer.result.best));
        return;
    }
    sink("asked_support\tsequence_index\tname\tstart\tend\tlength\tsupport\ttext\n");
    std::uint64_t support = 2;
    for (const shared_region& region : answer.result.by_support)
        sink(fmt::format("{}\t{}", support++, columns(region)));
}

void write_repeat_tsv(const repeat_answer& answer, const formats::byte_sink& sink) {
    sink("sequence_index\tname\tstart\tend\tlength\tcount\ttext\n");
    const repeat_result& found = answer.result;
    if (!found.found) return;
    const sequence_set& sequences = answer.input.sequences;
    sink(fmt::format("{}\t{}\t{}\n", place_columns(sequences, found.first, found.length), found.count,
                     letters(sequences, found.first, found.length)));
}

void write_places(const std::vector<overlap_place>& places, const sequence_set& sequences, std::uint64_t length,
                  occurrence_format format, const formats::byte_sink& sink) {
    occurrence_rows rows(format, sequences, length, sink);
    for (const overlap_place& at : places)
        rows.add(at.sequence, at.start, 0);
}

} // namespace concord::app
