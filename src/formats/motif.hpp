// The occurrences of a substring letter by letter, and as a motif for the tools that look for motifs.
#pragma once

#include "formats/output_file.hpp"

#include <concord/substring.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::formats {

/// Counts of letters, column by column. A letter that is not among `letters`, such as an ambiguous one, is not counted.
struct letter_profile {
    alphabet kind = alphabet::dna;
    std::string letters;                            ///< dna: ACGT; protein: the 20 amino acids; bytes: those that occur
    std::vector<std::vector<std::uint64_t>> counts; ///< [column][letter]
    std::uint64_t sites = 0;                        ///< occurrences

    [[nodiscard]] std::uint64_t total(std::size_t column) const;
};

/// Of the first `columns` letters of the occurrences of `found`. Time: O(occurrences · columns).
[[nodiscard]] letter_profile profile_of(const sequence_set& sequences, const substring_candidate& found,
                                        const std::vector<substring_occurrence>& occurrences, std::uint64_t columns);

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
