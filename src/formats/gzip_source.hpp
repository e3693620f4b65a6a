// Takes the compression off a byte source, recognized by its first bytes.
#pragma once

#include "formats/byte_source.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace concord::formats {

/// A source whose first bytes can be looked at before they are read.
class peekable_source final : public byte_source {
  public:
    explicit peekable_source(std::unique_ptr<byte_source> inner) : inner_(std::move(inner)) {}

    /// The first bytes, as many as there are up to 16. Only before the first read.
    [[nodiscard]] std::string_view peek();
    [[nodiscard]] std::size_t read(std::span<char> target) override;

  private:
    std::unique_ptr<byte_source> inner_;
    std::array<char, 16> first_{};
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

[[nodiscard]] bool looks_like_gzip(std::string_view first_bytes) noexcept;

/// Length of a whole BGZF block as its header states it (SAM specification, 4.1: extra subfield BC, 2 bytes, less 1),
/// by the extra field of that header.
[[nodiscard]] std::optional<std::uint64_t> bgzf_block_bytes(std::span<const unsigned char> extra);

/// Bytes of the block that ends BGZF data, which is the only one of that length and without content.
inline constexpr std::uint64_t bgzf_empty_block_bytes = 28;

/// Where a stream goes on whose members up to there were inflated elsewhere: between two of them.
struct gzip_position {
    std::uint64_t byte = 0;
    bool bgzf_open = false; ///< the last of them was a block of BGZF, and not the one that ends it
};

/// The content of a gzip stream of one or more members, from its start or from `start` on; length and checksum of each
/// are checked.
///
/// Strict where readers often are not; each of these throws damaged_stream: a stream that ends inside a member; bytes
/// after the last member, but for zero padding, which gzip itself ignores too; a BGZF block whose length differs from
/// what its header says; BGZF blocks that are not followed by the empty block that marks their end.
/// Memory: 0.25 MiB. `compressed` must start where the stream does, or at `start`.
[[nodiscard]] std::unique_ptr<byte_source> inflate(std::unique_ptr<byte_source> compressed,
                                                   std::optional<gzip_position> start = std::nullopt);

} // namespace concord::formats
