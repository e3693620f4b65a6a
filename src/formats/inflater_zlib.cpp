#include "formats/inflater.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include <zlib.h>

namespace concord::formats {
namespace {

constexpr std::size_t most_extra_bytes = 65535; // of a gzip header

} // namespace

struct gzip_inflater::engine {
    z_stream stream{};
    gz_header header{};
    std::unique_ptr<unsigned char[]> extra = std::make_unique_for_overwrite<unsigned char[]>(most_extra_bytes);
};

gzip_inflater::gzip_inflater() : engine_(std::make_unique<engine>()) {
    // 15 + 16: the largest window, and gzip headers only.
    if (::inflateInit2(&engine_->stream, 15 + 16) != Z_OK) throw std::bad_alloc();
    begin_member();
}
gzip_inflater::~gzip_inflater() { ::inflateEnd(&engine_->stream); }

void gzip_inflater::begin_member() {
    ::inflateReset(&engine_->stream);
    engine_->header = {};
    engine_->header.extra = engine_->extra.get();
    engine_->header.extra_max = static_cast<uInt>(most_extra_bytes);
    ::inflateGetHeader(&engine_->stream, &engine_->header);
}

gzip_inflater::status gzip_inflater::run(std::span<const unsigned char>& in, std::span<unsigned char>& out) {
    z_stream& stream = engine_->stream;
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    const auto offered = static_cast<uInt>(std::min(in.size(), most));
    const auto room = static_cast<uInt>(std::min(out.size(), most));
    stream.next_in = const_cast<Bytef*>(in.data()); // it reads only
    stream.avail_in = offered;
    stream.next_out = out.data();
    stream.avail_out = room;
    const int code = ::inflate(&stream, Z_NO_FLUSH);
    in = in.subspan(offered - stream.avail_in);
    out = out.subspan(room - stream.avail_out);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code == Z_STREAM_END) return status::member_end;
    return code == Z_OK || code == Z_BUF_ERROR ? status::running : status::damaged;
}

std::string_view gzip_inflater::failure() const noexcept {
    return engine_->stream.msg != nullptr ? engine_->stream.msg : "a preset dictionary";
}

std::span<const unsigned char> gzip_inflater::extra() const noexcept {
    const bool is_there = engine_->header.extra != nullptr;
    return {engine_->extra.get(), is_there ? std::min<std::size_t>(engine_->header.extra_len, most_extra_bytes) : 0};
}

} // namespace concord::formats
