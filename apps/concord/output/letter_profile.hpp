// Which letters stand in each place of the occurrences of a substring.
#pragma once

#include <concord/substring.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::app {

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

} // namespace concord::app
