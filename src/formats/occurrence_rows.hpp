// Tables of the places where a substring stands: what --occurrences writes.
#pragma once

#include "formats/output_file.hpp"
#include <concord/sequences.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace concord::formats {

enum class occurrence_format : std::uint8_t { tsv, bed, fasta };

/// By the name of the file: BED if it ends in .bed, FASTA if in .fa or .fasta, each with .gz behind it or not.
[[nodiscard]] occurrence_format occurrence_format_of(std::string_view path) noexcept;

/// TSV: a header line, then `sequence_index name start end mismatches text`. BED of six columns: sequence, start, end,
/// the letters as the name, the number of mismatches as the score, strand +. FASTA: `>name:start-end mismatches=N`, and
/// the letters on one line.
class occurrence_rows {
  public:
    /// Of substrings of so many letters. `sequences` must outlive it.
    occurrence_rows(occurrence_format format, const sequence_set& sequences, std::uint64_t length, byte_sink sink);

    void add(std::uint64_t sequence, std::uint64_t start, std::uint64_t mismatches);

  private:
    occurrence_format format_;
    const sequence_set& sequences_;
    std::uint64_t length_;
    byte_sink sink_;
};

} // namespace concord::formats
