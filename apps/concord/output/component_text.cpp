#include "formats/printable.hpp"
#include "output/cell_colours.hpp"
#include "output/component_answer.hpp"
#include "output/text_lines.hpp"
#include "sequence/utf8.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app {
namespace {

constexpr std::uint64_t most_rows = 40; // that are drawn

/// "row 1", "rows 1 to 3": the last one included, as people count.
std::string span_of(std::string_view noun, std::uint64_t first, std::uint64_t end) {
    if (end - first == 1) return fmt::format("{} {}", noun, first);
    return fmt::format("{}s {} to {}", noun, first, end - 1);
}

/// "r", "r + 1", "r - 2"
std::string moved(std::string_view name, std::int64_t by) {
    if (by == 0) return std::string(name);
    const std::uint64_t far = by < 0 ? 0 - static_cast<std::uint64_t>(by) : static_cast<std::uint64_t>(by);
    return fmt::format("{} {} {}", name, by < 0 ? '-' : '+', far);
}

class component_report {
  public:
    component_report(const component_answer& answer, const text_style& style, const formats::byte_sink& sink)
        : answer_(answer), found_(answer.result), b_(answer.input.b()), lines_(style, sink), paint_(lines_.paint()),
          sink_(sink) {}

    void write() {
        if (!found_.found) return write_none();
        draw();
        lines_.fact("size", formats::counted(found_.size, "cell"));
        lines_.fact("shift", fmt::format("{}, {}: cell (r, c) of B stands over cell ({}, {}) of A",
                                         rows(found_.shift.rows), columns(found_.shift.columns),
                                         moved("r", found_.shift.rows), moved("c", found_.shift.columns)));
        const cell_box box = box_of(found_);
        const auto place = [&](std::int64_t by_rows, std::int64_t by_columns) {
            return span_of("row", box.first_row + static_cast<std::uint64_t>(by_rows),
                           box.end_row + static_cast<std::uint64_t>(by_rows)) +
                   ", " +
                   span_of("column", box.first_column + static_cast<std::uint64_t>(by_columns),
                           box.end_column + static_cast<std::uint64_t>(by_columns));
        };
        lines_.fact("in A", place(found_.shift.rows, found_.shift.columns));
        lines_.fact("in B", place(0, 0));
        write_input();
        if (answer_.several != nullptr) write_several();
    }

  private:
    static std::string amount(std::int64_t number, std::string_view noun) {
        const bool one = number == 1 || number == -1;
        return fmt::format("{} {}{}", number, noun, one ? "" : "s");
    }
    static std::string rows(std::int64_t number) { return amount(number, "row"); }
    static std::string columns(std::int64_t number) { return amount(number, "column"); }

    void write_input() {
        const auto one = [&](std::size_t i) {
            const matrix& of = answer_.input.of[i];
            return fmt::format("{} × {} {}", formats::grouped(of.rows()), formats::grouped(of.columns()),
                               to_string(answer_.input.kinds[i]));
        };
        const std::string within = agreement_of(answer_.options);
        lines_.fact("input",
                    fmt::format("A {}, B {}; {}-connected{}; {}", one(0), one(1), answer_.options.connectivity,
                                within.empty() ? "" : ", equal " + within, formats::counted(found_.shifts, "shift")));
    }

    void write_several() {
        sink_(fmt::format("\n{}\n",
                          paint_.heading(answer_.top == 0 ? "Every largest one" : "The largest that do not overlap")));
        sink_(paint_.aside(
            fmt::format("{:>12}  {:>10}  {:>13}  first cell in B\n", "size", "shift rows", "shift columns")));
        answer_.several->for_each([&](const component_result& each) {
            sink_(fmt::format("{:>12}  {:>10}  {:>13}  row {}, column {}\n", formats::grouped(each.size),
                              each.shift.rows, each.shift.columns, each.cells.front().row, each.cells.front().column));
        });
    }

    void write_none() {
        sink_(fmt::format("{}: no component of {} or more agrees under any shift\n", paint_.heading("none"),
                          formats::counted(answer_.options.min_size, "cell")));
        write_input();
    }

    /// The box of the component, other cells as points.
    void draw() {
        const cell_box box = box_of(found_);
        const std::size_t room = lines_.columns() - 4;
        if (answer_.input.pictures[1] || box.rows() > most_rows || box.columns() * 2 > room) return;
        std::vector<std::string> cells;
        std::uint64_t width = 1;
        for (const matrix_cell& cell : found_.cells) {
            cells.push_back(cell_text(b_, cell.row * b_.columns() + cell.column));
            width = std::max(width, sequence::count_code_points(cells.back()));
        }
        if (box.columns() * (width + 1) > room) return;
        std::string text = "\n";
        std::size_t next = 0;
        for (std::uint64_t row = box.first_row; row < box.end_row; ++row) {
            text += "   ";
            for (std::uint64_t column = box.first_column; column < box.end_column; ++column) {
                const bool inside = next < cells.size() && found_.cells[next] == matrix_cell{row, column};
                const std::string cell = inside ? cells[next++] : std::string("·");
                text.append(1 + width - sequence::count_code_points(cell), ' ');
                text += inside ? paint_.answer(cell) : paint_.aside(cell);
            }
            text += "\n";
        }
        sink_(text + "\n");
    }

    const component_answer& answer_;
    const component_result& found_;
    const matrix& b_;
    text_lines lines_;
    const painter& paint_;
    const formats::byte_sink& sink_;
};

} // namespace

void write_component_text(const component_answer& answer, const text_style& style, const formats::byte_sink& sink) {
    component_report(answer, style, sink).write();
}

} // namespace concord::app
