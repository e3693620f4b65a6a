// PGM and PPM (netpbm): a magic number, the columns, the rows, the greatest sample, and then the samples, as decimal
// numbers (P2, P3) or, behind one white space, as bytes (P5, P6; two each, the high one first, if the greatest is above
// 255). A # in the text begins a comment that ends with its line.
#include "formats/byte_source.hpp"
#include "formats/matrix_formats.hpp"
#include "formats/printable.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace concord::formats {
namespace {

constexpr std::uint32_t most_greatest = 65535;

bool is_space(char byte) noexcept { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

class pnm_reader {
  public:
    pnm_reader(std::string_view content, std::string_view file) : content_(content), file_(file) {}

    [[nodiscard]] pixels read() {
        const char kind = content_[1];
        at_ = 2;
        pixels image;
        image.channels = kind == '3' || kind == '6' ? 3 : 1;
        image.columns = number("the number of columns", UINT32_MAX);
        image.rows = number("the number of rows", UINT32_MAX);
        image.greatest = static_cast<std::uint32_t>(number("the greatest sample, 1 to 65535", most_greatest));
        if (image.greatest == 0) fail("the greatest sample, 1 to 65535", "0");
        if (kind <= '3') {
            read_numbers(image);
        } else {
            read_bytes(image);
        }
        return image;
    }

  private:
    /// Samples there must be; checked against what the file can hold, so that a header alone takes no memory.
    [[nodiscard]] std::uint64_t wanted(const pixels& image, std::uint64_t room) const {
        const std::uint64_t samples = std::uint64_t{image.rows} * image.channels; // each below 2^32
        if (samples != 0 && image.columns > room / samples)
            throw wrong_matrix(file_, fmt::format("expected {} rows of {}, found the end of the file at byte {}",
                                                  image.rows, counted(image.columns, "pixel"), content_.size()));
        return samples * image.columns;
    }

    void read_numbers(pixels& image) {
        // Each is a digit and, but for the last, a white space.
        const std::uint64_t count = wanted(image, (content_.size() - at_ + 1) / 2);
        image.samples.reserve(count);
        const std::string what = fmt::format("a sample of at most {}", image.greatest);
        for (std::uint64_t i = 0; i < count; ++i)
            image.samples.push_back(static_cast<std::uint16_t>(number(what, image.greatest)));
        skip_space();
        if (at_ != content_.size()) fail("the end of the file", named_byte(content_[at_]));
    }

    void read_bytes(pixels& image) {
        if (at_ == content_.size() || !is_space(content_[at_])) fail("one white space behind the header", found());
        ++at_;
        const std::size_t width = image.greatest > 255 ? 2 : 1;
        const std::uint64_t rest = content_.size() - at_;
        const std::uint64_t count = wanted(image, rest / width);
        if (rest != count * width)
            throw wrong_matrix(file_, fmt::format("byte {}: expected the end of the file, found {} more",
                                                  at_ + count * width, counted(rest - count * width, "byte")));
        image.samples.reserve(count);
        const auto byte = [this](std::size_t at) {
            return static_cast<unsigned>(static_cast<unsigned char>(content_[at]));
        };
        for (; at_ < content_.size(); at_ += width) {
            const unsigned sample = width == 2 ? byte(at_) << 8U | byte(at_ + 1) : byte(at_);
            if (sample > image.greatest)
                fail(fmt::format("a sample of at most {}", image.greatest), std::to_string(sample));
            image.samples.push_back(static_cast<std::uint16_t>(sample));
        }
    }

    void skip_space() {
        for (; at_ < content_.size() && (is_space(content_[at_]) || content_[at_] == '#'); ++at_)
            if (content_[at_] == '#') at_ = std::min(content_.find('\n', at_), content_.size() - 1);
    }

    std::uint64_t number(std::string_view what, std::uint64_t most) {
        skip_space();
        std::uint64_t value = 0;
        const auto [stop, problem] = std::from_chars(content_.data() + at_, content_.data() + content_.size(), value);
        if (problem == std::errc::invalid_argument) fail(what, found());
        const auto end = static_cast<std::size_t>(stop - content_.data());
        if (problem != std::errc{} || value > most) fail(what, quoted(content_.substr(at_, end - at_)));
        at_ = end;
        return value;
    }

    [[nodiscard]] std::string found() const {
        return at_ < content_.size() ? named_byte(content_[at_]) : "the end of the file";
    }

    [[noreturn]] void fail(std::string_view expected, const std::string& found) const {
        throw wrong_matrix(file_, fmt::format("byte {}: expected {}, found {}", at_, expected, found));
    }

    std::string_view content_;
    std::string_view file_;
    std::size_t at_ = 0;
};

} // namespace

bool looks_like_pnm(std::string_view content) noexcept {
    if (content.size() < 4 || content[0] != 'P' || std::string_view("2356").find(content[1]) == std::string_view::npos)
        return false;
    std::size_t at = 2;
    while (at < content.size() && is_space(content[at]))
        ++at;
    // A letter here would be one of a matrix of letters.
    return at > 2 && at < content.size() && (content[at] == '#' || (content[at] >= '0' && content[at] <= '9'));
}

pixels parse_pnm(std::string_view content, std::string_view file) { return pnm_reader(content, file).read(); }

} // namespace concord::formats
