// JSON: one object on one line. Long lists are written element by element, so they are never held as a whole.
#include "output/exporters/exporter.hpp"

#include <fmt/format.h>
#include <utility>

namespace concord::app {
namespace {

class json_row_writer final : public row_writer {
  public:
    json_row_writer(const row_stream& stream, formats::byte_sink sink)
        : columns_(stream.columns), counted_(stream.counted), out_(std::move(sink)) {
        std::string head = dumped(stream.object);
        head.back() = ','; // the object is continued
        out_.text(head + R"("result":{")" + stream.list_name + R"(":[)");
    }

    void add(std::span<const std::uint64_t> row) override {
        out_.text(count_++ == 0 ? "[" : ",[");
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0) out_.character(',');
            if (row[i] == no_value)
                out_.text("null");
            else if (columns_[i].is_strand)
                out_.text(fmt::format("\"{}\"", strand_sign(row[i])));
            else
                out_.number(row[i]);
        }
        out_.character(']');
        out_.flush_if_full();
    }

    void end(const run_facts& run) override {
        out_.character(']');
        if (counted_) {
            out_.text(R"(,"count":)");
            out_.number(count_);
        }
        out_.text(R"(},"run":)" + dumped(run_object(run)) + "}\n");
        out_.flush();
    }

  private:
    const std::vector<stream_column>& columns_;
    bool counted_;
    buffered_sink out_;
    std::uint64_t count_ = 0;
};

} // namespace

void write_json(const answer& found, const text_style& /*style*/, const formats::byte_sink& sink) {
    std::string head = dumped(found.object);
    if (!found.run) return sink(head + "\n");
    buffered_sink out(sink);
    head.resize(head.size() - 2); // the closing braces of the result and of the whole, which are continued
    out.text(head);
    for (const long_list& list : found.lists) {
        out.text(R"(,")" + list.name + R"(":[)");
        bool is_first = true;
        list.for_each([&](std::string_view element) {
            if (!is_first) out.character(',');
            is_first = false;
            out.text(element);
            out.flush_if_full();
        });
        out.character(']');
    }
    out.text(R"(},"run":)" + dumped(run_object(*found.run)) + "}\n");
    out.flush();
}

std::unique_ptr<row_writer> json_rows(const row_stream& stream, const text_style& /*style*/, formats::byte_sink sink) {
    return std::make_unique<json_row_writer>(stream, std::move(sink));
}

} // namespace concord::app
