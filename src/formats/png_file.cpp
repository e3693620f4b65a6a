#include "formats/png_file.hpp"

#include <concord/error.hpp>

#include <csetjmp>
#include <new>
#include <png.h>
#include <string>

namespace concord::formats {
namespace {

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

void ignore_warning(png_structp /*png*/, png_const_charp /*text*/) {}

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
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, leave, ignore_warning);
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

} // namespace concord::formats
