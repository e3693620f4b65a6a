#include "formats/png_file.hpp"

#include <algorithm>
#include <array>
#include <concord/error.hpp>

#include <csetjmp>
#include <new>
#include <png.h>
#include <string>

namespace concord::formats {
namespace {

constexpr std::size_t glyph_rows = 7;
constexpr std::size_t glyph_columns = 5;
constexpr std::size_t advance = glyph_columns + 1;

struct glyph {
    char letter;
    std::array<std::uint8_t, glyph_rows> rows; ///< the pixel on the left is the highest of five bits
};

constexpr std::array glyphs = {
    glyph{'A', {0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001}},
    glyph{'B', {0b11110, 0b10001, 0b10001, 0b11110, 0b10001, 0b10001, 0b11110}},
    glyph{'C', {0b01111, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b01111}},
    glyph{'D', {0b11110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11110}},
    glyph{'E', {0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111}},
    glyph{'F', {0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b10000}},
    glyph{'G', {0b01111, 0b10000, 0b10000, 0b10011, 0b10001, 0b10001, 0b01111}},
    glyph{'H', {0b10001, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001}},
    glyph{'I', {0b01110, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110}},
    glyph{'J', {0b00111, 0b00010, 0b00010, 0b00010, 0b00010, 0b10010, 0b01100}},
    glyph{'K', {0b10001, 0b10010, 0b10100, 0b11000, 0b10100, 0b10010, 0b10001}},
    glyph{'L', {0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111}},
    glyph{'M', {0b10001, 0b11011, 0b10101, 0b10101, 0b10001, 0b10001, 0b10001}},
    glyph{'N', {0b10001, 0b11001, 0b10101, 0b10101, 0b10011, 0b10001, 0b10001}},
    glyph{'O', {0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110}},
    glyph{'P', {0b11110, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000, 0b10000}},
    glyph{'Q', {0b01110, 0b10001, 0b10001, 0b10001, 0b10101, 0b10010, 0b01101}},
    glyph{'R', {0b11110, 0b10001, 0b10001, 0b11110, 0b10100, 0b10010, 0b10001}},
    glyph{'S', {0b01111, 0b10000, 0b10000, 0b01110, 0b00001, 0b00001, 0b11110}},
    glyph{'T', {0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100}},
    glyph{'U', {0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110}},
    glyph{'V', {0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01010, 0b00100}},
    glyph{'W', {0b10001, 0b10001, 0b10001, 0b10101, 0b10101, 0b11011, 0b10001}},
    glyph{'X', {0b10001, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001, 0b10001}},
    glyph{'Y', {0b10001, 0b10001, 0b01010, 0b00100, 0b00100, 0b00100, 0b00100}},
    glyph{'Z', {0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b10000, 0b11111}},
    glyph{'0', {0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110}},
    glyph{'1', {0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110}},
    glyph{'2', {0b01110, 0b10001, 0b00001, 0b00010, 0b00100, 0b01000, 0b11111}},
    glyph{'3', {0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110}},
    glyph{'4', {0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010}},
    glyph{'5', {0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110}},
    glyph{'6', {0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110}},
    glyph{'7', {0b11111, 0b00001, 0b00010, 0b00100, 0b00100, 0b01000, 0b01000}},
    glyph{'8', {0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110}},
    glyph{'9', {0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100}},
    glyph{'-', {0b00000, 0b00000, 0b00000, 0b11111, 0b00000, 0b00000, 0b00000}},
    glyph{'.', {0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b01100}},
};

const glyph* find_glyph(char letter) noexcept {
    const auto* const found = std::ranges::find(glyphs, letter, &glyph::letter);
    return found == glyphs.end() ? nullptr : found;
}

void draw_glyph(canvas& on, std::size_t top, std::size_t left, std::size_t scale, const glyph& of,
                std::uint32_t colour) {
    for (std::size_t y = 0; y < glyph_rows * scale; ++y)
        for (std::size_t x = 0; x < glyph_columns * scale; ++x)
            if ((of.rows[y / scale] >> (glyph_columns - 1 - x / scale) & 1U) != 0) on.at(top + y, left + x) = colour;
}

/// What libpng hands out; kept until the end, since nothing may be thrown through its frames.
struct png_output {
    std::string bytes;
    bool is_full = false; ///< memory ran out
};

void take(png_structp png, png_bytep bytes, std::size_t count) {
    auto& output = *static_cast<png_output*>(png_get_io_ptr(png));
    try {
        output.bytes.append(reinterpret_cast<const char*>(bytes), count);
    } catch (const std::bad_alloc&) {
        output.is_full = true;
    }
    if (output.is_full) png_error(png, "memory");
}

void flush(png_structp /*png*/) {}

[[noreturn]] void leave(png_structp png, png_const_charp /*text*/) { png_longjmp(png, 1); }

void ignore_warning_of_writing(png_structp /*png*/, png_const_charp /*text*/) {}

/// libpng reports errors by longjmp: nothing in this frame has a destructor.
bool encode(png_structp png, png_infop info, png_uint_32 rows, png_uint_32 columns, png_bytepp lines) {
    if (setjmp(png_jmpbuf(png)) != 0) return false; // NOLINT(cert-err52-cpp): it is how libpng reports errors
    png_set_IHDR(png, info, columns, rows, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    png_write_image(png, lines);
    png_write_end(png, nullptr);
    return true;
}

} // namespace

void write_png(const canvas& image, const byte_sink& sink) {
    std::vector<png_byte> samples;
    samples.reserve(3 * image.rows() * image.columns());
    for (std::size_t r = 0; r < image.rows(); ++r)
        for (std::size_t c = 0; c < image.columns(); ++c)
            for (const unsigned shift : {16U, 8U, 0U})
                samples.push_back(static_cast<png_byte>(image.at(r, c) >> shift & 0xFFU));
    std::vector<png_bytep> lines(image.rows());
    for (std::size_t r = 0; r < lines.size(); ++r)
        lines[r] = samples.data() + 3 * r * image.columns();

    png_output output;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, leave, ignore_warning_of_writing);
    png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
    bool sound = info != nullptr;
    if (sound) {
        png_set_write_fn(png, &output, take, flush);
        sound = encode(png, info, static_cast<png_uint_32>(image.rows()), static_cast<png_uint_32>(image.columns()),
                       lines.data());
    }
    png_destroy_write_struct(&png, &info);
    if (!sound) throw error(error_code::resource, "cannot make a PNG file: there is not enough memory");
    sink(output.bytes);
}

void draw_text(canvas& on, const pixel_box& box, std::string_view text, std::uint32_t colour) {
    if (text.empty() || !std::ranges::all_of(text, [](char letter) { return find_glyph(letter) != nullptr; })) return;
    const std::size_t columns = advance * text.size() - 1;
    // At most three quarters of the width and three fifths of the height.
    const std::size_t scale = std::min(box.width * 3 / 4 / columns, box.height * 3 / 5 / glyph_rows);
    if (scale == 0) return;
    const std::size_t top = box.top + (box.height - glyph_rows * scale) / 2;
    std::size_t left = box.left + (box.width - columns * scale) / 2;
    for (const char letter : text) {
        draw_glyph(on, top, left, scale, *find_glyph(letter), colour);
        left += advance * scale;
    }
}

} // namespace concord::formats
