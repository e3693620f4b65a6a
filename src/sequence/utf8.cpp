#include "sequence/utf8.hpp"

namespace concord::sequence {
namespace {

constexpr unsigned char byte_at(std::string_view text, std::size_t at) noexcept {
    return static_cast<unsigned char>(text[at]);
}

/// What the first byte says: how many bytes there are, its own bits, and between which values the second one lies.
struct lead_byte {
    std::size_t bytes;
    std::uint32_t bits;
    unsigned char least_second = 0x80;
    unsigned char most_second = 0xBF;
};

constexpr lead_byte lead(unsigned char first) noexcept {
    if (first < 0x80) return {1, first};
    if (first < 0xC2) return {0, 0}; // a continuation, or the start of an overlong form
    if (first < 0xE0) return {2, first & 0x1FU};
    if (first == 0xE0) return {3, 0, 0xA0, 0xBF};   // less would be overlong
    if (first == 0xED) return {3, 0xD, 0x80, 0x9F}; // more would be a surrogate
    if (first < 0xF0) return {3, first & 0xFU};
    if (first == 0xF0) return {4, 0, 0x90, 0xBF};
    if (first < 0xF4) return {4, first & 0x7U};
    if (first == 0xF4) return {4, 4, 0x80, 0x8F}; // more would be beyond U+10FFFF
    return {0, 0};
}

} // namespace

utf8_letter first_utf8_letter(std::string_view text) noexcept {
    if (text.empty()) return {};
    const lead_byte start = lead(byte_at(text, 0));
    if (start.bytes == 0 || text.size() < start.bytes) return {};
    utf8_letter letter{start.bits, start.bytes};
    for (std::size_t at = 1; at < start.bytes; ++at) {
        const unsigned char next = byte_at(text, at);
        const bool second = at == 1;
        if (next < (second ? start.least_second : 0x80) || next > (second ? start.most_second : 0xBF)) return {};
        letter.code_point = letter.code_point << 6U | (next & 0x3FU);
    }
    return letter;
}

void append_utf8(std::string& text, std::uint32_t code_point) {
    const auto push = [&](std::uint32_t value) { text.push_back(static_cast<char>(value)); };
    const auto continuation = [&](unsigned shift) { push(0x80U | (code_point >> shift & 0x3FU)); };
    if (code_point < 0x80) return push(code_point);
    if (code_point < 0x800) {
        push(0xC0U | code_point >> 6U);
    } else if (code_point < 0x1'0000) {
        push(0xE0U | code_point >> 12U);
        continuation(6);
    } else {
        push(0xF0U | code_point >> 18U);
        continuation(12);
        continuation(6);
    }
    continuation(0);
}

std::size_t end_of_first_letter(std::string_view text) noexcept {
    const std::size_t bytes = first_utf8_letter(text).bytes;
    return bytes == 0 ? text.size() : bytes;
}

std::size_t sound_utf8_bytes(std::string_view text) noexcept {
    std::size_t sound = 0;
    for (std::size_t bytes = 0; (bytes = first_utf8_letter(text.substr(sound)).bytes) != 0;)
        sound += bytes;
    return sound;
}

std::uint64_t count_code_points(std::string_view text) noexcept {
    std::uint64_t count = 0;
    for (const char byte : text)
        count += (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U ? 1U : 0U;
    return count;
}

} // namespace concord::sequence
