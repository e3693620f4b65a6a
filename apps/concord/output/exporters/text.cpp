// Text for a person. Answers lay themselves out (substring_text.cpp and others); rows are laid out here.
#include "formats/printable.hpp"
#include "output/exporters/exporter.hpp"
#include "output/text_lines.hpp"
#include "sequence/utf8.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace concord::app {
namespace {

constexpr std::size_t name_width = 24;
constexpr std::size_t number_width = 12;

/// Names instead of indices, numbers aligned to the right.
class column_rows final : public row_writer {
  public:
    column_rows(const row_stream& stream, const text_style& style, formats::byte_sink sink)
        : columns_(stream.columns), paint_(style.colour), sink_(std::move(sink)) {
        std::string header;
        for (std::size_t i = 0; i < columns_.size(); ++i)
            append(header, i, columns_[i].title);
        sink_(paint_.heading(header) + "\n");
    }

    void add(std::span<const std::uint64_t> row) override {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const stream_column& column = columns_[i];
            append(line, i,
                   column.is_strand ? std::string(strand_sign(row[i]))
                   : column.sequences != nullptr
                       ? formats::shortened(column.sequences->name(row[i] + column.first_sequence), name_width)
                       : formats::grouped(row[i]));
        }
        sink_(line + "\n");
        ++count_;
    }

    void end(const run_facts& /*run*/) override {
        if (count_ == 0) sink_(paint_.aside("none") + "\n");
    }

  private:
    void append(std::string& line, std::size_t column, const std::string& text) const {
        if (column > 0) line += "  ";
        line += columns_[column].sequences != nullptr ? fmt::format("{:<{}}", text, name_width)
                                                      : fmt::format("{:>{}}", text, number_width);
    }

    const std::vector<stream_column>& columns_;
    painter paint_;
    formats::byte_sink sink_;
    std::uint64_t count_ = 0;
};

/// The value of the last column, and the labels of the sequences of the first two.
class value_rows final : public row_writer {
  public:
    value_rows(const row_stream& stream, const text_style& style, formats::byte_sink sink)
        : columns_(stream.columns), paint_(style.colour),
          width_(std::clamp<std::size_t>(style.columns / 2, 30, 100) - 8), sink_(std::move(sink)) {
        sink_(paint_.heading(fmt::format("{}  {:<{}}  {}", columns_.back().title, "a", name_width, "b")) + "\n");
    }

    void add(std::span<const std::uint64_t> row) override {
        const std::string number = row.back() == no_value ? "none" : formats::grouped(row.back());
        std::string first = label(columns_[0], row[0]);
        if (const std::uint64_t taken = sequence::count_code_points(first); taken < name_width)
            first.append(name_width - taken, ' ');
        sink_(fmt::format("{}  {}  {}\n", paint_.answer(fmt::format("{:>8}", number)), first,
                          label(columns_[1], row[1])));
    }

    void end(const run_facts& /*run*/) override {}

  private:
    /// Records have names; a sequence on a line of its own is shown itself.
    [[nodiscard]] std::string label(const stream_column& column, std::uint64_t sequence) const {
        const sequence_set& set = *column.sequences;
        const std::string_view name = set.name(sequence);
        if (!name.empty() && name != std::to_string(sequence + 1)) return formats::shortened(name, width_);
        return formats::shortened(set.text(sequence, 0, std::min<std::uint64_t>(set.length(sequence), width_ + 1)),
                                  width_);
    }

    const std::vector<stream_column>& columns_;
    painter paint_;
    std::size_t width_;
    formats::byte_sink sink_;
};

} // namespace

void write_text(const answer& found, const text_style& style, const formats::byte_sink& sink) {
    found.write_text(style, sink);
}

std::unique_ptr<row_writer> text_rows(const row_stream& stream, const text_style& style, formats::byte_sink sink) {
    if (stream.layout == row_layout::columns) return std::make_unique<column_rows>(stream, style, std::move(sink));
    return std::make_unique<value_rows>(stream, style, std::move(sink));
}

} // namespace concord::app
