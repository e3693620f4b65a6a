#include "formats/matrix_formats.hpp"

#include "formats/byte_source.hpp"
#include "formats/printable.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace concord::formats {
namespace {

/// What parts the numbers of a line; a space stands for any number of them.
char separator_of(std::string_view line) noexcept {
    for (const char each : {';', '\t', ','})
        if (line.find(each) != std::string_view::npos) return each;
    return ' ';
}

std::string_view trimmed(std::string_view text) noexcept {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Cuts the first field off a line that is not at its end.
std::string_view take_field(std::string_view& line, char separator, bool& at_end) noexcept {
    if (separator == ' ') line = trimmed(line);
    const std::size_t end = line.find(separator);
    const std::string_view field = line.substr(0, end);
    at_end = end == std::string_view::npos;
    line.remove_prefix(at_end ? line.size() : end + 1);
    return trimmed(field);
}

struct number {
    std::int64_t whole = 0;
    double real = 0;
    bool is_whole = false;
};

enum class verdict : std::uint8_t { fine, none, too_large };

verdict parse(std::string_view field, number& value) noexcept {
    if (field.starts_with('+') && !field.substr(1).starts_with('-')) field.remove_prefix(1);
    const char* const end = field.data() + field.size();
    const auto whole = std::from_chars(field.data(), end, value.whole);
    if (whole.ptr == end && whole.ec == std::errc{}) {
        value.is_whole = true;
        value.real = static_cast<double>(value.whole);
        return verdict::fine;
    }
    if (whole.ptr == end && whole.ec == std::errc::result_out_of_range) return verdict::too_large;
    value.is_whole = false;
    const auto real = std::from_chars(field.data(), end, value.real);
    if (real.ec == std::errc::result_out_of_range && real.ptr == end) return verdict::too_large;
    return real.ec == std::errc{} && real.ptr == end ? verdict::fine : verdict::none;
}

/// Whole numbers as long as all of them are, then reals.
class number_cells {
  public:
    void add(const number& value) {
        if (!value.is_whole && !reals_) become_reals();
        if (reals_) {
            real_.push_back(value.real);
        } else {
            whole_.push_back(value.whole);
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return reals_ ? real_.size() : whole_.size(); }

    [[nodiscard]] matrix finish(std::size_t rows, std::size_t columns) && {
        if (reals_) return {rows, columns, std::move(real_)};
        return {rows, columns, std::move(whole_)};
    }

  private:
    void become_reals() {
        reals_ = true;
        real_.assign(whole_.begin(), whole_.end());
        whole_ = {};
    }

    bool reals_ = false;
    matrix::integers whole_;
    matrix::reals real_;
};

std::string found_field(std::string_view field) { return field.empty() ? "an empty field" : quoted(field); }

/// Appends the numbers of a line; answers how many.
std::size_t append_row(number_cells& cells, std::string_view row, char separator, std::string_view file,
                       std::uint64_t line) {
    std::size_t column = 0;
    for (bool at_end = false; !at_end;) {
        const std::string_view field = take_field(row, separator, at_end);
        ++column;
        number value;
        const verdict found = parse(field, value);
        if (found != verdict::fine)
            throw wrong_matrix(file, fmt::format("line {}: expected a number{} in field {}, found {}", line,
                                                 found == verdict::too_large ? " that 64 bits hold" : "", column,
                                                 found_field(field)));
        cells.add(value);
    }
    return column;
}

} // namespace

bool begins_with_numbers(std::string_view content) {
    std::string_view line = trimmed(take_line(content));
    const char separator = separator_of(line);
    std::size_t fields = 0;
    for (bool at_end = false; !at_end; ++fields) {
        number ignored;
        if (parse(take_field(line, separator, at_end), ignored) == verdict::none) return false;
    }
    return fields >= 2;
}

matrix parse_numbers(std::string_view content, std::string_view file) {
    content = without_empty_lines_at_end(content);
    number_cells cells;
    char separator = ' ';
    std::size_t columns = 0;
    std::size_t rows = 0;
    while (!content.empty()) {
        const std::string_view line = take_line(content);
        if (++rows == 1) separator = separator_of(line);
        if (trimmed(line).empty())
            throw wrong_matrix(file, fmt::format("line {}: expected numbers, found an empty line", rows));
        const std::size_t found = append_row(cells, line, separator, file, rows);
        if (rows == 1) columns = found;
        if (found != columns)
            throw wrong_matrix(file, fmt::format("line {}: expected {}, as in line 1, found {}", rows,
                                                 counted(columns, "number"), grouped(found)));
    }
    if (rows == 0) throw wrong_matrix(file, "expected a matrix, found empty lines only");
    return std::move(cells).finish(rows, columns);
}

} // namespace concord::formats
