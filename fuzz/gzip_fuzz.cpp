// Any bytes as compressed data: the inflaters of this build (ISA-L, libdeflate) and those on zlib take the same members
// and blocks, and make the same of them; files are the same by one thread and by several.
//
// The first byte says how many bytes are handed over at once, and whether checksum and length of the first member are
// made right, so that damage behind them is reached.
#include "formats/byte_source.hpp"
#include "formats/inflater.hpp"
#include "inflaters.hpp"
#include "promise.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include <zlib.h>

namespace {

using namespace concord::fuzz;

raw_bytes raw(const std::string& bytes) { return {reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()}; }

std::uint32_t checksum(const std::string& text) {
    return static_cast<std::uint32_t>(crc32(0, raw(text).data(), static_cast<uInt>(text.size())));
}

/// Sets the last 8 bytes to what a plain header and the deflate data between them ask for, if they are sound.
void mend_trailer(std::string& file) {
    constexpr std::size_t header = 10;
    constexpr std::size_t trailer = 8;
    if (file.size() < header + trailer) return;
    const auto content = inflate_block_by_zlib(raw(file).subspan(header, file.size() - header - trailer));
    if (!content) return;
    const std::uint32_t sums[] = {checksum(*content), static_cast<std::uint32_t>(content->size())};
    std::memcpy(file.data() + file.size() - trailer, sums, trailer);
}

void compare_members(const std::string& file, std::size_t piece) {
    const inflated_member ours = inflate_member<concord::formats::gzip_inflater>(raw(file), piece);
    const inflated_member whole = inflate_member<concord::formats::gzip_inflater>(raw(file), std::size_t{1} << 16U);
    const inflated_member zlibs = inflate_member_by_zlib(raw(file), std::size_t{1} << 16U);
    require(ours.is_sound == whole.is_sound, "pieces do not decide what is sound");
    require(ours.is_sound == zlibs.is_sound, std::string("one library takes a member and the other does not: ours ") +
                                                 (ours.is_sound ? "does" : "does not"));
    if (ours.is_sound) {
        require(ours == whole, "pieces change nothing");
        require(ours == zlibs, "libraries agree on a sound member");
    } else {
        const std::size_t both = std::min(ours.content.size(), zlibs.content.size());
        require(ours.content.compare(0, both, zlibs.content, 0, both) == 0,
                "libraries agree on what precedes a damage");
    }
}

void compare_blocks(const std::string& bytes, std::uint8_t choice) {
    const auto content = inflate_block_by_zlib(raw(bytes));
    const std::size_t size = (content ? content->size() : 100) + (choice % 16 == 0 ? 1 : 0);
    const std::uint32_t sum = (content ? checksum(*content) : 0) ^ (choice % 16 == 1 ? 1U : 0U);
    std::string room(size, '\0');
    concord::formats::block_inflater inflater;
    const bool taken = inflater.run(raw(bytes), {reinterpret_cast<unsigned char*>(room.data()), room.size()}, sum);
    require(taken == is_block_for_zlib(raw(bytes), size, sum),
            std::string("one library takes a block and the other does not: ours ") + (taken ? "does" : "does not"));
    require(taken == (content && choice % 16 > 1), "a block is taken if it is sound, of that length and checksum");
    if (taken) require(room == *content, "libraries agree on a sound block");
}

std::string content_of(const std::string& path, unsigned threads) {
    concord::formats::read_options options;
    options.threads = threads;
    std::string content;
    return is_sound([&] { content = concord::formats::read_whole_file(path, options); }) ? "sound: " + content : "not";
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    choices from(data, size);
    const std::uint8_t choice = from.byte();
    std::string file(from.rest());
    compare_blocks(file, choice);
    if (choice % 2 == 0) mend_trailer(file);
    compare_members(file, 1 + choice / 2);
    if (choice % 32 == 0 && file.starts_with("\x1F\x8B")) {
        const memory_file held(file);
        require(content_of(held.path(), 1) == content_of(held.path(), 3), "threads change nothing");
    }
    return 0;
}
