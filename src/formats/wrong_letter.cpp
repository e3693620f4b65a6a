#include "formats/wrong_letter.hpp"

#include "formats/byte_source.hpp"
#include "sequence/utf8.hpp"

namespace concord::formats {

std::string expected_letter(alphabet kind) {
    switch (kind) {
    case alphabet::automatic: return "a letter of the alphabet of the letters before";
    case alphabet::utf8: return "UTF-8 (--alphabet bytes takes any byte)";
    default: return "a letter of the alphabet " + std::string(to_string(kind));
    }
}

std::uint64_t byte_of(const letter_error& failure, std::string_view letters, alphabet kind) {
    return kind == alphabet::utf8 ? sequence::sound_utf8_bytes(letters) : failure.position();
}

error wrong_letter(const fastx_reader& reader, const fastx_record& record, alphabet kind, const letter_error& failure) {
    const std::uint64_t byte = byte_of(failure, record.letters, kind);
    const letter_place place = reader.place_of(byte);
    std::string message = reader.name() + ": ";
    if (!reader.holds_lines()) message += "record " + std::to_string(record.number) + ", ";
    message += "line " + std::to_string(place.line) + ": expected " + expected_letter(kind) + ", found ";
    message += byte < record.letters.size() ? named_byte(record.letters[byte]) : "another";
    message += " in column " + std::to_string(place.column);
    if (kind == alphabet::automatic) message += std::string(" (") + failure.what() + ")";
    return {error_code::bad_input, message};
}

} // namespace concord::formats
