// Cuts a byte source into lines, in bounded memory whatever their length.
#pragma once

#include "formats/byte_source.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace concord::formats {

/// Lines end with LF or CRLF; the last one may lack its end. A long line comes in several pieces: how it is cut depends
/// on the buffer and on what the source hands out, the bytes of a line, their order and the numbers below never do.
class line_reader {
  public:
    /// Memory: `buffer_bytes` (at least 1). Nothing is read yet. The source begins behind so many `lines_before`.
    line_reader(byte_source& source, std::size_t buffer_bytes, std::uint64_t lines_before = 0);

    // At the start of a line:

    /// True if there is no further line.
    [[nodiscard]] bool at_end() { return begin_ == end_ && !refill(); }
    /// The first byte of the line, '\n' if the line is empty. Not at the end.
    [[nodiscard]] char front();

    // Anywhere:

    /// The next piece of the line, valid until the next call of any function; false once, behind the last one: the
    /// reader then stands at the start of the next line.
    [[nodiscard]] bool next_piece(std::string_view& piece);
    /// The whole of a line from its start, without its end.
    void read_line(std::string& line);
    /// At most the first `limit` bytes of what is left of the line; for messages.
    [[nodiscard]] std::string read_start(std::size_t limit);

    /// What was read of the source and not given out.
    [[nodiscard]] std::string_view unread() const noexcept { return {begin_, end_}; }
    /// Number of the current line, from 1; at the end, of the last line if that lacks its newline, else one more.
    [[nodiscard]] std::uint64_t line() const noexcept { return newlines_ + 1; }
    /// Number of the first byte of the last piece in its line, from 1.
    [[nodiscard]] std::uint64_t column() const noexcept { return piece_column_; }
    /// True if the last line that was read to its end had a newline there.
    [[nodiscard]] bool newline_seen() const noexcept { return newline_seen_; }

  private:
    /// Moves what is left to the front and reads on behind it; false at the end of the source.
    bool refill();

    byte_source& source_;
    std::size_t buffer_bytes_;
    std::unique_ptr<char[]> buffer_; ///< not set to zero: of a small file most of it is never touched
    const char* begin_;
    const char* end_;
    std::uint64_t newlines_ = 0;
    std::uint64_t piece_column_ = 1;
    std::uint64_t next_column_ = 1;
    bool line_over_ = false; ///< the last piece was the end of its line
    bool newline_seen_ = true;
};

} // namespace concord::formats
