// Any bytes as a sequence file: the reader never crashes, only concord::error leaves it, and what it makes of the bytes
// depends on nothing but the bytes: neither on its buffers, nor on whether they are read by record or by block.
//
// The first byte says what becomes of the others: they are the file; for some they are besides that the content of a
// gzip file, whole, cut short or with a flipped bit.
#include "formats/fastx_reader.hpp"
#include "promise.hpp"

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include <zlib.h>

namespace {

using concord::fuzz::require;

struct outcome {
    std::string text;
    bool sound = false;

    friend bool operator==(const outcome&, const outcome&) = default;
};

outcome read(std::string_view bytes, std::size_t buffer_bytes, unsigned threads) {
    concord::formats::read_options options;
    options.buffer_bytes = buffer_bytes;
    options.threads = threads;
    outcome result;
    try {
        concord::formats::fastx_reader reader(bytes, "FILE", options);
        concord::formats::fastx_record record;
        std::uint64_t line = 0;
        for (std::uint64_t number = 1; reader.next(record); ++number) {
            require(record.number == number, "records are numbered from 1");
            require(record.line > line, "titles come line after line");
            line = record.line;
            require(record.title.find(record.name) != std::string_view::npos, "a name is part of its title");
            require(record.letters.find_first_of(std::string_view(" \t\r\n\0>", 6)) == std::string_view::npos,
                    "letters are letters");
            if (!record.letters.empty()) {
                const auto first = reader.place_of(0);
                const auto last = reader.place_of(record.letters.size() - 1);
                require(first.line == line + 1 && first.column == 1, "letters begin behind the title");
                require(last.line >= first.line && last.column >= 1, "letters follow each other");
            }
            result.text.append(record.title).append("\n").append(record.letters).append("\n");
        }
        result.sound = true;
    } catch (const concord::error& failure) {
        const std::string_view message = failure.what();
        require(failure.code() == concord::error_code::bad_input, "what is wrong with a file is bad input");
        require(message.starts_with("FILE: ") && message.find("expected") != message.npos &&
                    message.find(", found ") != message.npos,
                "a message says where, what was expected and what was found");
        for (const char byte : message)
            require(static_cast<unsigned char>(byte) >= 0x20 && byte != 0x7F, "a message is one line");
        result.text.append(message);
    }
    return result;
}

/// Reads with `make`, which returns a set, as text.
template <class Make>
std::string set_as_text(const Make& make) {
    try {
        const concord::sequence_set set = make();
        std::string text;
        for (std::size_t i = 0; i < set.size(); ++i)
            text.append(set.name(i)).append("\n").append(set.text(i, 0, set.length(i))).append("\n");
        return text;
    } catch (const concord::error& failure) {
        return failure.what();
    }
}

/// The same sequences or the same message, by record and by block.
void compare_ways(std::string_view bytes, std::size_t choice) {
    const concord::fuzz::memory_file file(bytes);
    const std::string path = file.path();
    const concord::alphabet kind = choice % 2 == 0 ? concord::alphabet::dna : concord::alphabet::bytes;
    concord::formats::read_options options;
    options.threads = choice % 8 == 0 ? 3 : 1; // more threads cost more than all the rest
    options.block_bytes = 1 + choice % 97;
    const std::string by_block = set_as_text([&] {
        return concord::formats::read_sequences({&path, 1}, kind, options);
    });
    const std::string by_record = set_as_text([&] {
        concord::sequence_set_builder builder(kind);
        concord::formats::fastx_reader reader(path, options);
        for (concord::formats::fastx_record record; reader.next(record);) {
            try {
                builder.add(record.name, record.letters);
            } catch (const concord::letter_error& failure) {
                throw concord::formats::wrong_letter(reader, record, kind, failure);
            }
        }
        return std::move(builder).finish();
    });
    if (by_block != by_record)
        std::fprintf(stderr, "by block:  %s\nby record: %s\n", by_block.c_str(), by_record.c_str());
    require(by_block == by_record, "blocks change nothing");
}

std::string gzip(std::string_view text) {
    z_stream stream{};
    require(deflateInit2(&stream, 1, Z_DEFLATED, 9 + 16, 1, Z_DEFAULT_STRATEGY) == Z_OK, "zlib starts");
    std::string input(text);
    std::string result(deflateBound(&stream, input.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    require(deflate(&stream, Z_FINISH) == Z_STREAM_END, "zlib finishes");
    result.resize(stream.total_out);
    deflateEnd(&stream);
    return result;
}

/// The same outcome whatever the buffer. A second thread costs more than all the rest, so few inputs get one.
outcome read_twice(std::string_view file, std::size_t choice) {
    outcome result = read(file, 1U << 12U, 1);
    require(result == read(file, 1 + choice % 70, choice % 4096 == 0 ? 2 : 1), "a small buffer changes nothing");
    return result;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::size_t choice = data[0];
    const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    std::size_t sum = choice;
    for (const char byte : rest)
        sum = sum * 31 + static_cast<unsigned char>(byte);

    const outcome plain = read_twice(rest, sum);
    if (sum % 4 == 0) compare_ways(rest, sum / 4);
    if (choice < 208) return 0; // compression is the slower part, and has the smaller grammar
    std::string file = gzip(rest);
    if (choice % 3 == 0) {
        const outcome unpacked = read(file, 1 + sum % 70, 1);
        const bool other_format = rest.starts_with("\x1F\x8B"); // plain it is gzip, inside gzip it is refused
        require(other_format || unpacked == plain, "compression changes nothing");
    } else if (choice % 3 == 1) {
        file.resize(sum % file.size());
        require(!read_twice(file, sum).sound, "a cut gzip file is an error");
    } else {
        file[sum % file.size()] =
            static_cast<char>(static_cast<unsigned char>(file[sum % file.size()]) ^ (1U << (choice / 32)));
        const outcome damaged = read_twice(file, sum);
        require(!damaged.sound || damaged == plain, "a damaged gzip file is an error, or is read as if it were sound");
    }
    if (sum % 4 == 1) compare_ways(file, sum / 4);
    return 0;
}
