// Letters as strokes that can be drawn at any width and height.
#pragma once

#include <string>
#include <string_view>

namespace concord::app::report {

/// The definitions of the letters of an alphabet; ACGT are bases, others amino acids.
[[nodiscard]] std::string letter_shapes(std::string_view letters);

/// A letter stretched to fill a box; one that has no shape of strokes is set in the font of the page. `tip` is shown
/// when it is pointed at.
[[nodiscard]] std::string placed_letter(char letter, double x, double y, double width, double height,
                                        std::string_view tip);

} // namespace concord::app::report
