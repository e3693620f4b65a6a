// The occurrences of a substring: as a table, BED or FASTA; letter by letter; and as a motif for the tools that look
// for motifs.
#pragma once

#include "formats/output_file.hpp"

#include <concord/sequences.hpp>
#include <concord/substring.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

/// Counts of letters, column by column. A letter that is not among `letters`, such as an ambiguous one, is not counted.
struct letter_profile {
    alphabet kind = alphabet::dna;
    std::string letters;                            ///< dna: ACGT; protein: the 20 amino acids; bytes: those that occur
    std::vector<std::vector<std::uint64_t>> counts; ///< [column][letter]
    std::uint64_t sites = 0;                        ///< occurrences

    [[nodiscard]] std::uint64_t total(std::size_t column) const;
};

/// Of the first `columns` letters of the occurrences of `found`, read along their strands. With `alignments` of them, a
/// column has the letters that stand for its letter of `found`: some have none. Time: O(occurrences · columns).
[[nodiscard]] letter_profile profile_of(const sequence_set& sequences, const substring_candidate& found,
                                        const std::vector<substring_occurrence>& occurrences, std::uint64_t columns,
                                        const std::vector<alignment>& alignments = {});

/// How a letter matches another one, to mark those that do not: DNA letters outside ACGTU match nothing, but with
/// `iupac` what they have a nucleotide in common with.
[[nodiscard]] bool letters_match(alphabet kind, bool iupac, char a, char b);

/// How often each of `letters` stands in a set. Time: O(letters of the set).
[[nodiscard]] std::vector<std::uint64_t> letter_counts(const sequence_set& sequences, const std::string& letters);

/// The letters of a profile of that alphabet, but for bytes, which have none of their own.
[[nodiscard]] std::string profile_letters(alphabet kind);

/// MEME's minimal motif format, version 4: the shares of the letters in each column, without pseudocounts; `background`
/// holds how often the letters of the profile stand in the input. A column that has none of these letters gets the
/// shares of the background. `name` is the consensus of the motif. Without occurrences the file holds no motif.
///
/// Source: the MEME Suite's description of the minimal MEME format (strands and nsites given, E left out: none is
/// computed).
void write_meme_motif(const letter_profile& profile, const std::vector<std::uint64_t>& background,
                      const std::string& name, const formats::byte_sink& sink);

} // namespace concord::formats
