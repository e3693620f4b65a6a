// Tables: a header line, then a line a row, cells separated by tabs.
#include "formats/printable.hpp"
#include "output/exporters/exporter.hpp"

#include <utility>

namespace concord::app {
namespace {

/// The whole of a sequence, as a table can hold it.
std::string letters_of(const sequence_set& set, std::uint64_t sequence) {
    const std::string text = set.text(sequence, 0, set.length(sequence));
    return set.alphabet() == alphabet::utf8 ? formats::escaped_text(text) : formats::escaped(text);
}

class tsv_row_writer final : public row_writer {
  public:
    tsv_row_writer(const row_stream& stream, formats::byte_sink sink)
        : columns_(stream.columns), out_(std::move(sink)) {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (i > 0) out_.character('\t');
            out_.text(columns_[i].title);
            if (!columns_[i].name_title.empty()) out_.text("\t" + columns_[i].name_title);
        }
        for (const stream_column& column : columns_)
            if (!column.text_title.empty()) out_.text("\t" + column.text_title);
        out_.character('\n');
    }

    void add(std::span<const std::uint64_t> row) override {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0) out_.character('\t');
            if (row[i] == no_value)
                out_.text("NA");
            else if (columns_[i].is_strand)
                out_.text(std::string(strand_sign(row[i])));
            else
                out_.number(row[i]);
            if (columns_[i].name_title.empty()) continue;
            out_.character('\t');
            out_.name(columns_[i].sequences->name(row[i] + columns_[i].first_sequence));
        }
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (columns_[i].text_title.empty()) continue;
            out_.character('\t');
            out_.text(letters_of(*columns_[i].sequences, row[i] + columns_[i].first_sequence));
        }
        out_.character('\n');
        out_.flush_if_full();
    }

    void end(const run_facts& /*run*/) override { out_.flush(); }

  private:
    const std::vector<stream_column>& columns_;
    buffered_sink out_;
};

void write_row(std::span<const std::string> cells, buffered_sink& out) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) out.character('\t');
        out.text(cells[i]);
    }
    out.character('\n');
    out.flush_if_full();
}

} // namespace

void write_tsv(const answer& found, const text_style& /*style*/, const formats::byte_sink& sink) {
    buffered_sink out(sink);
    write_row(found.columns, out);
    found.for_each_row([&](std::span<const std::string> cells) { write_row(cells, out); });
    out.flush();
}

std::unique_ptr<row_writer> tsv_rows(const row_stream& stream, const text_style& /*style*/, formats::byte_sink sink) {
    return std::make_unique<tsv_row_writer>(stream, std::move(sink));
}

} // namespace concord::app
