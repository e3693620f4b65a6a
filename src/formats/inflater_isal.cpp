#include "formats/inflater.hpp"

#include <algorithm>
#include <limits>

#include <isa-l/igzip_lib.h>

namespace concord::formats {
namespace {

constexpr std::size_t most_extra_bytes = 65535; // of a gzip header
constexpr std::size_t longest_copy = 258;       // bytes that one symbol of deflate repeats, at most

constexpr std::uint32_t reserved_flags = 0xE0;
constexpr int unknown_flags = -1000; // none of ISA-L's

std::string_view text_of(int status) {
    switch (status) {
    case unknown_flags: return "unknown header flags set";
    case ISAL_INVALID_BLOCK: return "invalid block";
    case ISAL_INVALID_SYMBOL: return "invalid code";
    case ISAL_INVALID_LOOKBACK: return "invalid distance too far back";
    case ISAL_INVALID_WRAPPER: return "incorrect header check";
    case ISAL_UNSUPPORTED_METHOD: return "unknown compression method";
    case ISAL_INCORRECT_CHECKSUM: return "incorrect data check";
    default: return "a preset dictionary";
    }
}

} // namespace

struct gzip_inflater::engine {
    inflate_state state{};
    isal_gzip_header header{};
    std::unique_ptr<unsigned char[]> extra = std::make_unique_for_overwrite<unsigned char[]>(most_extra_bytes);
    bool in_header = true;
    std::string_view failure;
};

gzip_inflater::gzip_inflater() : engine_(std::make_unique<engine>()) {
    isal_inflate_init(&engine_->state);
    begin_member();
}
gzip_inflater::~gzip_inflater() = default;

void gzip_inflater::begin_member() {
    isal_inflate_reset(&engine_->state);
    isal_gzip_header_init(&engine_->header);
    engine_->header.extra = engine_->extra.get();
    engine_->header.extra_buf_len = most_extra_bytes;
    engine_->state.crc_flag = ISAL_GZIP_NO_HDR_VER;
    engine_->in_header = true;
}

gzip_inflater::status gzip_inflater::run(std::span<const unsigned char>& in, std::span<unsigned char>& out) {
    inflate_state& state = engine_->state;
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    const auto offered = static_cast<std::uint32_t>(std::min(in.size(), most));
    const auto room = static_cast<std::uint32_t>(std::min(out.size(), most));
    state.next_in = const_cast<unsigned char*>(in.data()); // it reads only
    state.avail_in = offered;
    state.next_out = out.data();
    state.avail_out = room;
    int code = ISAL_DECOMP_OK;
    if (engine_->in_header) {
        code = isal_read_gzip_header(&state, &engine_->header);
        engine_->in_header = code == ISAL_END_INPUT;
        // ISA-L lets these pass; what they would announce is not known (RFC 1952, 2.3.1.2).
        if (code == ISAL_DECOMP_OK && (engine_->header.flags & reserved_flags) != 0) code = unknown_flags;
    }
    if (code == ISAL_DECOMP_OK) code = isal_inflate(&state);
    const bool over = state.block_state == ISAL_BLOCK_FINISH;
    // Where data is damaged, avail_in may have fallen below 0; next_in is right.
    in = in.subspan(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(state.next_in - in.data(), 0, offered)));
    std::size_t written = room - state.avail_out;
    // Of a copy whose distance is none it counts the bytes, though it writes none.
    if (code == ISAL_INVALID_LOOKBACK || code == ISAL_INVALID_SYMBOL) written -= std::min(written, longest_copy);
    out = out.subspan(written);
    if (code < 0 || code == ISAL_NEED_DICT) {
        engine_->failure = text_of(code);
        return status::damaged;
    }
    return over ? status::member_end : status::running;
}

std::string_view gzip_inflater::failure() const noexcept { return engine_->failure; }

std::span<const unsigned char> gzip_inflater::extra() const noexcept {
    return {engine_->extra.get(), std::min<std::size_t>(engine_->header.extra_len, most_extra_bytes)};
}

} // namespace concord::formats
