// The figures about sequences: dot plots, the words that two sequences share, aligned occurrences, logos.
#pragma once

#include "formats/occurrences.hpp"
#include "formats/sequence_pair.hpp"

#include <concord/pairs.hpp>
#include <concord/sequences.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace concord::app::report {

/// How often something lies in each cell of a square that two lengths span.
class dot_grid {
  public:
    /// At most 400 cells a side, and no more than there are positions.
    dot_grid(std::uint64_t length_a, std::uint64_t length_b);

    [[nodiscard]] std::uint64_t length_a() const noexcept { return length_a_; }
    [[nodiscard]] std::uint64_t length_b() const noexcept { return length_b_; }
    [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::size_t column_of(std::uint64_t position) const noexcept;
    [[nodiscard]] std::size_t row_of(std::uint64_t position) const noexcept;
    [[nodiscard]] std::uint64_t at(std::size_t column, std::size_t row) const {
        return counts_[row * columns_ + column];
    }
    [[nodiscard]] std::uint64_t filled() const; ///< cells that hold anything

    void add(std::size_t column, std::size_t row, std::uint64_t times = 1) {
        counts_[row * columns_ + column] += times;
    }
    /// All positions of a match, each cell once. Time: O(cells that it crosses).
    void add_match(std::uint64_t a, std::uint64_t b, std::uint64_t length);
    /// The same in half as many cells a side.
    [[nodiscard]] dot_grid coarser() const;

  private:
    dot_grid(std::uint64_t length_a, std::uint64_t length_b, std::size_t most);

    std::uint64_t length_a_;
    std::uint64_t length_b_;
    std::size_t columns_;
    std::size_t rows_;
    std::vector<std::uint64_t> counts_;
};

struct dot_plot_texts {
    std::string_view id;
    std::string title;
    std::string a; ///< along the upper side, from left to right
    std::string b; ///< along the left side, from top to bottom
};

/// `way` is the alignment, drawn over it; may be empty.
[[nodiscard]] std::string draw_dot_plot(const dot_grid& grid, const alignment& way, const dot_plot_texts& texts);

/// How similar the sequences are along an alignment: the share of equal positions in each of at most 100 stretches of
/// it.
[[nodiscard]] std::vector<double> identity_along(const alignment& runs);
[[nodiscard]] std::string draw_identity(const std::vector<double>& shares, std::uint64_t columns, std::string_view id);

struct word_matches {
    dot_grid grid;
    unsigned word = 1;         ///< letters, lines or tokens
    std::uint64_t sampled = 1; ///< one in so many words was looked at, chosen by its letters
};

/// Words so long that chance hardly repeats one within a cell; with an ambiguous letter a word equals none. Of long
/// sequences about a million words each are looked at, the same of both. Time: O(n + m + words · (log words + cells a
/// side)).
[[nodiscard]] word_matches matching_words(const formats::sequence_pair& pair);

struct aligned_place {
    std::uint64_t sequence = 0;
    std::uint64_t start = 0;
};

/// Of these occurrences, of so many letters each, letters that differ from the letters at `reference` are bold,
/// underlined and (where the alphabet folds case) lower case; letters around them are pale. The first hundred
/// occurrences and 160 letters are shown. A DNA letter outside A, C, G, T/U differs from everything but the reference
/// itself.
[[nodiscard]] std::string aligned_rows(const sequence_set& sequences, const aligned_place& reference,
                                       std::uint64_t length, const std::vector<aligned_place>& places);

/// A sentence about which of so many occurrences are shown.
[[nodiscard]] std::string which_are_shown(std::uint64_t places, std::uint64_t length);

/// Columns that a logo shows.
inline constexpr std::uint64_t logo_columns = 200;

/// Information content of each column in bits: log2 s - (H + (s - 1) / (2 ln 2 · n)), not below 0, where s is the
/// number of letters of the alphabet, H the entropy of the column and n its letters. For bytes, which have no alphabet
/// to compare with, 0.
///
/// Source: Schneider, Stormo, Gold, Ehrenfeucht, "Information content of binding sites on nucleotide sequences", J Mol
/// Biol 188 (1986), with its approximate correction for small samples; Schneider, Stephens, "Sequence logos", NAR 18
/// (1990).
[[nodiscard]] std::vector<double> information_content(const formats::letter_profile& profile);

/// Where no column has any information, be it for lack of an alphabet or of occurrences, a logo shows shares instead.
[[nodiscard]] bool shows_shares(const formats::letter_profile& profile);

[[nodiscard]] std::string draw_logo(const formats::letter_profile& profile, std::string_view id);

/// The definitions of the letters of an alphabet; ACGT are bases, others amino acids.
[[nodiscard]] std::string letter_shapes(std::string_view letters);

/// A letter stretched to fill a box; one that has no shape of strokes is set in the font of the page. `tip` is shown
/// when it is pointed at.
[[nodiscard]] std::string placed_letter(char letter, double x, double y, double width, double height,
                                        std::string_view tip);

} // namespace concord::app::report
