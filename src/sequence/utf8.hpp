// Code points of UTF-8 text, strictly: no overlong forms, no surrogates, nothing beyond U+10FFFF (Unicode, table 3-7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace concord::sequence {

/// What stands at the start of a text. `bytes` is 0 where no code point does, or where the text is empty.
struct utf8_letter {
    std::uint32_t code_point = 0;
    std::size_t bytes = 0;
};

[[nodiscard]] utf8_letter first_utf8_letter(std::string_view text) noexcept;

void append_utf8(std::string& text, std::uint32_t code_point);

/// Where the first code point ends and the next begins; the whole where there is none at the start. For texts that were
/// checked, or only shown.
[[nodiscard]] std::size_t end_of_first_letter(std::string_view text) noexcept;

/// Bytes before the first that belongs to no code point; all of them where the text is sound.
[[nodiscard]] std::size_t sound_utf8_bytes(std::string_view text) noexcept;

/// Code points of a sound text.
[[nodiscard]] std::uint64_t count_code_points(std::string_view text) noexcept;

} // namespace concord::sequence
