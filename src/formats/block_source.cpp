#include "formats/block_source.hpp"

#include "formats/fastx_rows.hpp"
#include "formats/gzip_source.hpp"
#include "formats/tuning.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace concord::formats {
namespace {

void make_room(content_block& block, std::size_t bytes) { block.bytes.resize_for_overwrite(bytes + rows_padding); }

/// Reads until the room is full or there is no more.
std::size_t read_fully(byte_source& source, std::span<char> room) {
    std::size_t held = 0;
    while (held < room.size()) {
        const std::size_t count = source.read(room.subspan(held));
        if (count == 0) break;
        held += count;
    }
    return held;
}

/// Whether a header is as BGZF's always are: one extra subfield, which says how long the block is. Time, flags and
/// system may be any.
bool looks_like_bgzf(std::string_view header) {
    using namespace std::string_view_literals;
    return header.size() >= 16 && header.starts_with("\x1F\x8B\x08\x04"sv) &&
           header.substr(10).starts_with("\6\0BC\2\0"sv);
}

/// Bytes that were read already, and those behind them.
class joined_source final : public byte_source {
  public:
    joined_source(std::string first, std::unique_ptr<byte_source> rest)
        : first_(std::move(first)), left_(first_), rest_(std::move(rest)) {}

    std::size_t read(std::span<char> target) override {
        if (left_.empty()) return rest_ == nullptr ? 0 : rest_->read(target);
        const std::size_t count = left_.copy(target.data(), target.size());
        left_.remove_prefix(count);
        return count;
    }

  private:
    std::string first_;
    std::string_view left_;
    std::unique_ptr<byte_source> rest_;
};

/// A regular file: each block is read from its own place.
class file_blocks final : public block_source {
  public:
    file_blocks(int descriptor, std::uint64_t size, std::string name, read_watch& watch, std::size_t block_bytes)
        : descriptor_(descriptor), name_(std::move(name)), watch_(watch), block_bytes_(block_bytes), size_(size) {}
    ~file_blocks() override { ::close(descriptor_); }

    bool next(content_block& block) override {
        if (offset_ == size_) return false;
        const std::uint64_t bytes = std::min<std::uint64_t>(block_bytes_, size_ - offset_);
        block.failure = nullptr;
        block.size = 0;
        block.offset = offset_;
        block.is_filled = false;
        offset_ += bytes;
        try {
            watch_.check();
            watch_.add(bytes);
        } catch (...) {
            block.failure = std::current_exception();
            block.is_filled = true;
            offset_ = size_;
        }
        return true;
    }

    [[nodiscard]] std::uint64_t blocks() const noexcept override { return (size_ + block_bytes_ - 1) / block_bytes_; }

    void fill(content_block& block) override {
        if (block.is_filled) return;
        make_room(block, block_bytes_);
        while (block.size < block_bytes_) {
            const ssize_t count = ::pread(descriptor_, block.bytes.data() + block.size, block_bytes_ - block.size,
                                          static_cast<off_t>(block.offset + block.size));
            if (count == 0) break;
            if (count > 0) {
                block.size += static_cast<std::size_t>(count);
            } else if (errno != EINTR && errno != EAGAIN) {
                block.failure = std::make_exception_ptr(unreadable(name_, errno));
                break;
            }
        }
        block.is_filled = true;
    }

  private:
    int descriptor_;
    std::string name_;
    read_watch& watch_;
    std::size_t block_bytes_;
    std::uint64_t size_; ///< a file that grows meanwhile is read as it was
    std::uint64_t offset_ = 0;
};

/// What has to be read in order.
class stream_blocks final : public block_source {
  public:
    stream_blocks(std::unique_ptr<byte_source> content, std::size_t block_bytes)
        : content_(std::move(content)), block_bytes_(block_bytes) {}

    bool next(content_block& block) override {
        block.failure = nullptr;
        block.size = 0;
        block.is_filled = true;
        if (ended_) return false;
        make_room(block, block_bytes_);
        try {
            while (block.size < block_bytes_ && !ended_) {
                const std::size_t count = content_->read({block.bytes.data() + block.size, block_bytes_ - block.size});
                block.size += count;
                ended_ = count == 0;
            }
        } catch (...) {
            ended_ = true;
            block.failure = std::current_exception();
        }
        return block.size > 0 || block.failure != nullptr;
    }

    void fill(content_block&) override {}

  private:
    std::unique_ptr<byte_source> content_;
    std::size_t block_bytes_;
    bool ended_ = false;
};

std::uint32_t little_endian(const unsigned char* bytes, unsigned count) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < count; ++i)
        value |= std::uint32_t{bytes[i]} << 8 * i;
    return value;
}

/// Blocks of BGZF (SAM specification, 4.1), inflated by the thread that fills them. What is no sound block of the usual
/// shape, with all that comes behind it, is left to the reader of gzip streams.
class bgzf_blocks final : public block_source {
  public:
    /// `size`: of the file, where that is known, else 0.
    bgzf_blocks(std::unique_ptr<byte_source> compressed, std::uint64_t size, std::size_t block_bytes)
        : compressed_(std::move(compressed)), size_(size), block_bytes_(block_bytes) {}

    [[nodiscard]] std::uint64_t blocks() const noexcept override { return blocks_; }

    bool next(content_block& block) override {
        block.needs_restart = false;
        if (stream_) return stream_->next(block);
        block.failure = nullptr;
        block.size = 0;
        block.offset = position_;
        block.bgzf_open = open_;
        block.inside.clear();
        std::size_t held = left_.size();
        block.compressed.resize_for_overwrite(held + compressed_bytes);
        left_.copy(block.compressed.data(), held);
        try {
            if (held < compressed_bytes)
                held += read_fully(*compressed_, {block.compressed.data() + held, compressed_bytes});
        } catch (...) {
            block.failure = std::current_exception();
            return true;
        }
        const std::size_t taken = find_blocks(block, held);
        left_.assign(block.compressed.data() + taken, held - taken);
        if (position_ == 0 && taken > 0) blocks_ = size_ / taken;
        position_ += taken;
        block.compressed.resize_for_overwrite(taken);
        block.is_filled = false;
        if (!block.inside.empty()) return true;
        leave_to_stream(block); // the end, or what is unusual; once all before it proved to be sound
        return true;
    }

    void restart(const content_block& block, const std::string& later) override {
        std::string first(block.compressed.data(), block.compressed.size());
        stream_ = std::make_unique<stream_blocks>(
            inflate(std::make_unique<joined_source>(first + later + left_, std::move(compressed_)),
                    gzip_position{block.offset, block.bgzf_open}),
            block_bytes_);
    }

    void fill(content_block& block) override {
        if (block.is_filled) return;
        block.is_filled = true;
        std::size_t size = 0;
        for (const auto& each : block.inside)
            size += each.size;
        make_room(block, size);
        block_inflater inflater;
        const auto* const compressed = reinterpret_cast<const unsigned char*>(block.compressed.data());
        auto* const bytes = reinterpret_cast<unsigned char*>(block.bytes.data());
        for (const auto& each : block.inside) {
            if (!inflater.run({compressed + each.begin, each.end - each.begin}, {bytes + block.size, each.size},
                              each.checksum)) {
                return leave_to_stream(block);
            }
            block.size += each.size;
        }
    }

  private:
    static constexpr std::size_t header_bytes = 18;
    static constexpr std::size_t trailer_bytes = 8;

    /// Finds whole blocks of about block_bytes_ of content; returns the bytes that they take.
    std::size_t find_blocks(content_block& block, std::size_t held) {
        const auto* const bytes = reinterpret_cast<const unsigned char*>(block.compressed.data());
        std::size_t content = 0;
        std::size_t at = 0;
        while (content < block_bytes_ && held - at >= header_bytes) {
            const std::size_t length = std::size_t{little_endian(bytes + at + 16, 2)} + 1;
            if (!looks_like_bgzf({block.compressed.data() + at, header_bytes}) ||
                length < header_bytes + trailer_bytes || held - at < length)
                break;
            const std::size_t end = at + length - trailer_bytes;
            const std::uint32_t size = little_endian(bytes + end + 4, 4);
            if (size > most_content) break;
            block.inside.push_back({at + header_bytes, end, little_endian(bytes + end, 4), size});
            content += size;
            open_ = size != 0 || length != bgzf_empty_block_bytes;
            at += length;
        }
        return at;
    }

    static void leave_to_stream(content_block& block) {
        block.needs_restart = true;
        block.failure = std::make_exception_ptr(damaged_stream(block.offset, "expected BGZF"));
        block.is_filled = true;
    }

    static constexpr std::uint32_t most_content = 65536; // of a block
    static constexpr std::size_t compressed_bytes = tuned_compressed_bytes;

    std::unique_ptr<byte_source> compressed_;
    std::uint64_t size_;
    std::uint64_t blocks_ = 0;
    std::size_t block_bytes_;
    std::string left_; ///< compressed bytes that were read and belong to no block yet
    std::uint64_t position_ = 0;
    bool open_ = false;
    std::unique_ptr<stream_blocks> stream_; ///< the rest, where that is no sequence of usual blocks
};

} // namespace

std::unique_ptr<block_source> open_blocks(const std::string& path, read_watch& watch, std::size_t block_bytes) {
    struct stat status {};
    if (path != "-" && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        char first[2] = {};
        // Where fewer bytes come, whatever opens the file below reads on.
        if (descriptor >= 0 && ::pread(descriptor, first, sizeof first, 0) == sizeof first &&
            !looks_like_gzip({first, sizeof first}))
            return std::make_unique<file_blocks>(descriptor, static_cast<std::uint64_t>(status.st_size),
                                                 display_name(path), watch, block_bytes);
        if (descriptor >= 0) ::close(descriptor);
    }
    auto raw = std::make_unique<peekable_source>(open_file(path, watch));
    const std::string_view first = raw->peek();
    if (looks_like_bgzf(first)) return std::make_unique<bgzf_blocks>(std::move(raw), file_bytes(path), block_bytes);
    if (looks_like_gzip(first)) return std::make_unique<stream_blocks>(inflate(std::move(raw)), block_bytes);
    return std::make_unique<stream_blocks>(std::move(raw), block_bytes);
}

std::size_t rest_of_blocks::read(std::span<char> target) {
    while (left_.empty()) {
        if (failure_ != nullptr) std::rethrow_exception(failure_);
        const content_block* const block = next_block_();
        if (block == nullptr) return 0;
        ++blocks_;
        left_ = block->text();
        failure_ = block->failure;
    }
    const std::size_t count = left_.copy(target.data(), target.size());
    left_.remove_prefix(count);
    return count;
}

} // namespace concord::formats
