#include "formats/gzip_source.hpp"

#include "formats/inflater.hpp"

#include <algorithm>
#include <cstring>

namespace concord::formats {
namespace {

constexpr std::size_t buffer_bytes = 65536;

/// Room for bytes, not set to zero: a reader of a small file would spend its time on that.
class room {
  public:
    explicit room(std::size_t bytes) : bytes_(std::make_unique_for_overwrite<unsigned char[]>(bytes)), size_(bytes) {}

    [[nodiscard]] unsigned char* data() const noexcept { return bytes_.get(); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

  private:
    std::unique_ptr<unsigned char[]> bytes_;
    std::size_t size_;
};

class gzip_source final : public byte_source {
  public:
    gzip_source(std::unique_ptr<byte_source> compressed, std::optional<gzip_position> start)
        : compressed_(std::move(compressed)), in_(buffer_bytes), out_(buffer_bytes) {
        if (start) {
            consumed_ = start->byte;
            bgzf_open_ = start->bgzf_open;
        } else {
            begin_member();
        }
    }

    std::size_t read(std::span<char> target) override {
        while (given_ == ready_) {
            if (failure_) throw *failure_;
            if (ended_) return 0;
            given_ = ready_ = 0;
            const std::span<unsigned char> room(reinterpret_cast<unsigned char*>(target.data()), target.size());
            const bool is_large = room.size() >= out_.size(); // then nothing is copied
            const std::size_t count = fill(is_large ? room : std::span(out_.data(), out_.size()));
            if (!is_large) {
                ready_ = count;
            } else if (count != 0) {
                return count;
            }
        }
        const std::size_t count = std::min(target.size(), ready_ - given_);
        std::memcpy(target.data(), out_.data() + given_, count);
        given_ += count;
        return count;
    }

  private:
    /// Inflates until the room is full, and tells how many bytes that made. A damage is kept in failure_: what was
    /// inflated before it comes first.
    std::size_t fill(std::span<unsigned char> room) {
        std::span<unsigned char> rest = room;
        try {
            while (!rest.empty() && !ended_) {
                if (!inside_member_ && !find_member()) {
                    ended_ = true;
                    break;
                }
                const bool at_end = loaded_.empty() && !load(); // what was taken may still be inflated
                const std::size_t offered = loaded_.size();
                const std::size_t before = rest.size();
                const gzip_inflater::status found = inflater_.run(loaded_, rest);
                consumed_ += offered - loaded_.size();
                member_letters_ += before - rest.size();
                if (found == gzip_inflater::status::member_end) {
                    end_member();
                } else if (found == gzip_inflater::status::damaged) {
                    fail("expected sound gzip data, found damage (" + std::string(inflater_.failure()) + ")");
                } else if (at_end && before == rest.size()) {
                    fail("expected the rest of the compressed data, found the end of the file");
                }
            }
        } catch (const damaged_stream& failure) {
            failure_ = failure;
        }
        return room.size() - rest.size();
    }

    /// Between members: true if another one begins here, false at the end of the stream.
    bool find_member() {
        if (loaded_.empty() && !load()) {
            check_bgzf_end(false);
            return false;
        }
        if (loaded_.front() == 0) {
            skip_padding();
            check_bgzf_end(false);
            return false;
        }
        if (loaded_.front() != 0x1F) fail("expected another gzip member or the end of the file, found other bytes");
        begin_member();
        return true;
    }

    void begin_member() {
        inflater_.begin_member();
        member_start_ = consumed_;
        member_letters_ = 0;
        inside_member_ = true;
    }

    void end_member() {
        inside_member_ = false;
        const auto stated = bgzf_block_bytes(inflater_.extra());
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
            const auto other = std::ranges::find_if(loaded_, [](unsigned char b) { return b != 0; });
            consumed_ += static_cast<std::uint64_t>(other - loaded_.begin());
            if (other != loaded_.end()) fail("expected zero padding up to the end of the file, found other bytes");
        } while (load());
    }

    bool load() {
        loaded_ = {in_.data(), compressed_->read({reinterpret_cast<char*>(in_.data()), in_.size()})};
        return !loaded_.empty();
    }

    [[noreturn]] void fail(const std::string& message) const { throw damaged_stream(consumed_, message); }

    std::unique_ptr<byte_source> compressed_;
    room in_;
    room out_;
    std::size_t given_ = 0; ///< bytes of out_ that the caller has
    std::size_t ready_ = 0; ///< bytes of out_ that are inflated
    std::optional<damaged_stream> failure_;
    bool ended_ = false;

    gzip_inflater inflater_;
    std::span<const unsigned char> loaded_; ///< of in_: what is not inflated yet
    std::uint64_t consumed_ = 0;            ///< compressed bytes that were taken
    bool inside_member_ = false;
    std::uint64_t member_start_ = 0;
    std::uint64_t member_letters_ = 0;
    bool bgzf_open_ = false; ///< BGZF blocks were seen, and no end of them yet
};

} // namespace

std::optional<std::uint64_t> bgzf_block_bytes(std::span<const unsigned char> extra) {
    while (extra.size() >= 4) {
        const std::size_t length = extra[2] + (std::size_t{extra[3]} << 8U);
        if (extra.size() < 4 + length) break;
        if (extra[0] == 'B' && extra[1] == 'C' && length == 2) return extra[4] + (std::uint64_t{extra[5]} << 8U) + 1;
        extra = extra.subspan(4 + length);
    }
    return std::nullopt;
}

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

std::unique_ptr<byte_source> inflate(std::unique_ptr<byte_source> compressed, std::optional<gzip_position> start) {
    return std::make_unique<gzip_source>(std::move(compressed), start);
}

} // namespace concord::formats
