#include "formats/edited_occurrences.hpp"

#include "formats/printable.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace concord::formats {

std::string reverse_complement(const std::string& text) {
    constexpr std::string_view letters = "ACGTURYSWKMBDHVN";
    const bool is_rna = text.find('U') != std::string::npos;
    const std::string_view complements = is_rna ? "UGCAAYRSWMKVHDBN" : "TGCAAYRSWMKVHDBN";
    std::string made(text.rbegin(), text.rend());
    for (char& letter : made)
        if (const std::size_t at = letters.find(letter); at != std::string_view::npos) letter = complements[at];
    return made;
}

std::string letters_of(const sequence_set& sequences, const substring_occurrence& at) {
    std::string text = sequences.text(at.sequence, at.start, at.end);
    return at.is_reverse ? reverse_complement(text) : text;
}

edited_occurrence_rows::edited_occurrence_rows(occurrence_format format, const sequence_set& sequences,
                                               const occurrence_columns& columns, byte_sink sink)
    : format_(format), sequences_(sequences), columns_(columns), sink_(std::move(sink)) {
    if (format_ != occurrence_format::tsv) return;
    sink_(fmt::format("sequence_index\tname\tstart\tend{}\t{}\ttext{}\n", columns_.strands ? "\tstrand" : "",
                      columns_.edits ? "edits\tcigar" : "mismatches", columns_.answers ? "\tanswer" : ""));
}

void edited_occurrence_rows::add(const substring_occurrence& at, const std::string& cigar, std::uint64_t answer) {
    const std::string name = written_name(sequences_.name(at.sequence));
    const std::string text = escaped(letters_of(sequences_, at));
    const char strand = at.is_reverse ? '-' : '+';
    if (format_ == occurrence_format::fasta) {
        sink_(fmt::format(">{}:{}-{}{} {}={}{}{}\n{}\n", name, at.start, at.end,
                          columns_.strands ? fmt::format("({})", strand) : "", columns_.edits ? "edits" : "mismatches",
                          at.mismatches, columns_.edits ? " cigar=" + cigar : "",
                          columns_.answers ? fmt::format(" answer={}", answer) : "", text));
    } else if (format_ == occurrence_format::bed) {
        sink_(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", name.empty() ? "." : name, at.start, at.end,
                          text.empty() ? "." : text, at.mismatches, strand));
    } else {
        sink_(fmt::format("{}\t{}\t{}\t{}{}\t{}{}\t{}{}\n", at.sequence, name, at.start, at.end,
                          columns_.strands ? fmt::format("\t{}", strand) : "", at.mismatches,
                          columns_.edits ? "\t" + cigar : "", text,
                          columns_.answers ? fmt::format("\t{}", answer) : ""));
    }
}

} // namespace concord::formats
