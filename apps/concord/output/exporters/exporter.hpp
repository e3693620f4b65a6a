// The output formats of all commands. Each is one file of this folder and one line of the table in exporter.cpp, which
// --format, its help and its completions are made from.
#pragma once

#include "formats/decimal.hpp"
#include "output/answer.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace concord::app {

/// An output format.
struct exporter {
    std::string_view name; ///< as --format takes it
    bool is_text = false;  ///< for a person: it shows occurrences and alignments as pictures
    bool is_table = false; ///< nothing but rows: no lists of occurrences, but letters behind the rows if asked for
    void (*write)(const answer&, const text_style&, const formats::byte_sink&) = nullptr;
    /// The stream must outlive the writer.
    std::unique_ptr<row_writer> (*write_rows)(const row_stream&, const text_style&, formats::byte_sink) = nullptr;
};

/// Of all formats, for --format and its help.
[[nodiscard]] std::vector<std::string> exporter_names();
/// The one of that name, which must exist.
[[nodiscard]] const exporter& exporter_named(std::string_view name);

/// Collects bytes and writes them 64 KiB at a time.
class buffered_sink {
  public:
    explicit buffered_sink(formats::byte_sink sink) : sink_(std::move(sink)) {}

    void number(std::uint64_t value) { wrote(formats::write_decimal(room(formats::most_decimal_digits), value)); }
    void text(std::string_view text) { wrote(std::ranges::copy(text, room(text.size())).out); }
    /// The name of a sequence (formats/printable.hpp).
    void name(std::string_view name);
    void character(char one) {
        *room(1) = one;
        ++size_;
    }
    /// For who writes several things at once: room for so many bytes behind what has been collected. Then wrote() says
    /// where they end.
    [[nodiscard]] char* room(std::size_t bytes) {
        if (bytes_.size() - size_ < bytes) grow(bytes);
        return bytes_.data() + size_;
    }
    void wrote(const char* end) { size_ = static_cast<std::size_t>(end - bytes_.data()); }
    /// Between elements: writes what has been collected, once that is enough.
    void flush_if_full() {
        if (size_ >= capacity) flush();
    }
    void flush() {
        sink_({bytes_.data(), size_});
        size_ = 0;
    }

  private:
    static constexpr std::size_t capacity = std::size_t{1} << 16U;
    void grow(std::size_t bytes);

    formats::byte_sink sink_;
    std::vector<char> bytes_; ///< those that are collected, and room for more
    std::size_t size_ = 0;    ///< of those that are collected
    std::string name_;        ///< as it is written; kept for its memory
};

// One pair of functions a format: the whole answer, and rows as they come.
void write_text(const answer& found, const text_style& style, const formats::byte_sink& sink);
[[nodiscard]] std::unique_ptr<row_writer> text_rows(const row_stream& stream, const text_style& style,
                                                    formats::byte_sink sink);
/// A header line, then a line a row, cells separated by tabs.
void write_tsv(const answer& found, const text_style& style, const formats::byte_sink& sink);
[[nodiscard]] std::unique_ptr<row_writer> tsv_rows(const row_stream& stream, const text_style& style,
                                                   formats::byte_sink sink);
/// One line: the object of schema concord.<command>/1.
void write_json(const answer& found, const text_style& style, const formats::byte_sink& sink);
[[nodiscard]] std::unique_ptr<row_writer> json_rows(const row_stream& stream, const text_style& style,
                                                    formats::byte_sink sink);

} // namespace concord::app
