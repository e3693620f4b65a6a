#include "formats/matrix_formats.hpp"
#include "formats/npy.hpp"
#include "formats/printable.hpp"

#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <type_traits>

namespace concord::formats {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view npy_mark = "\x93NUMPY"sv;

/// IEEE 754 half precision: 1 bit of sign, 5 of exponent, 10 of fraction.
double half(std::uint16_t bits) noexcept {
    constexpr int exponent_bias = 15;
    constexpr int fraction_bits = 10;
    const int exponent = bits >> fraction_bits & 0x1F;
    const int fraction = bits & 0x3FF;
    double value = 0;
    if (exponent == 0x1F) {
        value = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    } else if (exponent == 0) {
        value = std::ldexp(fraction, 1 - exponent_bias - fraction_bits);
    } else {
        value = std::ldexp(fraction + 0x400, exponent - exponent_bias - fraction_bits);
    }
    return (bits & 0x8000) != 0 ? -value : value;
}

/// The elements of an array of two dimensions, row by row whatever their order in the file.
class array_reader {
  public:
    array_reader(std::string_view elements, const npy_description& header, std::string_view file)
        : elements_(elements), rows_(header.shape[0]), columns_(header.shape[1]), fortran_(header.fortran_order),
          swap_(header.descr[0] == '>'), first_byte_(header.bytes), file_(file) {}

    /// `Stored` is the unsigned integer of as many bytes as an element, `take` makes a cell of it.
    template <std::unsigned_integral Stored, typename Take>
    [[nodiscard]] matrix read(const Take& take) const {
        std::vector<std::invoke_result_t<Take, Stored>> cells;
        cells.reserve(rows_ * columns_);
        for (std::size_t r = 0; r < rows_; ++r)
            for (std::size_t c = 0; c < columns_; ++c)
                cells.push_back(take(element<Stored>(fortran_ ? c * rows_ + r : r * columns_ + c)));
        return {rows_, columns_, std::move(cells)};
    }

    /// Integers without a sign that must be below 2^63.
    [[nodiscard]] matrix read_large() const {
        return read<std::uint64_t>([this](std::uint64_t value) {
            if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
                throw wrong_matrix(file_, fmt::format("expected integers below 2^63, found {}", value));
            return static_cast<std::int64_t>(value);
        });
    }

  private:
    template <std::unsigned_integral Stored>
    [[nodiscard]] Stored element(std::size_t index) const noexcept {
        Stored value = 0;
        std::memcpy(&value, elements_.data() + index * sizeof(Stored), sizeof(Stored));
        if (!swap_) return value;
        Stored swapped = 0;
        for (std::size_t i = 0; i < sizeof(Stored); ++i)
            swapped = static_cast<Stored>(
                swapped | static_cast<Stored>((value >> (8 * i) & 0xFFU) << (8 * (sizeof(Stored) - 1 - i))));
        return swapped;
    }

    std::string_view elements_;
    std::size_t rows_;
    std::size_t columns_;
    bool fortran_;
    bool swap_;
    std::size_t first_byte_;
    std::string_view file_;
};

static_assert(std::endian::native == std::endian::little, "elements are read as they stand in the file");

template <std::signed_integral Signed>
std::int64_t with_sign(std::make_unsigned_t<Signed> value) noexcept {
    return static_cast<Signed>(value);
}

matrix read_elements(const array_reader& reader, std::string_view type) {
    constexpr auto whole = [](auto value) { return static_cast<std::int64_t>(value); };
    if (type == "b1") return reader.read<std::uint8_t>([](std::uint8_t value) { return std::int64_t{value != 0}; });
    if (type == "u1") return reader.read<std::uint8_t>(whole);
    if (type == "u2") return reader.read<std::uint16_t>(whole);
    if (type == "u4") return reader.read<std::uint32_t>(whole);
    if (type == "u8") return reader.read_large();
    if (type == "i1") return reader.read<std::uint8_t>(with_sign<std::int8_t>);
    if (type == "i2") return reader.read<std::uint16_t>(with_sign<std::int16_t>);
    if (type == "i4") return reader.read<std::uint32_t>(with_sign<std::int32_t>);
    if (type == "i8") return reader.read<std::uint64_t>(with_sign<std::int64_t>);
    if (type == "f2") return reader.read<std::uint16_t>(half);
    if (type == "f4")
        return reader.read<std::uint32_t>([](std::uint32_t bits) { return double{std::bit_cast<float>(bits)}; });
    return reader.read<std::uint64_t>([](std::uint64_t bits) { return std::bit_cast<double>(bits); });
}

/// Bytes of an element, after its type was found to be one that can be read.
std::size_t element_bytes(const std::string& descr, std::string_view file) {
    constexpr std::string_view known = "b1 i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8";
    const bool sound = descr.size() == 3 &&
                       ("<>"sv.find(descr[0]) != std::string_view::npos || (descr[0] == '|' && descr[2] == '1')) &&
                       known.find(std::string_view(descr).substr(1)) != std::string_view::npos;
    if (!sound)
        throw wrong_matrix(file, fmt::format("expected booleans, integers of 1 to 8 bytes or floating point of 2, 4 or "
                                             "8, found elements of type '{}'",
                                             escaped_text(descr)));
    return static_cast<std::size_t>(descr[2] - '0');
}

} // namespace

bool looks_like_npy(std::string_view content) noexcept { return content.starts_with(npy_mark); }

matrix parse_npy(std::string_view content, std::string_view file) {
    const npy_description header = read_npy_header(content, file);
    const std::size_t width = element_bytes(header.descr, file);
    if (header.shape.size() != 2)
        throw wrong_matrix(file, fmt::format("expected an array of 2 dimensions, found {}", header.shape.size()));
    const std::uint64_t bytes = content.size() - header.bytes;
    const std::uint64_t rows = header.shape[0];
    const std::uint64_t columns = header.shape[1];
    // Divided, not multiplied: the product may be beyond 64 bits.
    const std::uint64_t there = bytes / width;
    const bool fits =
        rows == 0 || columns == 0 ? bytes == 0 : bytes % width == 0 && there % columns == 0 && there / columns == rows;
    if (!fits)
        throw wrong_matrix(file, fmt::format("expected {} × {} elements of {} behind the header, found {}", rows,
                                             columns, counted(width, "byte"), counted(bytes, "byte")));
    return read_elements({content.substr(header.bytes), header, file}, std::string_view(header.descr).substr(1));
}

} // namespace concord::formats
