// Tables: a header line, then a line a row, cells separated by tabs.
#include "formats/printable.hpp"
#include "output/exporters/exporter.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <cstring>
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

/// Values of a row of a matrix, from a column on, as rows of three cells.
void write_matrix_cells(std::uint64_t number, std::uint64_t column, std::span<const std::uint32_t> values,
                        buffered_sink& out) {
    constexpr std::size_t most_prefix = formats::most_decimal_digits + 1;
    constexpr std::size_t most_of_row = 3 * (formats::most_decimal_digits + 1);
    constexpr std::size_t rows_at_once = 512;
    char prefix[most_prefix] = {}; // all of it is copied: a size that is known is one or two instructions
    char* const prefix_end = formats::write_decimal(prefix, number);
    *prefix_end = '\t';
    const std::size_t prefix_size = static_cast<std::size_t>(prefix_end - prefix) + 1;
    while (!values.empty()) {
        const std::size_t here = std::min(rows_at_once, values.size());
        char* to = out.room(here * most_of_row);
        for (const std::uint32_t value : values.first(here)) {
            std::memcpy(to, prefix, most_prefix);
            to = formats::write_decimal(to + prefix_size, column++);
            *to++ = '\t';
            if (value == no_distance)
                to = std::ranges::copy(std::string_view("NA"), to).out;
            else
                to = formats::write_decimal(to, value);
            *to++ = '\n';
        }
        out.wrote(to);
        values = values.subspan(here);
    }
}

/// Rows of a matrix that are not yet text, some of them in pieces.
class waiting_matrix {
  public:
    [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }

    void add(std::uint64_t number, std::uint64_t column, std::span<const std::uint32_t> values) {
        pieces_.push_back({number, column, values_.size()});
        values_.insert(values_.end(), values.begin(), values.end());
    }

    /// Of all values, in the order in which they came.
    void write(std::size_t begin, std::size_t end, buffered_sink& out) const {
        auto piece = std::ranges::upper_bound(pieces_, begin, {}, &piece_of_row::begin) - 1;
        for (; begin < end; ++piece) {
            const std::size_t last = piece + 1 == pieces_.end() ? values_.size() : (piece + 1)->begin;
            const std::size_t here = std::min(last, end);
            write_matrix_cells(piece->number, piece->column + begin - piece->begin,
                               std::span(values_).subspan(begin, here - begin), out);
            begin = here;
        }
    }

    void clear() {
        pieces_.clear();
        values_.clear();
    }

  private:
    struct piece_of_row {
        std::uint64_t number; ///< of the row
        std::uint64_t column; ///< of its first value
        std::size_t begin;    ///< among values_
    };
    std::vector<piece_of_row> pieces_;
    std::vector<std::uint32_t> values_;
};

class tsv_row_writer final : public row_writer {
  public:
    tsv_row_writer(const row_stream& stream, formats::byte_sink sink)
        : columns_(stream.columns), are_numbers_(std::ranges::all_of(columns_, &is_number)), out_(sink),
          options_(threads_for(stream)), workers_(options_) {
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
        if (matrix_.size() > 0) write_waiting();
        waiting_.insert(waiting_.end(), row.begin(), row.end());
        if (waiting_.size() >= rows_of_thread * of_threads_.size() * columns_.size()) write_waiting();
    }

    void add_matrix_row(std::uint64_t number, std::span<const std::uint32_t> values) override {
        if (!are_numbers_ || columns_.size() != 3) return row_writer::add_matrix_row(number, values);
        if (!waiting_.empty()) write_waiting();
        const std::size_t at_once = values_of_thread * std::max<std::size_t>(1, of_threads_.size());
        for (std::size_t column = 0; column < values.size();) {
            const std::size_t here = std::min(values.size() - column, at_once - matrix_.size());
            if (of_threads_.empty()) {
                write_matrix_cells(number, column, values.subspan(column, here), out_);
                out_.flush_if_full();
            } else {
                matrix_.add(number, column, values.subspan(column, here));
                if (matrix_.size() == at_once) write_waiting();
            }
            column += here;
        }
    }

    void end(const run_facts& /*run*/) override {
        write_waiting();
        out_.flush();
    }

  private:
    static constexpr std::size_t rows_of_thread = 4096;    ///< that wait: some 100 KiB, and about as much as text
    static constexpr std::size_t values_of_thread = 16384; ///< of a matrix: 64 KiB, and some 200 KiB as text

    [[nodiscard]] static bool is_number(const stream_column& column) {
        return !column.is_strand && column.name_title.empty() && column.text_title.empty();
    }

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
        write_by_threads(rows, rows_of_thread, [&](std::size_t begin, std::size_t end, buffered_sink& out) {
            for (std::size_t at = begin; at < end; ++at)
                write(std::span(waiting_).subspan(at * columns_.size(), columns_.size()), out);
        });
        waiting_.clear();
        write_by_threads(matrix_.size(), values_of_thread, [&](std::size_t begin, std::size_t end, buffered_sink& out) {
            matrix_.write(begin, end, out);
        });
        matrix_.clear();
    }

    /// So many rows, no more than all threads may take; `write_some` gets some of them.
    template <class WriteSome>
    void write_by_threads(std::size_t rows, std::size_t rows_each, const WriteSome& write_some) {
        if (rows == 0) return;
        out_.flush(); // what stands before them
        workers_.run((rows + rows_each - 1) / rows_each, [&](std::size_t task, unsigned) {
            write_some(task * rows_each, std::min(rows, (task + 1) * rows_each), of_threads_[task]);
        });
        for (buffered_sink& text : of_threads_)
            text.flush();
    }

    static void write_name(const stream_column& column, std::uint64_t cell, buffered_sink& out) {
        out.character('\t');
        out.name(column.sequences->name(cell + column.first_sequence));
    }

    void write(std::span<const std::uint64_t> row, buffered_sink& out) const {
        if (are_numbers_) return write_numbers(row, out);
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

    static void write_numbers(std::span<const std::uint64_t> row, buffered_sink& out) {
        char* to = out.room(row.size() * (formats::most_decimal_digits + 1));
        for (const std::uint64_t cell : row) {
            if (cell == no_value)
                to = std::ranges::copy(std::string_view("NA"), to).out;
            else
                to = formats::write_decimal(to, cell);
            *to++ = '\t';
        }
        to[-1] = '\n';
        out.wrote(to);
    }

    const std::vector<stream_column>& columns_;
    bool are_numbers_; ///< all cells, and nothing stands beside them
    buffered_sink out_;
    run_options options_;
    runtime::thread_pool workers_;
    std::vector<buffered_sink> of_threads_;
    // One of the two is empty.
    std::vector<std::uint64_t> waiting_; ///< cells of rows that are not yet text
    waiting_matrix matrix_;
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
