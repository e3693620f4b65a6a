// Letters and digits in pictures.
#pragma once

#include "formats/png_file.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace concord::app {

/// Where something is to be drawn, in pixels.
struct pixel_box {
    std::size_t top = 0;
    std::size_t left = 0;
    std::size_t height = 0;
    std::size_t width = 0;
};

/// Draws a text into the middle of a box, as large as is good to read there. Nothing is drawn where it does not fit, or
/// where a letter has no glyph: there are A to Z, 0 to 9, '-' and '.'.
void draw_text(formats::canvas& on, const pixel_box& box, std::string_view text, std::uint32_t colour);

} // namespace concord::app
