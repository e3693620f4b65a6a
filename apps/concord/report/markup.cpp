#include "report/markup.hpp"

#include "formats/printable.hpp"
#include "sequence/utf8.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace concord::app::report {
namespace {

/// Marks, embeddings, overrides and isolates of direction, and the line and paragraph separators.
bool is_invisible(std::uint32_t letter) {
    return letter == 0x061C || letter == 0x200E || letter == 0x200F || (letter >= 0x2028 && letter <= 0x202E) ||
           (letter >= 0x2066 && letter <= 0x2069) || letter == 0xFEFF;
}

void append_letter(std::string& out, std::string_view bytes) {
    if (bytes == "&")
        out += "&amp;";
    else if (bytes == "<")
        out += "&lt;";
    else if (bytes == ">")
        out += "&gt;";
    else if (bytes == "\"")
        out += "&quot;";
    else if (bytes == "'")
        out += "&#39;";
    else
        out += bytes;
}

} // namespace

std::string markup(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const sequence::utf8_letter letter = sequence::first_utf8_letter(text);
        const std::size_t bytes = std::max<std::size_t>(letter.bytes, 1);
        const bool is_control = letter.code_point < 0x20 || (letter.code_point >= 0x7F && letter.code_point < 0xA0);
        if (letter.bytes == 0 || is_control) {
            for (const char byte : text.substr(0, bytes))
                out += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
        } else if (is_invisible(letter.code_point)) {
            out += fmt::format("\\u{{{:04x}}}", letter.code_point);
        } else {
            append_letter(out, text.substr(0, bytes));
        }
        text.remove_prefix(bytes);
    }
    return out;
}

std::string cut(std::string_view text, std::size_t letters) {
    std::string_view rest = text;
    for (std::size_t i = 0; i < letters && !rest.empty(); ++i)
        rest.remove_prefix(std::max<std::size_t>(sequence::first_utf8_letter(rest).bytes, 1));
    if (rest.empty()) return std::string(text);
    return std::string(text.substr(0, text.size() - rest.size())) + "…";
}

std::string name_markup(std::string_view name, std::size_t letters) {
    return "<bdi>" + markup(cut(name, letters)) + "</bdi>";
}

std::string script_json(std::string_view json) {
    std::string out;
    out.reserve(json.size());
    for (const char letter : json) {
        switch (letter) {
        case '<': out += "\\u003c"; break;
        case '>': out += "\\u003e"; break;
        case '&': out += "\\u0026"; break;
        default: out.push_back(letter);
        }
    }
    return out;
}

std::string coordinate(double value) {
    std::string text = fmt::format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string readable(double value) {
    if (std::abs(value) >= 1000) return formats::grouped(static_cast<std::uint64_t>(std::llround(value)));
    return fmt::format("{:.3g}", value);
}

std::string brief_count(double value) {
    constexpr std::array<std::pair<double, const char*>, 3> units = {{{1e9, "G"}, {1e6, "M"}, {1e4, "k"}}};
    for (const auto& [least, unit] : units)
        if (value >= least) return fmt::format("{:.4g}{}", value / (least == 1e4 ? 1e3 : least), unit);
    return value == std::floor(value) ? formats::grouped(static_cast<std::uint64_t>(value))
                                      : fmt::format("{:.3g}", value);
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::string_view three = bytes.substr(i, 3);
        std::uint32_t word = 0;
        for (std::size_t j = 0; j < 3; ++j)
            word = word << 8U | (j < three.size() ? static_cast<unsigned char>(three[j]) : 0U);
        for (std::size_t j = 0; j < 4; ++j)
            out.push_back(j <= three.size() ? digits[word >> (18 - 6 * j) & 63U] : '=');
    }
    return out;
}

namespace {

struct bounds {
    std::size_t elements;
    std::size_t letters; ///< of a string, in bytes
};

/// Cuts what is too long anywhere in `value`; `path` is the JSON pointer of it, `cut` gets what was.
void shorten(json& value, const bounds& most, const std::string& path, json& cut) {
    if (value.is_string()) {
        auto& text = value.get_ref<std::string&>();
        if (text.size() <= most.letters) return;
        cut.push_back({{"at", path}, {"bytes", text.size()}, {"kept", most.letters}});
        text.resize(most.letters);
        text.resize(sequence::sound_utf8_bytes(text));
    } else if (value.is_array()) {
        if (value.size() > most.elements) {
            cut.push_back({{"at", path}, {"elements", value.size()}, {"kept", most.elements}});
            value.erase(value.begin() + static_cast<std::ptrdiff_t>(most.elements), value.end());
        }
        for (std::size_t i = 0; i < value.size(); ++i)
            shorten(value[i], most, path + "/" + std::to_string(i), cut);
    } else if (value.is_object()) {
        for (const auto& item : value.items())
            shorten(item.value(), most, path + "/" + item.key(), cut);
    }
}

} // namespace

std::string bounded_json(std::string_view whole, std::size_t bytes) {
    if (whole.size() <= bytes) return std::string(whole);
    const json parsed = json::parse(whole);
    for (bounds most{1000, 20'000};; most = {most.elements / 2, most.letters / 2}) {
        json shorter = parsed;
        json cut = parsed.contains("cut") ? parsed["cut"] : json::array();
        shorten(shorter, most, "", cut);
        if (cut.size() > 20) { // the longest lists are enough
            const std::size_t all = cut.size();
            cut.erase(cut.begin() + 20, cut.end());
            cut.push_back({{"more", all - 20}});
        }
        shorter["cut"] = cut;
        if (std::string text = dumped(shorter); text.size() <= bytes || most.letters < 16) return text;
    }
}

} // namespace concord::app::report
