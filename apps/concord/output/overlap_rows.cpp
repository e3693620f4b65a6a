#include "output/overlap_rows.hpp"

#include "formats/printable.hpp"
#include "output/painter.hpp"

#include <fmt/format.h>
#include <utility>

namespace concord::app {
namespace {

constexpr std::size_t piece = std::size_t{1} << 16U; // bytes that are handed on at once
constexpr std::size_t name_width = 24;
constexpr std::size_t number_width = 12;

std::string_view name_of(const row_facts& facts, std::size_t column, std::uint64_t index) {
    return facts.input.sequences.name(index + facts.columns[column].first_sequence);
}

/// Collects bytes and hands them on in pieces.
class piecewise {
  public:
    explicit piecewise(formats::byte_sink sink) : sink_(std::move(sink)) {}

    void number(std::uint64_t value) {
        const fmt::format_int digits(value);
        bytes_.append(digits.data(), digits.size());
    }
    void text(std::string_view text) { bytes_.append(text); }
    void may_go_on() {
        if (bytes_.size() >= piece) flush();
    }
    void flush() {
        sink_(bytes_);
        bytes_.clear();
    }

  private:
    formats::byte_sink sink_;
    std::string bytes_;
};

class tsv_rows final : public overlap_rows {
  public:
    tsv_rows(const row_facts& facts, formats::byte_sink sink) : facts_(facts), out_(std::move(sink)) {
        for (std::size_t i = 0; i < facts_.columns.size(); ++i) {
            const row_column& column = facts_.columns[i];
            if (i > 0) out_.text("\t");
            out_.text(column.title);
            if (has_name(i)) out_.text("\t" + column.title + "_name");
        }
        out_.text("\n");
    }

    void add(std::span<const std::uint64_t> row) override {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0) out_.text("\t");
            out_.number(row[i]);
            if (!has_name(i)) continue;
            out_.text("\t");
            out_.text(formats::escaped_text(name_of(facts_, i, row[i])));
        }
        out_.text("\n");
        out_.may_go_on();
    }

    void end(const run_facts& /*run*/) override { out_.flush(); }

  private:
    [[nodiscard]] bool has_name(std::size_t column) const {
        return facts_.names_in_table && facts_.columns[column].is_sequence;
    }

    const row_facts& facts_;
    piecewise out_;
};

class text_rows final : public overlap_rows {
  public:
    text_rows(const row_facts& facts, const text_style& style, formats::byte_sink sink)
        : facts_(facts), paint_(style.colour), sink_(std::move(sink)) {
        std::string header;
        for (std::size_t i = 0; i < facts_.columns.size(); ++i)
            append(header, i, facts_.columns[i].title);
        sink_(paint_.heading(header) + "\n");
    }

    void add(std::span<const std::uint64_t> row) override {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i)
            append(line, i,
                   facts_.columns[i].is_sequence ? formats::shortened(name_of(facts_, i, row[i]), name_width)
                                                 : formats::grouped(row[i]));
        sink_(line + "\n");
        ++count_;
    }

    void end(const run_facts& /*run*/) override {
        if (count_ == 0) sink_(paint_.aside("none") + "\n");
    }

  private:
    void append(std::string& line, std::size_t column, const std::string& text) const {
        const bool sequence = facts_.columns[column].is_sequence;
        if (column > 0) line += "  ";
        line += sequence ? fmt::format("{:<{}}", text, name_width) : fmt::format("{:>{}}", text, number_width);
    }

    const row_facts& facts_;
    painter paint_;
    formats::byte_sink sink_;
    std::uint64_t count_ = 0;
};

class json_rows final : public overlap_rows {
  public:
    json_rows(const row_facts& facts, formats::byte_sink sink) : out_(std::move(sink)) {
        json parameters = facts.parameters;
        parameters["alphabet"] = to_string(facts.input.asked_for);
        std::string head = dumped(
            opening("overlap", std::move(parameters), collection_object(facts.input.files, facts.input.sequences)));
        head.back() = ','; // the object goes on
        out_.text(head + fmt::format(R"("result":{{"{}":[)", facts.name));
    }

    void add(std::span<const std::uint64_t> row) override {
        out_.text(count_++ == 0 ? "[" : ",[");
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0) out_.text(",");
            out_.number(row[i]);
        }
        out_.text("]");
        out_.may_go_on();
    }

    void end(const run_facts& run) override {
        out_.text(fmt::format(R"(],"count":{}}},"run":{}}})", count_, dumped(run_object(run))) + "\n");
        out_.flush();
    }

  private:
    piecewise out_;
    std::uint64_t count_ = 0;
};

} // namespace

std::unique_ptr<overlap_rows> make_tsv_overlap_rows(const row_facts& facts, formats::byte_sink sink) {
    return std::make_unique<tsv_rows>(facts, std::move(sink));
}

std::unique_ptr<overlap_rows> make_text_overlap_rows(const row_facts& facts, const text_style& style,
                                                     formats::byte_sink sink) {
    return std::make_unique<text_rows>(facts, style, std::move(sink));
}

std::unique_ptr<overlap_rows> make_json_overlap_rows(const row_facts& facts, formats::byte_sink sink) {
    return std::make_unique<json_rows>(facts, std::move(sink));
}

} // namespace concord::app
