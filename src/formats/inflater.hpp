// What takes gzip's compression off: streams by ISA-L and blocks of known size by libdeflate, which are 3 to 4 times as
// fast as zlib, or both by zlib, where those were not found when this was built. One file for each; all check sums.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace concord::formats {

/// Inflates one gzip member after the other.
class gzip_inflater {
  public:
    gzip_inflater(); ///< throws std::bad_alloc
    gzip_inflater(const gzip_inflater&) = delete;
    gzip_inflater& operator=(const gzip_inflater&) = delete;
    ~gzip_inflater();

    /// The next byte is the first of a member.
    void begin_member();

    enum class status : std::uint8_t {
        running,    ///< all of `in` is taken, or all of `out` is written
        member_end, ///< the member is over; length and checksum are right
        damaged     ///< see failure()
    };
    /// Inflates and shortens both spans by what was taken and written. Throws std::bad_alloc.
    [[nodiscard]] status run(std::span<const unsigned char>& in, std::span<unsigned char>& out);
    [[nodiscard]] std::string_view failure() const noexcept;

    /// The extra field in the header of the member, behind its end at the latest.
    [[nodiscard]] std::span<const unsigned char> extra() const noexcept;

  private:
    struct engine;
    std::unique_ptr<engine> engine_;
};

/// Inflates blocks whose sizes are known beforehand.
class block_inflater {
  public:
    block_inflater(); ///< throws std::bad_alloc
    block_inflater(const block_inflater&) = delete;
    block_inflater& operator=(const block_inflater&) = delete;
    ~block_inflater();

    /// True if the deflate stream is `in` to the last byte, and makes exactly `out`, of that CRC-32.
    [[nodiscard]] bool run(std::span<const unsigned char> in, std::span<unsigned char> out, std::uint32_t checksum);

  private:
    struct engine;
    std::unique_ptr<engine> engine_;
};

} // namespace concord::formats
