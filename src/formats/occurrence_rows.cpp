#include "formats/occurrence_rows.hpp"
#include "formats/printable.hpp"

#include <fmt/format.h>
#include <utility>

namespace concord::formats {

occurrence_format occurrence_format_of(std::string_view path) noexcept {
    if (path.ends_with(".gz")) path.remove_suffix(3);
    if (path.ends_with(".fa") || path.ends_with(".fasta")) return occurrence_format::fasta;
    return path.ends_with(".bed") ? occurrence_format::bed : occurrence_format::tsv;
}

occurrence_rows::occurrence_rows(occurrence_format format, const sequence_set& sequences, std::uint64_t length,
                                 byte_sink sink)
    : format_(format), sequences_(sequences), length_(length), sink_(std::move(sink)) {
    if (format_ == occurrence_format::tsv) sink_("sequence_index\tname\tstart\tend\tmismatches\ttext\n");
}

void occurrence_rows::add(std::uint64_t sequence, std::uint64_t start, std::uint64_t mismatches) {
    const std::uint64_t end = start + length_;
    const std::string_view name = sequences_.name(sequence);
    const std::string text = escaped(sequences_.text(sequence, start, end));
    if (format_ == occurrence_format::fasta) {
        sink_(fmt::format(">{}:{}-{} mismatches={}\n{}\n", name, start, end, mismatches, text));
    } else if (format_ == occurrence_format::bed) {
        sink_(fmt::format("{}\t{}\t{}\t{}\t{}\t+\n", name.empty() ? "." : name, start, end, text, mismatches));
    } else {
        sink_(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", sequence, name, start, end, mismatches, text));
    }
}

} // namespace concord::formats
