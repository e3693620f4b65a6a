// Patterns as the search reads them: each letter as the set of letters that it matches.
#pragma once

#include "problems/distance/find/find_kernels.hpp"

#include <concord/sequences.hpp>

#include <cstdint>
#include <vector>

namespace concord::edit_distance {

/// A pattern in one orientation.
class pattern_letters {
  public:
    /// `iupac`, for dna: letters stand for the bases of the IUPAC code; else those beside A, C, G, T, U match nothing.
    pattern_letters(const sequence_set& set, std::uint64_t pattern, bool iupac);

    [[nodiscard]] pattern_letters reverse_complement() const; ///< of dna
    [[nodiscard]] std::size_t length() const noexcept { return rows_.size(); }
    [[nodiscard]] pattern_rows rows() const noexcept { return {classes_, rows_}; }
    [[nodiscard]] bool matches(std::size_t letter, std::uint32_t code) const noexcept;

  private:
    pattern_letters() = default;
    void add(const letter_class& letter);

    std::vector<letter_class> classes_; ///< each once
    std::vector<std::uint32_t> rows_;   ///< of each letter its class
};

} // namespace concord::edit_distance
