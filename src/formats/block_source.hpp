// The content of a file in blocks that several threads make: read from their places in a plain file, inflated from the
// blocks of BGZF. What has one order only, a pipe or a gzip stream, is read by one thread after the other.
#pragma once

#include "formats/byte_source.hpp"
#include "formats/inflater.hpp"
#include "sequence/growing_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace concord::formats {

/// Plain bytes to be written to.
using byte_buffer = sequence::growing_buffer<char>;

/// A part of the content. It is made in two steps, next() and fill(); its memory is used again.
struct content_block {
    byte_buffer bytes; ///< those of the content, and room behind them (rows_padding)
    std::size_t size = 0;
    std::exception_ptr failure; ///< what comes behind these bytes, if anything does

    [[nodiscard]] std::string_view text() const noexcept { return {bytes.data(), size}; }

    // What next() leaves for fill().
    struct compressed_block {
        std::size_t begin;
        std::size_t end; ///< of the deflate data in `compressed`
        std::uint32_t checksum;
        std::uint32_t size; ///< of its content
    };
    std::uint64_t offset = 0; ///< of the first byte in the file
    bool is_filled = true;
    bool needs_restart = false; ///< its compressed bytes are unusual; `failure` is set, but not what is wrong
    bool bgzf_open = false;     ///< before the first compressed block
    byte_buffer compressed;
    std::vector<compressed_block> inside;
};

class block_source {
  public:
    block_source() = default;
    block_source(const block_source&) = delete;
    block_source& operator=(const block_source&) = delete;
    virtual ~block_source() = default;

    /// Begins the block behind the one before; false if there is none. One call at a time. An error that the reading
    /// meets becomes the block's failure; no block follows it.
    [[nodiscard]] virtual bool next(content_block& block) = 0;

    /// About how many blocks there are in all, once the first was given; 0 where that is not known.
    [[nodiscard]] virtual std::uint64_t blocks() const noexcept { return 0; }

    /// Goes back to a block that needs it, behind which the compressed bytes `later` were taken, and from there on as
    /// one stream, which takes what is sound and says what is wrong.
    virtual void restart(const content_block& block, const std::string& later) {
        static_cast<void>(block), static_cast<void>(later);
    }

    /// Makes the bytes of a block. At the same time as anything else, but for the same block.
    virtual void fill(content_block& block) = 0;
};

/// Opens a file, `-` for standard input. `watch` sees what is read, and must live as long as the source. Blocks have
/// `block_bytes` of content, or somewhat more in BGZF, but for the last one.
/// Throws error (bad_input, cancelled).
[[nodiscard]] std::unique_ptr<block_source> open_blocks(const std::string& path, read_watch& watch,
                                                        std::size_t block_bytes);

/// What is left of some blocks, and the rest of their source, as bytes in order.
class rest_of_blocks final : public byte_source {
  public:
    /// Begins with `first`. `next_block` gives the next block, or null; a block must live until it is asked again.
    rest_of_blocks(std::string first, std::function<content_block*()> next_block)
        : first_(std::move(first)), left_(first_), next_block_(std::move(next_block)) {}

    [[nodiscard]] std::size_t read(std::span<char> target) override;

    /// Blocks that were begun.
    [[nodiscard]] std::uint64_t blocks() const noexcept { return blocks_; }
    /// What was not read of the block that was begun last.
    [[nodiscard]] std::string_view unread() const noexcept { return left_; }
    /// Whether an error comes next.
    [[nodiscard]] bool fails() const noexcept { return failure_ != nullptr; }

  private:
    std::string first_;
    std::string_view left_;
    std::function<content_block*()> next_block_;
    std::exception_ptr failure_;
    std::uint64_t blocks_ = 0;
};

} // namespace concord::formats
