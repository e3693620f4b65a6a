// The output formats of all commands. Each is one file of this folder and one line of the table in exporter.cpp, which
// --format, its help and its completions are made from.
#pragma once

#include "output/answer.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
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

    void number(std::uint64_t value);
    void text(std::string_view text) { bytes_.append(text); }
    /// The name of a sequence (formats/printable.hpp).
    void name(std::string_view name);
    void character(char one) { bytes_.push_back(one); }
    /// Between elements: writes what has been collected, once that is enough.
    void flush_if_full() {
        if (bytes_.size() >= capacity) flush();
    }
    void flush() {
        sink_(bytes_);
        bytes_.clear();
    }

  private:
    static constexpr std::size_t capacity = std::size_t{1} << 16U;
    formats::byte_sink sink_;
    std::string bytes_;
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
