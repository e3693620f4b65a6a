// The letters of all occurrences as a sequence logo.
#pragma once

#include "formats/occurrences.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace concord::app::report {

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
