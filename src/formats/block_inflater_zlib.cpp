#include "formats/inflater.hpp"

#include <new>

#include <zlib.h>

namespace concord::formats {

struct block_inflater::engine {
    z_stream stream{};
};

block_inflater::block_inflater() : engine_(std::make_unique<engine>()) {
    if (::inflateInit2(&engine_->stream, -15) != Z_OK) throw std::bad_alloc(); // bare deflate data
}
block_inflater::~block_inflater() { ::inflateEnd(&engine_->stream); }

bool block_inflater::run(std::span<const unsigned char> in, std::span<unsigned char> out, std::uint32_t checksum) {
    z_stream& stream = engine_->stream;
    ::inflateReset(&stream);
    unsigned char nothing = 0;                      // zlib wants a place even for no byte
    stream.next_in = const_cast<Bytef*>(in.data()); // it reads only
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = out.empty() ? &nothing : out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    return ::inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0 && stream.avail_out == 0 &&
           ::crc32(0, out.data(), static_cast<uInt>(out.size())) == checksum;
}

} // namespace concord::formats
