#include "formats/line_reader.hpp"

#include <algorithm>
#include <cstring>

namespace concord::formats {

// One byte more than asked for: a carriage return may have to wait for the byte that tells whether it ends the line.
line_reader::line_reader(byte_source& source, std::size_t buffer_bytes, std::uint64_t lines_before)
    : source_(source), buffer_bytes_(std::max<std::size_t>(buffer_bytes, 1) + 1),
      buffer_(std::make_unique_for_overwrite<char[]>(buffer_bytes_)), begin_(buffer_.get()), end_(begin_),
      newlines_(lines_before) {}

bool line_reader::refill() {
    const auto left = static_cast<std::size_t>(end_ - begin_);
    std::memmove(buffer_.get(), begin_, left);
    begin_ = buffer_.get();
    end_ = begin_ + left;
    const std::size_t count = source_.read({buffer_.get() + left, buffer_bytes_ - left});
    end_ += count;
    return count != 0;
}

char line_reader::front() {
    if (*begin_ != '\r') return *begin_;
    if (end_ - begin_ < 2 && !refill()) return '\n';
    return begin_[1] == '\n' ? '\n' : '\r';
}

bool line_reader::next_piece(std::string_view& piece) {
    piece_column_ = next_column_;
    while (!line_over_) {
        if (begin_ == end_ && !refill()) {
            newline_seen_ = false;
            break;
        }
        const auto left = static_cast<std::size_t>(end_ - begin_);
        if (const auto* newline = static_cast<const char*>(std::memchr(begin_, '\n', left))) {
            const char* const stop = newline != begin_ && newline[-1] == '\r' ? newline - 1 : newline;
            piece = {begin_, stop};
            begin_ = newline + 1;
            newline_seen_ = true;
            if (piece.empty()) break;
            line_over_ = true;
            return true;
        }
        const char* const stop = end_[-1] == '\r' ? end_ - 1 : end_;
        if (stop == begin_) { // a lone carriage return: only what follows tells what it is
            if (refill()) continue;
            begin_ = end_;
            newline_seen_ = false;
            break;
        }
        piece = {begin_, stop};
        begin_ = stop;
        next_column_ += piece.size();
        return true;
    }
    if (newline_seen_) ++newlines_;
    line_over_ = false;
    next_column_ = 1;
    return false;
}

void line_reader::read_line(std::string& line) {
    line.clear();
    for (std::string_view piece; next_piece(piece);)
        line += piece;
}

std::string line_reader::read_start(std::size_t limit) {
    std::string start;
    for (std::string_view piece; start.size() < limit && next_piece(piece);)
        start += piece.substr(0, limit - start.size());
    return start;
}

} // namespace concord::formats
