// Occurrences that may be longer or shorter than the substring, or stand on the reverse strand: as tables, BED or
// FASTA.
#pragma once

#include "formats/occurrences.hpp"

#include <concord/substring.hpp>

#include <cstdint>
#include <string>

namespace concord::formats {

/// The reverse complement of DNA, with IUPAC letters; other letters stay as they are. A is the complement of U where
/// there is one, and T's else.
[[nodiscard]] std::string reverse_complement(const std::string& text);

/// The letters of an occurrence as the substring reads: on the reverse strand the reverse complement of what stands
/// there.
[[nodiscard]] std::string letters_of(const sequence_set& sequences, const substring_occurrence& at);

/// What the rows tell beside the place.
struct occurrence_columns {
    bool edits = false;   ///< levenshtein: the column is called so, and there is an alignment
    bool strands = false; ///< both strands
    bool answers = false; ///< of several answers: which one, from 1
};

/// TSV: a header line, then `sequence_index name start end`, `strand`, `mismatches` or `edits` and `cigar`, `text`,
/// `answer`. BED and FASTA as of occurrence_rows; FASTA tells the alignment and the answer in its header. The text is
/// read along the strand, the CIGAR string along the sequence as given; an insertion is a letter of the substring only.
class edited_occurrence_rows {
  public:
    /// `sequences` must outlive it.
    edited_occurrence_rows(occurrence_format format, const sequence_set& sequences, const occurrence_columns& columns,
                           byte_sink sink);

    void add(const substring_occurrence& at, const std::string& cigar, std::uint64_t answer);

  private:
    occurrence_format format_;
    const sequence_set& sequences_;
    occurrence_columns columns_;
    byte_sink sink_;
};

} // namespace concord::formats
