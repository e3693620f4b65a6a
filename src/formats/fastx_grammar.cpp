#include "formats/fastx_grammar.hpp"

#include <concord/error.hpp>

#include <algorithm>

namespace concord::formats {
namespace {

constexpr std::size_t shown_bytes = 40;

/// Position of the first byte that `is_bad`, or npos. The first loop has no exit, so that it becomes vector code.
template <class Predicate>
std::size_t first_bad(std::string_view text, Predicate is_bad) {
    unsigned any = 0;
    for (const char byte : text)
        any |= static_cast<unsigned>(is_bad(static_cast<unsigned char>(byte)));
    if (any == 0) return std::string_view::npos;
    const auto found =
        std::find_if(text.begin(), text.end(), [&](char b) { return is_bad(static_cast<unsigned char>(b)); });
    return static_cast<std::size_t>(found - text.begin());
}

constexpr auto no_title = [](unsigned char b) { return ((b < 0x20) & (b != '\t')) | (b == 0x7F); };
constexpr auto no_letter = [](unsigned char b) { return (b <= 0x20) | (b == 0x7F) | (b == '>'); };
constexpr auto no_quality = [](unsigned char b) { return (b < '!') | (b > '~'); };

std::string at_column(char byte, std::uint64_t column) {
    return named_byte(byte) + " in column " + std::to_string(column);
}

std::string_view first_word(std::string_view title) {
    const std::size_t begin = std::min(title.find_first_not_of(" \t"), title.size());
    return title.substr(begin, title.find_first_of(" \t", begin) - begin);
}

} // namespace

void letter_lines::clear() noexcept {
    runs_.clear();
    letters_ = 0;
}

void letter_lines::add(std::uint64_t line, std::uint64_t letters) {
    if (runs_.empty() || runs_.back().letters_per_line != letters) runs_.push_back({letters_, line, letters});
    letters_ += letters;
}

letter_place letter_lines::place_of(std::uint64_t letter) const {
    if (letter >= letters_) return {};
    const auto behind = std::upper_bound(runs_.begin(), runs_.end(), letter,
                                         [](std::uint64_t wanted, const run& r) { return wanted < r.first_letter; });
    const run& lines = *(behind - 1);
    const std::uint64_t offset = letter - lines.first_letter;
    return {.line = lines.first_line + offset / lines.letters_per_line, .column = offset % lines.letters_per_line + 1};
}

bool fastx_grammar::next(fastx_record& record) {
    ++number_;
    if (!skip_empty_lines()) {
        --number_;
        if (number_ == 0) throw error(error_code::bad_input, file_ + ": expected sequences, found no record");
        return false;
    }
    const char marker = lines_.front();
    if (marker_ == '\0') {
        if (marker != '>' && marker != '@') fail_here("'>' (FASTA) or '@' (FASTQ)");
        marker_ = marker;
    } else if (marker != marker_) {
        fail_here(std::string("a title line that begins with '") + marker_ + "'");
    }
    const std::uint64_t line = lines_.line();
    letters_.clear();
    places_.clear();
    read_title();
    if (marker_ == '>') {
        read_fasta_letters();
    } else {
        read_fastq_letters();
        read_fastq_plus();
        read_fastq_qualities();
    }
    const std::string_view title = std::string_view(title_).substr(1);
    record = {.name = first_word(title), .title = title, .letters = letters_, .number = number_, .line = line};
    return true;
}

void fastx_grammar::rest_of_record(fastx_record& record) {
    const std::uint64_t line = lines_.line();
    letters_.clear();
    places_.clear();
    read_fasta_letters();
    record = {.name = {}, .title = {}, .letters = letters_, .number = number_, .line = line};
}

void fastx_grammar::read_title() {
    const std::uint64_t line = lines_.line();
    title_.clear();
    for (std::string_view piece; lines_.next_piece(piece);) {
        // Piece by piece, so that a large binary file is turned down before all of it is in memory.
        if (const auto bad = first_bad(piece, no_title); bad != std::string_view::npos) {
            fail(line, "a title without control bytes", at_column(piece[bad], lines_.column() + bad));
        }
        title_ += piece;
        check_memory();
    }
}

void fastx_grammar::check_memory() const {
    if (memory_ > 0 && packed_bytes(title_.size(), letters_.size()) > memory_)
        throw more_than_allowed(file_, number_, memory_);
}

void fastx_grammar::append_letter_line() {
    const std::uint64_t line = lines_.line();
    const std::size_t before = letters_.size();
    for (std::string_view piece; lines_.next_piece(piece);) {
        if (const auto bad = first_bad(piece, no_letter); bad != std::string_view::npos) {
            fail(line, "letters", at_column(piece[bad], lines_.column() + bad));
        }
        letters_ += piece;
        check_memory();
    }
    if (letters_.size() != before) places_.add(line, letters_.size() - before);
}

void fastx_grammar::read_fasta_letters() {
    is_cut_ = false;
    while (!lines_.at_end()) {
        if (letters_.size() >= most_letters_) {
            is_cut_ = true; // at the start of a line, which may be the next title
            return;
        }
        switch (lines_.front()) {
        case '>': return;
        case '\n':
            if (skip_empty_lines() && lines_.front() != '>') fail_here("'>' after an empty line");
            return;
        case ';': fail_here("letters ('; comments' are not supported)");
        case '@': fail_here("letters or '>'");
        default: append_letter_line();
        }
    }
}

void fastx_grammar::read_fastq_letters() {
    if (lines_.at_end()) fail_here("a line of letters");
    if (lines_.front() == '\n') { // an empty read
        append_letter_line();
        if (lines_.at_end() || lines_.front() != '+') fail_here("'+' after an empty line of letters");
        return;
    }
    if (lines_.front() == '+') fail_here("a line of letters");
    do {
        if (const char front = lines_.front(); front == '\n' || front == '@' || front == '>')
            fail_here("letters or '+'");
        append_letter_line();
        if (lines_.at_end()) fail_here("letters or '+'");
    } while (lines_.front() != '+');
}

void fastx_grammar::read_fastq_plus() {
    const std::uint64_t line = lines_.line();
    lines_.read_line(plus_);
    if (plus_.size() == 1) return;
    // Both begin with their marker, which is where they may differ.
    const auto [other, own] = std::mismatch(plus_.begin() + 1, plus_.end(), title_.begin() + 1, title_.end());
    if (other == plus_.end() && own == title_.end()) return;
    fail(line, "'+' alone or followed by the title of the record",
         quoted(plus_, shown_bytes) + ", different from column " + std::to_string(other - plus_.begin() + 1) + " on");
}

void fastx_grammar::read_fastq_qualities() {
    if (letters_.empty()) {
        // The empty line of qualities may be the last line and lack its newline: then nothing of it is to be seen.
        if (lines_.at_end() && lines_.newline_seen()) return;
        if (lines_.at_end() || lines_.front() != '\n') fail_here("an empty line of qualities");
        append_letter_line();
        return;
    }
    std::uint64_t count = 0;
    for (std::uint64_t line_before = 0; count < letters_.size();) {
        const std::uint64_t line = lines_.line();
        read_quality_line(count, line_before);
        line_before = line;
    }
}

void fastx_grammar::read_quality_line(std::uint64_t& count, std::uint64_t line_before) {
    const std::uint64_t wanted = letters_.size();
    const std::uint64_t before = count;
    const auto expected = [&] { return std::to_string(wanted) + (wanted == 1 ? " quality" : " qualities"); };
    const auto fail_short = [&](const char* behind) {
        if (before == 0) fail_here(expected());
        fail(line_before, expected(), std::to_string(before) + " before " + behind);
    };
    if (lines_.at_end()) fail_short("the end of the file");
    const char front = lines_.front();
    if (front == '\n') fail_short("an empty line");
    const std::uint64_t line = lines_.line();
    for (std::string_view piece; lines_.next_piece(piece);) {
        const auto fitting = piece.substr(0, wanted - count);
        const auto bad = first_bad(fitting, no_quality);
        if (bad == std::string_view::npos && fitting.size() == piece.size()) {
            count += piece.size();
            continue;
        }
        // Most likely the title of the next record: then the fault is in the line before.
        if (front == '@' && before != 0) fail_short("a line that begins with '@'");
        if (bad == std::string_view::npos) fail(line, expected(), "more");
        fail(line, "qualities from '!' to '~'", at_column(piece[bad], lines_.column() + bad));
    }
}

bool fastx_grammar::skip_empty_lines() {
    while (!lines_.at_end()) {
        if (lines_.front() != '\n') return true;
        std::string_view none;
        while (lines_.next_piece(none)) {
        }
    }
    return false;
}

void fastx_grammar::fail(std::uint64_t line, const std::string& expected, const std::string& found) const {
    throw error(error_code::bad_input, file_ + ": record " + std::to_string(number_) + ", line " +
                                           std::to_string(line) + ": expected " + expected + ", found " + found);
}

void fastx_grammar::fail_here(const std::string& expected) {
    const std::uint64_t line = lines_.line();
    if (lines_.at_end()) fail(line, expected, "the end of the file");
    const char front = lines_.front();
    if (front == '\n') fail(line, expected, "an empty line");
    std::string start;
    try {
        start = lines_.read_start(shown_bytes + 1);
    } catch (const std::exception&) {
        start = front; // damage further on shall not hide the fault at hand
    }
    fail(line, expected, quoted(start, shown_bytes));
}

} // namespace concord::formats
