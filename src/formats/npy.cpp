#include "formats/npy.hpp"

#include "formats/byte_source.hpp"
#include "formats/matrix_formats.hpp"
#include <bit>
#include <charconv>
#include <fmt/format.h>

namespace concord::formats {

static_assert(std::endian::native == std::endian::little, "the header says that numbers are little-endian");

namespace {

/// The magic string, the version and two bytes for the length of what follows; that ends with a newline.
std::string header_of(std::string_view descr, const std::string& shape) {
    constexpr std::size_t alignment = 64;
    std::string described = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", descr, shape);
    std::string header("\x93NUMPY\x01\x00", 8);
    const std::size_t before = header.size() + 2;
    const std::size_t whole = (before + described.size() + 1 + alignment - 1) / alignment * alignment;
    described.append(whole - before - described.size() - 1, ' ').push_back('\n');
    header.push_back(static_cast<char>(described.size() & 0xFFU));
    header.push_back(static_cast<char>(described.size() >> 8U));
    return header + described;
}

} // namespace

std::string npy_header(std::uint64_t rows, std::uint64_t columns, npy_type type) {
    return header_of(type == npy_type::boolean ? "|b1" : "<u4", fmt::format("{}, {}", rows, columns));
}

std::string npy_array_header(std::uint64_t elements, std::string_view descr) {
    return header_of(descr, fmt::format("{},", elements));
}

std::string npy_scalar_header(std::string_view descr) { return header_of(descr, ""); }

std::string_view npy_bytes(std::span<const std::uint32_t> numbers) noexcept {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

namespace {

constexpr std::size_t before_length = 8; // the magic string and two bytes of version

/// Reads the dictionary from left to right; every function throws where something else stands there.
class dictionary_reader {
  public:
    dictionary_reader(std::string_view text, std::size_t offset, std::string_view file)
        : text_(text), offset_(offset), file_(file) {}

    void read(npy_description& header) {
        expect('{');
        bool descr = false;
        bool order = false;
        bool shape = false;
        while (next() != '}') {
            const std::string key = word();
            expect(':');
            if (key == "descr" && !descr) {
                descr = true;
                header.descr = type();
            } else if (key == "fortran_order" && !order) {
                order = true;
                header.fortran_order = truth();
            } else if (key == "shape" && !shape) {
                shape = true;
                header.shape = numbers();
            } else {
                fail("each of the keys descr, fortran_order and shape once", formats::quoted(key));
            }
            if (next() != '}') expect(',');
        }
        expect('}');
        if (next() != '\0') fail("the end of the header", named_byte(next()));
        if (!descr || !order || !shape) fail("the keys descr, fortran_order and shape", "not all of them");
    }

  private:
    /// What stands next, but for white space; NUL at the end.
    char next() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n'))
            ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    void expect(char wanted) {
        if (next() != wanted || at_ == text_.size()) fail(named_byte(wanted), found());
        ++at_;
    }

    std::string word() {
        const char quote = next();
        if (quote != '\'' && quote != '"') fail("a text between quotes", found());
        const std::size_t end = text_.find(quote, at_ + 1);
        if (end == std::string_view::npos) fail("a text between quotes", found());
        std::string result(text_.substr(at_ + 1, end - at_ - 1));
        at_ = end + 1;
        return result;
    }

    std::string type() {
        if (next() == '[') fail("elements of one number each", "a structure of several");
        return word();
    }

    bool truth() {
        next();
        for (const std::string_view each : {"True", "False"})
            if (text_.substr(at_).starts_with(each)) {
                at_ += each.size();
                return each == "True";
            }
        fail("True or False", found());
    }

    std::vector<std::uint64_t> numbers() {
        std::vector<std::uint64_t> all;
        expect('(');
        while (next() != ')') {
            std::uint64_t number = 0;
            const auto [stop, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
            if (problem != std::errc{}) fail("a number of elements", found());
            at_ = static_cast<std::size_t>(stop - text_.data());
            if (next() == 'L') ++at_; // as Python 2 wrote them
            all.push_back(number);
            if (next() != ')') expect(',');
        }
        expect(')');
        return all;
    }

    [[nodiscard]] std::string found() {
        return next() == '\0' && at_ >= text_.size() ? "its end" : named_byte(text_[at_]);
    }

    [[noreturn]] void fail(std::string_view expected, const std::string& found) const {
        throw wrong_matrix(file_, fmt::format("byte {}: in the header of a NumPy file expected {}, found {}",
                                              offset_ + at_, expected, found));
    }

    std::string_view text_;
    std::size_t offset_; ///< of the text in the file
    std::string_view file_;
    std::size_t at_ = 0;
};

} // namespace

npy_description read_npy_header(std::string_view content, std::string_view file) {
    const auto byte = [&](std::size_t at) {
        return static_cast<std::uint64_t>(static_cast<unsigned char>(content[at]));
    };
    const auto cut_off = [&](std::size_t wanted) {
        return wrong_matrix(file, fmt::format("expected a header of {} bytes of a NumPy file, found the end of the "
                                              "file at byte {}",
                                              wanted, content.size()));
    };
    if (content.size() < before_length) throw cut_off(before_length + 2);
    const std::uint64_t version = byte(6);
    if (version < 1 || version > 3)
        throw wrong_matrix(file, fmt::format("expected version 1, 2 or 3 of the NumPy format, found {}", version));
    const std::size_t width = version == 1 ? 2 : 4;
    if (content.size() < before_length + width) throw cut_off(before_length + width);
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < width; ++i)
        length |= byte(before_length + i) << (8 * i);
    const std::size_t begin = before_length + width;
    if (content.size() - begin < length) throw cut_off(begin + length);
    npy_description header;
    header.bytes = begin + length;
    dictionary_reader(content.substr(begin, length), begin, file).read(header);
    return header;
}

} // namespace concord::formats
