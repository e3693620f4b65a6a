// Tables: a header line, then a line a row, cells separated by tabs.
#include "formats/printable.hpp"
#include "output/exporters/exporter.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

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
        : columns_(stream.columns), out_(sink), options_(threads_for(stream)), workers_(options_) {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (i > 0) out_.character('\t');
            out_.text(columns_[i].title);
            if (!columns_[i].name_title.empty() && !columns_[i].names_last) out_.text("\t" + columns_[i].name_title);
        }
        for (const stream_column& column : columns_)
            if (column.names_last) out_.text("\t" + column.name_title);
        for (const stream_column& column : columns_)
            if (!column.text_title.empty()) out_.text("\t" + column.text_title);
        out_.character('\n');
        if (workers_.threads() > 1) of_threads_.assign(workers_.threads(), buffered_sink(std::move(sink)));
    }

    void add(std::span<const std::uint64_t> row) override {
        if (of_threads_.empty()) {
            write(row, out_);
            return out_.flush_if_full();
        }
        waiting_.insert(waiting_.end(), row.begin(), row.end());
        if (waiting_.size() >= rows_of_thread * of_threads_.size() * columns_.size()) write_waiting();
    }

    void end(const run_facts& /*run*/) override {
        write_waiting();
        out_.flush();
    }

  private:
    static constexpr std::size_t rows_of_thread = 4096; ///< that wait: some 100 KiB, and about as much as text

    /// One where rows hold letters, of which there may be any number.
    static run_options threads_for(const row_stream& stream) {
        run_options options;
        const bool letters =
            std::ranges::any_of(stream.columns, [](const stream_column& column) { return !column.text_title.empty(); });
        options.threads = letters ? 1 : std::max(1U, stream.threads);
        return options;
    }

    void write_waiting() {
        const std::size_t rows = waiting_.size() / columns_.size();
        if (rows == 0) return;
        out_.flush(); // what stands before them
        workers_.run((rows + rows_of_thread - 1) / rows_of_thread, [&](std::size_t task, unsigned) {
            for (std::size_t at = task * rows_of_thread; at < std::min(rows, (task + 1) * rows_of_thread); ++at)
                write(std::span(waiting_).subspan(at * columns_.size(), columns_.size()), of_threads_[task]);
        });
        waiting_.clear();
        for (buffered_sink& text : of_threads_)
            text.flush();
    }

    static void write_name(const stream_column& column, std::uint64_t cell, buffered_sink& out) {
        out.character('\t');
        out.name(column.sequences->name(cell + column.first_sequence));
    }

    void write(std::span<const std::uint64_t> row, buffered_sink& out) const {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0) out.character('\t');
            if (row[i] == no_value)
                out.text("NA");
            else if (columns_[i].is_strand)
                out.text(strand_sign(row[i]));
            else
                out.number(row[i]);
            if (!columns_[i].name_title.empty() && !columns_[i].names_last) write_name(columns_[i], row[i], out);
        }
        for (std::size_t i = 0; i < row.size(); ++i)
            if (columns_[i].names_last) write_name(columns_[i], row[i], out);
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (columns_[i].text_title.empty()) continue;
            out.character('\t');
            out.text(letters_of(*columns_[i].sequences, row[i] + columns_[i].first_sequence));
        }
        out.character('\n');
    }

    const std::vector<stream_column>& columns_;
    buffered_sink out_;
    run_options options_;
    runtime::thread_pool workers_;
    std::vector<buffered_sink> of_threads_;
    std::vector<std::uint64_t> waiting_; ///< cells of rows that are not yet text
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
