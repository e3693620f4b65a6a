#include "formats/matrix_formats.hpp"

#include "formats/byte_source.hpp"
#include "formats/printable.hpp"
#include "sequence/utf8.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::formats {
namespace {

bool is_control(char byte) noexcept {
    const auto value = static_cast<unsigned char>(byte);
    return (value < 0x20 && byte != '\t') || value == 0x7F;
}

/// A byte that no row of letters holds.
[[noreturn]] void turn_down(std::string_view file, std::uint64_t line, std::string_view rest, std::size_t column) {
    throw wrong_matrix(file, fmt::format("line {}: expected letters of UTF-8 text, found {} in column {}", line,
                                         named_byte(rest.front()), column));
}

/// Appends the code points of a line; answers how many.
std::size_t append_row(matrix::symbols& cells, std::string_view row, std::string_view file, std::uint64_t line) {
    const std::size_t before = cells.size();
    while (!row.empty()) {
        const sequence::utf8_letter letter = sequence::first_utf8_letter(row);
        if (letter.bytes == 0 || is_control(row.front())) turn_down(file, line, row, cells.size() - before + 1);
        cells.push_back(letter.code_point);
        row.remove_prefix(letter.bytes);
    }
    return cells.size() - before;
}

} // namespace

error wrong_matrix(std::string_view file, const std::string& what) {
    return {error_code::bad_input, fmt::format("{}: {}", file, what)};
}

std::string_view take_line(std::string_view& content) noexcept {
    const std::size_t end = content.find('\n');
    std::string_view line = content.substr(0, end);
    content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
    if (end != std::string_view::npos && line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::string_view without_empty_lines_at_end(std::string_view content) noexcept {
    while (content.ends_with('\n')) {
        content.remove_suffix(1);
        if (content.ends_with('\r')) content.remove_suffix(1);
    }
    return content;
}

matrix parse_letters(std::string_view content, std::string_view file) {
    content = without_empty_lines_at_end(content);
    const std::string_view looks_like = content.starts_with('>')                                          ? "FASTA"
                                        : content.starts_with('@') && content.find("\n+") != content.npos ? "FASTQ"
                                                                                                          : "";
    matrix::symbols cells;
    std::size_t columns = 0;
    std::size_t rows = 0;
    while (!content.empty()) {
        const std::string_view line = take_line(content);
        const std::size_t found = append_row(cells, line, file, ++rows);
        if (rows == 1) {
            columns = found;
            if (columns > 0) cells.reserve(std::min(content.size(), columns * (content.size() / columns + 1)));
        }
        if (found == 0) throw wrong_matrix(file, fmt::format("line {}: expected letters, found an empty line", rows));
        if (found != columns)
            throw wrong_matrix(file, fmt::format("line {}: expected {}, as in line 1, found {}{}", rows,
                                                 counted(columns, "letter"), grouped(found),
                                                 looks_like.empty()
                                                     ? ""
                                                     : fmt::format(" (this looks like {}: 'concord substring' and "
                                                                   "'concord overlap' compare sequences)",
                                                                   looks_like)));
    }
    if (rows == 0) throw wrong_matrix(file, "expected a matrix, found empty lines only");
    return {rows, columns, std::move(cells)};
}

} // namespace concord::formats
