#include "formats/printable.hpp"

#include "sequence/utf8.hpp"

#include "formats/byte_source.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace concord::formats {

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t i = digits.size(); i > 3;)
        digits.insert(i -= 3, 1, ',');
    return digits;
}

std::string counted(std::uint64_t number, std::string_view noun) {
    const bool takes_es = noun.ends_with("ch");
    return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : takes_es ? "es" : "s");
}

std::string percentage(std::uint64_t part, std::uint64_t whole) {
    return fmt::format("{:.1f}%", whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string escaped(std::string_view letters) {
    std::string shown;
    shown.reserve(letters.size());
    for (const char letter : letters) {
        const auto value = static_cast<unsigned char>(letter);
        if (value < ' ' || value > '~')
            shown += fmt::format("\\x{:02x}", value);
        else if (letter == '\\')
            shown += "\\\\";
        else
            shown.push_back(letter);
    }
    return shown;
}

namespace {

/// Beyond ASCII: what moves or breaks the text around it instead of being shown.
bool moves_text(std::uint32_t code_point) {
    const auto within = [code_point](std::uint32_t first, std::uint32_t last) {
        return code_point >= first && code_point <= last;
    };
    return within(0x80, 0x9F)        // control characters
           || within(0x2028, 0x2029) // ends of lines and paragraphs
           || within(0x200E, 0x200F) || within(0x202A, 0x202E) || within(0x2066, 0x2069) ||
           code_point == 0x61C; // direction
}

/// Whether a first word or letter means something else than itself to what reads tables, BED or spreadsheets.
bool begins_otherwise(std::string_view name) {
    return (!name.empty() && std::string_view("\"#=+-@").find(name.front()) != std::string_view::npos) ||
           name == "track" || name == "browser";
}

/// Whether every letter is shown as it is.
bool is_plain(std::string_view text) {
    bool plain = true;
    for (const char letter : text) // all of them, which vectors do
        plain &= letter >= ' ' && letter <= '~' && letter != '\\';
    return plain;
}

} // namespace

std::string escaped_text(std::string_view text) {
    if (is_plain(text)) return std::string(text);
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const sequence::utf8_letter letter = sequence::first_utf8_letter(text);
        const std::size_t bytes = std::max<std::size_t>(letter.bytes, 1);
        if (bytes == 1 || moves_text(letter.code_point)) {
            shown += escaped(text.substr(0, bytes));
        } else {
            shown += text.substr(0, bytes);
        }
        text.remove_prefix(bytes);
    }
    return shown;
}

std::string written_name(std::string_view name) {
    if (!begins_otherwise(name)) return escaped_text(name);
    return fmt::format("\\x{:02x}", static_cast<unsigned char>(name.front())) + escaped_text(name.substr(1));
}

void append_written_name(std::string& text, std::string_view name) {
    if (is_plain(name) && !begins_otherwise(name))
        text += name;
    else
        text += written_name(name);
}

std::string without_controls(std::string_view text) {
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const sequence::utf8_letter letter = sequence::first_utf8_letter(text);
        const std::size_t bytes = std::max<std::size_t>(letter.bytes, 1);
        const bool is_control = letter.code_point < 0x20 || (letter.code_point >= 0x7F && letter.code_point < 0xA0);
        if (letter.bytes == 0 || (is_control && letter.code_point != '\t')) {
            shown.push_back('?');
        } else {
            shown += text.substr(0, bytes);
        }
        text.remove_prefix(bytes);
    }
    return shown;
}

std::string shortened(std::string_view name, std::size_t columns) {
    std::string whole = escaped_text(name);
    if (sequence::count_code_points(whole) <= columns) return whole;
    std::string_view rest = whole;
    std::string cut;
    for (std::size_t letters = 0; letters + 2 < columns; ++letters) {
        const std::size_t bytes = sequence::end_of_first_letter(rest);
        cut += rest.substr(0, bytes);
        rest.remove_prefix(bytes);
    }
    return cut + "..";
}

} // namespace concord::formats
