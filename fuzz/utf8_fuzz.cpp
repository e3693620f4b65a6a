// Any bytes as text, against a decoder that is written from the definition (Unicode 15, section 3.9) alone; and names
// as every format writes them: one line of sound UTF-8 that a terminal and a table can show.
#include "formats/printable.hpp"
#include "promise.hpp"
#include "sequence/utf8.hpp"

#include <concord/sequences.hpp>

#include <string>
#include <vector>

namespace {

using namespace concord;
using fuzz::require;

/// The bytes of a code point, from the bit patterns of the definition; none where there is no such code point.
std::string encoded(std::uint32_t point) {
    if (point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) return {};
    const unsigned more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    constexpr unsigned leads[] = {0x00, 0xC0, 0xE0, 0xF0};
    std::string bytes(1, static_cast<char>(leads[more] | point >> (6 * more)));
    for (unsigned left = more; left > 0; --left)
        bytes += static_cast<char>(0x80U | (point >> (6 * (left - 1)) & 0x3FU));
    return bytes;
}

/// The code point whose encoding stands at the start; 0 bytes where none does.
sequence::utf8_letter first_by_definition(std::string_view text) {
    for (std::size_t bytes = 1; bytes <= 4 && bytes <= text.size(); ++bytes) {
        std::uint32_t point = static_cast<unsigned char>(text[0]);
        if (bytes > 1) point &= 0x7FU >> bytes;
        for (std::size_t at = 1; at < bytes; ++at)
            point = point << 6U | (static_cast<unsigned char>(text[at]) & 0x3FU);
        if (encoded(point) == text.substr(0, bytes)) return {point, bytes};
    }
    return {};
}

void try_name(const std::string& text) {
    const std::string name = formats::written_name(text);
    require(sequence::sound_utf8_bytes(name) == name.size(), "a written name is sound UTF-8");
    for (const char byte : name)
        require(static_cast<unsigned char>(byte) >= 0x20 && byte != 0x7F, "a written name holds no control character");
    const std::string shown = formats::without_controls(text);
    require(sequence::sound_utf8_bytes(shown) == shown.size(), "what a terminal is shown is sound UTF-8");
    for (const unsigned columns : {1U, 5U, 20U}) {
        const std::string brief = formats::shortened(text, columns);
        require(sequence::sound_utf8_bytes(brief) == brief.size(), "a shortened name is sound UTF-8");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    std::size_t sound = 0;
    std::vector<std::uint32_t> points;
    for (std::string_view rest = text; !rest.empty();) {
        const sequence::utf8_letter expected = first_by_definition(rest);
        const sequence::utf8_letter found = sequence::first_utf8_letter(rest);
        require(found.bytes == expected.bytes, "a code point ends where the definition says");
        if (found.bytes == 0) break;
        require(found.code_point == expected.code_point, "it is the code point that the definition says");
        std::string again;
        sequence::append_utf8(again, found.code_point);
        require(again == rest.substr(0, found.bytes), "a code point is written as it was read");
        points.push_back(found.code_point);
        sound += found.bytes;
        rest.remove_prefix(found.bytes);
    }
    require(sequence::sound_utf8_bytes(text) == sound, "text is sound as far as its code points are");
    sequence_set_builder builder(alphabet::utf8);
    const bool is_taken = fuzz::is_sound([&] { builder.add("name", text); });
    require(is_taken == (sound == text.size()), "a sequence is taken if it is sound");
    if (is_taken) {
        require(sequence::count_code_points(text) == points.size(), "code points are counted");
        const sequence_set set = std::move(builder).finish();
        require(set.length(0) == points.size() && set.text(0, 0, points.size()) == text, "a sequence is kept as it is");
    }
    try_name(text);
    return 0;
}
