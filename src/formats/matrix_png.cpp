#include "formats/byte_source.hpp"
#include "formats/matrix_formats.hpp"
#include "formats/printable.hpp"

#include <array>
#include <csetjmp>
#include <cstring>
#include <fmt/format.h>
#include <png.h>

namespace concord::formats {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view png_mark = "\x89PNG\r\n\x1A\n"sv;
constexpr std::uint64_t best_compression = 1032; // bytes that deflate makes of one, at most

/// What libpng sees of the file, and what it complained about.
struct png_input {
    std::string_view content;
    std::size_t at = 0;
    std::array<char, 128> complaint{};
};

void hand_out(png_structp png, png_bytep target, std::size_t count) {
    auto& input = *static_cast<png_input*>(png_get_io_ptr(png));
    if (input.content.size() - input.at < count) {
        input.at = input.content.size();
        png_error(png, "the end of the file");
    }
    std::memcpy(target, input.content.data() + input.at, count);
    input.at += count;
}

[[noreturn]] void keep_complaint(png_structp png, png_const_charp text) {
    auto& input = *static_cast<png_input*>(png_get_error_ptr(png));
    std::strncpy(input.complaint.data(), text, input.complaint.size() - 1);
    png_longjmp(png, 1);
}

void ignore_warning(png_structp /*png*/, png_const_charp /*text*/) {} // of what changes no pixel

/// libpng reports errors by longjmp, past any destructor. So each step that may fail is a function whose frame holds
/// nothing to destroy, and that answers whether it went well.
class png_decoder {
  public:
    png_decoder(std::string_view content, std::string_view file) : file_(file) {
        input_.content = content;
        png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &input_, keep_complaint, ignore_warning);
        if (png_ != nullptr) info_ = png_create_info_struct(png_);
        if (info_ == nullptr) {
            png_destroy_read_struct(&png_, nullptr, nullptr);
            throw std::bad_alloc();
        }
        png_set_read_fn(png_, &input_, hand_out);
    }
    png_decoder(const png_decoder&) = delete;
    png_decoder& operator=(const png_decoder&) = delete;
    ~png_decoder() { png_destroy_read_struct(&png_, &info_, nullptr); }

    [[nodiscard]] pixels read() {
        if (!read_header()) fail();
        pixels image;
        image.rows = png_get_image_height(png_, info_);
        image.columns = png_get_image_width(png_, info_);
        const unsigned depth = png_get_bit_depth(png_, info_);
        const bool has_palette = png_get_color_type(png_, info_) == PNG_COLOR_TYPE_PALETTE;
        image.greatest = has_palette ? 255 : (1U << depth) - 1;
        check_size(image, depth);
        if (!choose_pixels()) fail();
        image.channels = png_get_channels(png_, info_);

        const std::size_t row_bytes = png_get_rowbytes(png_, info_);
        std::vector<png_byte> bytes(row_bytes * image.rows);
        std::vector<png_bytep> rows(image.rows);
        for (std::size_t r = 0; r < image.rows; ++r)
            rows[r] = bytes.data() + r * row_bytes;
        if (!read_pixels(rows.data())) fail();
        if (input_.at != input_.content.size())
            throw wrong_matrix(file_, fmt::format("byte {}: expected the end of the file, found {} more", input_.at,
                                                  counted(input_.content.size() - input_.at, "byte")));
        take_samples(image, bytes);
        return image;
    }

  private:
    [[nodiscard]] bool read_header() {
        if (setjmp(png_jmpbuf(png_)) != 0) return false; // NOLINT(cert-err52-cpp): it is how libpng reports errors
        png_read_info(png_, info_);
        return true;
    }

    /// A header alone takes no memory: so many pixels must be able to stand in the file.
    void check_size(const pixels& image, unsigned depth) const {
        const std::uint64_t bits = std::uint64_t{image.columns} * png_get_channels(png_, info_) * depth;
        const std::uint64_t most = (input_.content.size() * best_compression) / ((bits + 7) / 8);
        if (image.rows > most)
            throw wrong_matrix(file_, fmt::format("expected {} × {} pixels, found a file of {}", image.rows,
                                                  image.columns, counted(input_.content.size(), "byte")));
    }

    /// Samples of 8 or 16 bits. Grey ones keep their values, so transparency is seen to in take_samples().
    [[nodiscard]] bool choose_pixels() {
        if (setjmp(png_jmpbuf(png_)) != 0) return false; // NOLINT(cert-err52-cpp)
        png_set_packing(png_);
        const bool transparent = png_get_valid(png_, info_, PNG_INFO_tRNS) != 0;
        const png_byte kind = png_get_color_type(png_, info_);
        if (kind == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png_);
        if (kind == PNG_COLOR_TYPE_GRAY && transparent) {
            png_color_16p colour = nullptr;
            png_get_tRNS(png_, info_, nullptr, nullptr, &colour);
            has_transparent_grey_ = true;
            transparent_grey_ = colour->gray;
        } else if (transparent) {
            png_set_tRNS_to_alpha(png_);
        }
        png_set_interlace_handling(png_);
        png_read_update_info(png_, info_);
        return true;
    }

    [[nodiscard]] bool read_pixels(png_bytepp rows) {
        if (setjmp(png_jmpbuf(png_)) != 0) return false; // NOLINT(cert-err52-cpp)
        png_read_image(png_, rows);
        png_read_end(png_, nullptr);
        return true;
    }

    void take_samples(pixels& image, const std::vector<png_byte>& bytes) const {
        const bool wide = png_get_bit_depth(png_, info_) == 16;
        const std::size_t count = image.rows * image.columns * image.channels;
        const bool alpha = has_transparent_grey_;
        image.samples.reserve(alpha ? 2 * count : count);
        for (std::size_t i = 0; i < count; ++i) {
            const unsigned sample = wide ? static_cast<unsigned>(bytes[2 * i]) << 8U | bytes[2 * i + 1] : bytes[i];
            image.samples.push_back(static_cast<std::uint16_t>(sample));
            if (alpha)
                image.samples.push_back(static_cast<std::uint16_t>(sample == transparent_grey_ ? 0 : image.greatest));
        }
        if (alpha) image.channels = 2;
    }

    [[noreturn]] void fail() const {
        throw wrong_matrix(file_, fmt::format("byte {}: expected a PNG file, found {}", input_.at,
                                              without_controls(input_.complaint.data())));
    }

    std::string_view file_;
    png_input input_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
    bool has_transparent_grey_ = false;
    unsigned transparent_grey_ = 0;
};

} // namespace

bool looks_like_png(std::string_view content) noexcept { return content.starts_with(png_mark); }

pixels parse_png(std::string_view content, std::string_view file) { return png_decoder(content, file).read(); }

} // namespace concord::formats
