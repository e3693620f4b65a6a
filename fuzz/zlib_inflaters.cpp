// The inflaters on zlib under other names: a build has one of each kind, and mostly it is another library's.
#define gzip_inflater gzip_inflater_on_zlib
#define block_inflater block_inflater_on_zlib
#include "formats/block_inflater_zlib.cpp"
#include "formats/inflater_zlib.cpp"
#undef gzip_inflater
#undef block_inflater

#include "inflaters.hpp"

namespace concord::fuzz {

inflated_member inflate_member_by_zlib(raw_bytes bytes, std::size_t piece) {
    return inflate_member<formats::gzip_inflater_on_zlib>(bytes, piece);
}

std::optional<std::string> inflate_block_by_zlib(raw_bytes bytes) {
    z_stream stream{};
    if (::inflateInit2(&stream, -15) != Z_OK) return std::nullopt;
    std::string made(std::size_t{1} << 20U, '\0');
    stream.next_in = const_cast<Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(made.data());
    stream.avail_out = static_cast<uInt>(made.size());
    const bool is_sound = ::inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0;
    made.resize(made.size() - stream.avail_out);
    ::inflateEnd(&stream);
    return is_sound ? std::optional(made) : std::nullopt;
}

bool is_block_for_zlib(raw_bytes bytes, std::size_t size, std::uint32_t checksum) {
    std::string room(size, '\0');
    formats::block_inflater_on_zlib inflater;
    return inflater.run(bytes, {reinterpret_cast<unsigned char*>(room.data()), size}, checksum);
}

} // namespace concord::fuzz
