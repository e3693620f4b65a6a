#include "formats/gzip_source.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>

#include <zlib.h>

namespace concord::formats {
namespace {

constexpr std::size_t buffer_bytes = 65536;
constexpr std::size_t most_extra_bytes = 65535; // of a gzip header

/// Room for bytes, not set to zero: a reader of a small file would spend its time on that.
class room {
  public:
    explicit room(std::size_t bytes) : bytes_(std::make_unique_for_overwrite<unsigned char[]>(bytes)), size_(bytes) {}

    [[nodiscard]] Bytef* data() const noexcept { return bytes_.get(); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

  private:
    std::unique_ptr<unsigned char[]> bytes_;
    std::size_t size_;
};

constexpr std::uint64_t bgzf_empty_block_bytes = 28;

/// Length of the whole block as a BGZF header states it (SAM specification, 4.1: extra subfield BC, 2 bytes, less 1).
std::optional<std::uint64_t> bgzf_block_bytes(std::span<const Bytef> extra) {
    while (extra.size() >= 4) {
        const std::size_t length = extra[2] + (std::size_t{extra[3]} << 8U);
        if (extra.size() < 4 + length) break;
        if (extra[0] == 'B' && extra[1] == 'C' && length == 2) return extra[4] + (std::uint64_t{extra[5]} << 8U) + 1;
        extra = extra.subspan(4 + length);
    }
    return std::nullopt;
}

class gzip_source final : public byte_source {
  public:
    explicit gzip_source(std::unique_ptr<byte_source> compressed)
        : compressed_(std::move(compressed)), in_(buffer_bytes), out_(buffer_bytes), extra_(most_extra_bytes) {
        // 15 + 16: the largest window, and gzip headers only.
        if (::inflateInit2(&stream_, 15 + 16) != Z_OK) throw std::bad_alloc();
        begin_member();
    }

    ~gzip_source() override { ::inflateEnd(&stream_); }

    std::size_t read(std::span<char> target) override {
        while (given_ == ready_) {
            if (failure_) throw *failure_;
            if (ended_) return 0;
            given_ = 0;
            ready_ = 0;
            try {
                fill();
            } catch (const damaged_stream& failure) {
                failure_ = failure; // what was inflated before the damage comes first
            }
        }
        const std::size_t count = std::min(target.size(), ready_ - given_);
        std::memcpy(target.data(), out_.data() + given_, count);
        given_ += count;
        return count;
    }

  private:
    /// Inflates until the buffer of its own is full; its size is fixed so that the room a caller offers changes
    /// nothing.
    void fill() {
        while (ready_ < out_.size() && !ended_) {
            if (!inside_member_ && !find_member()) {
                ended_ = true;
                return;
            }
            if (stream_.avail_in == 0 && !load())
                fail("expected the rest of the compressed data, found the end of the file");
            stream_.next_out = out_.data() + ready_;
            stream_.avail_out = static_cast<uInt>(out_.size() - ready_);
            const auto offered = stream_.avail_in;
            const int state = ::inflate(&stream_, Z_NO_FLUSH);
            consumed_ += offered - stream_.avail_in;
            member_letters_ += out_.size() - ready_ - stream_.avail_out;
            ready_ = out_.size() - stream_.avail_out;
            if (state == Z_STREAM_END) {
                end_member();
            } else if (state == Z_MEM_ERROR) {
                throw std::bad_alloc();
            } else if (state != Z_OK && state != Z_BUF_ERROR) {
                fail(std::string("expected sound gzip data, found damage (") +
                     (stream_.msg != nullptr ? stream_.msg : "a preset dictionary") + ")");
            }
        }
    }

    /// Between members: true if another one begins here, false at the end of the stream.
    bool find_member() {
        if (stream_.avail_in == 0 && !load()) {
            check_bgzf_end(false);
            return false;
        }
        if (*stream_.next_in == 0) {
            skip_padding();
            check_bgzf_end(false);
            return false;
        }
        if (*stream_.next_in != 0x1F) fail("expected another gzip member or the end of the file, found other bytes");
        begin_member();
        return true;
    }

    void begin_member() {
        ::inflateReset(&stream_);
        header_ = {};
        header_.extra = extra_.data();
        header_.extra_max = static_cast<uInt>(extra_.size());
        ::inflateGetHeader(&stream_, &header_);
        member_start_ = consumed_;
        member_letters_ = 0;
        inside_member_ = true;
    }

    void end_member() {
        inside_member_ = false;
        const std::size_t stored = header_.extra != nullptr ? header_.extra_len : 0;
        const auto stated = bgzf_block_bytes(std::span(extra_.data(), stored));
        const std::uint64_t length = consumed_ - member_start_;
        check_bgzf_end(stated.has_value());
        if (!stated) return;
        if (*stated != length) {
            fail("expected a BGZF block of " + std::to_string(*stated) + " bytes, found one of " +
                 std::to_string(length));
        }
        bgzf_open_ = member_letters_ != 0 || length != bgzf_empty_block_bytes;
    }

    /// BGZF blocks must be followed by another one or have ended with the empty block.
    void check_bgzf_end(bool another) const {
        if (bgzf_open_ && !another) fail("expected the empty block that ends BGZF data, found the end of the data");
    }

    void skip_padding() {
        do {
            const Bytef* const end = stream_.next_in + stream_.avail_in;
            const Bytef* const other =
                std::find_if(static_cast<const Bytef*>(stream_.next_in), end, [](Bytef b) { return b != 0; });
            consumed_ += static_cast<std::uint64_t>(other - stream_.next_in);
            if (other != end) fail("expected zero padding up to the end of the file, found other bytes");
        } while (load());
    }

    bool load() {
        stream_.next_in = in_.data();
        stream_.avail_in = static_cast<uInt>(compressed_->read({reinterpret_cast<char*>(in_.data()), in_.size()}));
        return stream_.avail_in != 0;
    }

    [[noreturn]] void fail(const std::string& message) const { throw damaged_stream(consumed_, message); }

    std::unique_ptr<byte_source> compressed_;
    room in_;
    room out_;
    std::size_t given_ = 0; ///< bytes of out_ that the caller has
    std::size_t ready_ = 0; ///< bytes of out_ that are inflated
    std::optional<damaged_stream> failure_;
    bool ended_ = false;

    z_stream stream_{};
    std::uint64_t consumed_ = 0; ///< compressed bytes that inflate has taken
    bool inside_member_ = false;
    std::uint64_t member_start_ = 0;
    std::uint64_t member_letters_ = 0;
    gz_header header_{};
    room extra_;
    bool bgzf_open_ = false; ///< BGZF blocks were seen, and no end of them yet
};

} // namespace

std::string_view peekable_source::peek() {
    while (end_ < first_.size()) {
        const std::size_t count = inner_->read(std::span(first_).subspan(end_));
        if (count == 0) break;
        end_ += count;
    }
    return {first_.data(), end_};
}

std::size_t peekable_source::read(std::span<char> target) {
    if (begin_ == end_) return inner_->read(target);
    const std::size_t count = std::min(target.size(), end_ - begin_);
    std::memcpy(target.data(), first_.data() + begin_, count);
    begin_ += count;
    return count;
}

bool looks_like_gzip(std::string_view first_bytes) noexcept { return first_bytes.starts_with("\x1F\x8B"); }

std::unique_ptr<byte_source> inflate(std::unique_ptr<byte_source> compressed) {
    return std::make_unique<gzip_source>(std::move(compressed));
}

} // namespace concord::formats
