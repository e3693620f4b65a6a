// Reads bytes as a file and renders what came of it as text, so that a test compares all of it at once.
#pragma once

#include "formats/fastx_reader.hpp"

#include <concord/error.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include <zlib.h>

namespace concord::test {

/// A line `number@line name|title|letters` for each record, then `end` or the message of the error.
inline std::string outcome(std::string_view bytes, const formats::read_options& options = {}) {
    std::string text;
    try {
        formats::fastx_reader reader(bytes, "FILE", options);
        for (formats::fastx_record record; reader.next(record);) {
            text += std::to_string(record.number) + "@" + std::to_string(record.line) + " ";
            text.append(record.name).append("|").append(record.title).append("|").append(record.letters).append("\n");
        }
        text += "end";
    } catch (const error& failure) {
        text += failure.code() == error_code::bad_input ? "" : "NOT BAD INPUT: ";
        text += failure.what();
    }
    return text;
}

inline std::string outcome(std::string_view bytes, std::size_t buffer_bytes, unsigned threads = 1) {
    formats::read_options options;
    options.buffer_bytes = buffer_bytes;
    options.threads = threads;
    return outcome(bytes, options);
}

inline bool is_error(std::string_view result) { return !result.ends_with("end"); }

/// `window_bits` 31 makes a gzip member, -15 bare deflate data.
inline std::string deflated(std::string_view text, int window_bits) {
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
    std::string result(deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
    std::string input(text);
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    deflate(&stream, Z_FINISH);
    result.resize(stream.total_out);
    deflateEnd(&stream);
    return result;
}

inline std::string gzip_member(std::string_view text) { return deflated(text, 15 + 16); }

inline std::string little_endian(std::uint64_t value, int bytes) {
    std::string result;
    for (int i = 0; i < bytes; ++i)
        result += static_cast<char>((value >> (8 * i)) & 0xFFU);
    return result;
}

/// One BGZF block (SAM specification, 4.1) whose header says `wrong` bytes more than it has.
inline std::string bgzf_block(std::string_view text, std::uint64_t wrong = 0) {
    const std::string data = deflated(text, -15);
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size()));
    return std::string("\x1F\x8B\x08\x04\0\0\0\0\0\xFF\x06\0BC\x02\0", 16) +
           little_endian(18 + data.size() + 8 - 1 + wrong, 2) + data + little_endian(crc, 4) +
           little_endian(text.size(), 4);
}

/// The block that ends BGZF data, as the specification prints it.
inline const std::string bgzf_end("\x1F\x8B\x08\x04\0\0\0\0\0\xFF\x06\0BC\x02\0\x1B\0\x03\0\0\0\0\0\0\0\0\0", 28);

} // namespace concord::test
