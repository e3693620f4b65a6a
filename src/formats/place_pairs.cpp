#include "formats/place_pairs.hpp"

#include "formats/byte_source.hpp"
#include "formats/printable.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace concord::formats {
namespace {

constexpr std::size_t fields_of_row = 4;

read_options as_lines(read_options options) {
    options.lines = line_files::always;
    return options;
}

std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Whether the line begins with a letter, as no row does.
bool is_header(std::string_view line) {
    return !line.empty() && std::isalpha(static_cast<unsigned char>(line.front())) != 0;
}

} // namespace

place_pair_reader::place_pair_reader(const std::string& path, const sequence_set& sequences,
                                     const read_options& options)
    : reader_(path, as_lines(options)), sequences_(sequences) {}

std::vector<place_pair> place_pair_reader::next(std::size_t most) {
    std::vector<place_pair> rows;
    for (fastx_record record; rows.size() < most && reader_.next(record);) {
        line_ = record.line;
        if (line_ == 1 && is_header(record.letters)) continue;
        rows.push_back(parse(record.letters));
    }
    return rows;
}

place_pair place_pair_reader::parse(std::string_view line) const {
    const auto tabs = static_cast<std::size_t>(std::ranges::count(line, '\t'));
    if (tabs != fields_of_row - 1)
        fail(fmt::format("four numbers with tabs between them (sequence, start, sequence, start), found {}",
                         line.empty() ? "an empty line" : quoted(line)));
    std::array<std::string_view, fields_of_row> fields;
    for (std::string_view& field : fields) {
        const std::size_t end = std::min(line.find('\t'), line.size());
        field = line.substr(0, end);
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return {.a = place(fields[0], fields[1]), .b = place(fields[2], fields[3])};
}

overlap_place place_pair_reader::place(std::string_view sequence, std::string_view start) const {
    const std::optional<std::uint64_t> index = number(sequence);
    if (!index || *index >= sequences_.size())
        fail(fmt::format("the index of a sequence, below {}, found {}", sequences_.size(), quoted(sequence)));
    const std::uint64_t length = sequences_.length(*index);
    const std::optional<std::uint64_t> at = number(start);
    if (!at || *at > length)
        fail(fmt::format("a start in sequence {}, at most {}, found {}", *index, length, quoted(start)));
    return {.sequence = *index, .start = *at};
}

void place_pair_reader::fail(const std::string& what) const {
    throw error(error_code::bad_input, fmt::format("{}: line {}: expected {}", reader_.name(), line_, what));
}

} // namespace concord::formats
