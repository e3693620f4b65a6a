// Writes PNG files.
#pragma once

#include "formats/output_file.hpp"

#include <cstdint>
#include <vector>

namespace concord::formats {

/// A picture to draw on: opaque pixels, 0xRRGGBB.
class canvas {
  public:
    canvas(std::size_t rows, std::size_t columns, std::uint32_t colour)
        : rows_(rows), columns_(columns), pixels_(rows * columns, colour) {}

    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
    [[nodiscard]] std::uint32_t& at(std::size_t row, std::size_t column) noexcept {
        return pixels_[row * columns_ + column];
    }
    [[nodiscard]] std::uint32_t at(std::size_t row, std::size_t column) const noexcept {
        return pixels_[row * columns_ + column];
    }

  private:
    std::size_t rows_;
    std::size_t columns_;
    std::vector<std::uint32_t> pixels_;
};

/// Of 8 bits a sample, without alpha. Throws error (resource) where libpng fails, and what the sink throws.
void write_png(const canvas& image, const byte_sink& sink);

/// Where something is to be drawn, in pixels.
struct pixel_box {
    std::size_t top = 0;
    std::size_t left = 0;
    std::size_t height = 0;
    std::size_t width = 0;
};

/// Draws a text into the middle of a box, as large as is good to read there. Nothing is drawn where it does not fit, or
/// where a letter has no glyph: there are A to Z, 0 to 9, '-' and '.'.
void draw_text(canvas& on, const pixel_box& box, std::string_view text, std::uint32_t colour);

} // namespace concord::formats
