// Takes the compression off a byte source, told by its first bytes.
#pragma once

#include "formats/byte_source.hpp"

#include <array>
#include <cstddef>
#include <memory>
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

/// The content of a gzip stream of one or more members; zlib inflates and checks length and checksum of each.
/// Not htslib's bgzf: it takes a file that is cut within its first header for a plain one, cannot say at which byte the
/// damage is, and reads files only. It is twice as fast on BGZF, though, being built on libdeflate.
///
/// Strict where readers often are not; each of these throws damaged_stream: a stream that ends inside a member; bytes
/// after the last member, but for zero padding, which gzip itself ignores too; a BGZF block whose length differs from
/// what its header says; BGZF blocks that are not followed by the empty block that marks their end.
/// Memory: 0.25 MiB. `compressed` must start at the start of the stream.
[[nodiscard]] std::unique_ptr<byte_source> inflate(std::unique_ptr<byte_source> compressed);

} // namespace concord::formats
