#include <io/component_output.hpp>
#include <io/json.hpp>
#include <io/npy.hpp>

#include <algorithm>
#include <fmt/format.h>

namespace concord::io {
namespace {

constexpr std::size_t piece = std::size_t{1} << 16U; // bytes that are handed on at once

std::string_view to_string(cell_wish wish) noexcept {
    switch (wish) {
    case cell_wish::automatic: return "auto";
    case cell_wish::letters: return "letters";
    case cell_wish::numbers: return "numbers";
    }
    return "";
}

json parameters(const component_answer& answer) {
    return {{"tolerance", answer.options.tolerance},
            {"connectivity", answer.options.connectivity},
            {"min_size", answer.options.min_size},
            {"cells", to_string(answer.asked_for)}};
}

json input(const matrix_pair& pair) {
    const auto one = [&](std::size_t i) {
        return json{
            {"rows", pair.of[i].rows()}, {"columns", pair.of[i].columns()}, {"cells", to_string(pair.kinds[i])}};
    };
    return {{"files", pair.files}, {"a", one(0)}, {"b", one(1)}};
}

json result(const component_result& found) {
    if (!found.found) return {{"found", false}};
    const cell_box box = box_of(found);
    return {{"found", true},
            {"size", found.size},
            {"shift", {{"rows", found.shift.rows}, {"columns", found.shift.columns}}},
            {"box", {{"rows", {box.first_row, box.end_row}}, {"columns", {box.first_column, box.end_column}}}}};
}

/// `,"cells":[…]`: there may be millions, so they are written piece by piece.
void write_cells(const component_result& found, const byte_sink& sink) {
    std::string text = R"(,"cells":[)";
    bool first = true;
    for (const matrix_cell& cell : found.cells) {
        if (!first) text.push_back(',');
        first = false;
        text.append("[").append(fmt::format_int(cell.row).c_str());
        text.append(",").append(fmt::format_int(cell.column).c_str()).append("]");
        if (text.size() < piece) continue;
        sink(text);
        text.clear();
    }
    sink(text + "]");
}

} // namespace

cell_box box_of(const component_result& result) {
    cell_box box{.first_row = result.cells.front().row,
                 .end_row = result.cells.back().row + 1,
                 .first_column = result.cells.front().column,
                 .end_column = 0};
    for (const matrix_cell& cell : result.cells) {
        box.first_column = std::min(box.first_column, cell.column);
        box.end_column = std::max(box.end_column, cell.column + 1);
    }
    return box;
}

void write_component_json(const component_answer& answer, const byte_sink& sink) {
    json whole = opening("component", parameters(answer), input(answer.input));
    whole["result"] = result(answer.result);
    std::string head = dumped(whole);
    head.resize(head.size() - 2); // the ends of the result and of the whole, which go on
    sink(head);
    if (answer.result.found) write_cells(answer.result, sink);
    sink(R"(},"run":)" + dumped(run_object(answer.run)) + "}\n");
}

void write_component_tsv(const component_answer& answer, const byte_sink& sink) {
    sink("size\tshift_rows\tshift_columns\trow_start\trow_end\tcolumn_start\tcolumn_end\n");
    const component_result& found = answer.result;
    if (!found.found) return;
    const cell_box box = box_of(found);
    sink(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", found.size, found.shift.rows, found.shift.columns, box.first_row,
                     box.end_row, box.first_column, box.end_column));
}

void write_component_mask(const component_answer& answer, const byte_sink& sink) {
    const matrix& b = answer.input.b();
    sink(npy_header(b.rows(), b.columns(), npy_type::boolean));
    auto next = answer.result.cells.begin();
    for (std::uint64_t row = 0; row < b.rows(); ++row) {
        std::string line(b.columns(), '\0');
        for (; next != answer.result.cells.end() && next->row == row; ++next)
            line[next->column] = '\1';
        sink(line);
    }
}

} // namespace concord::io
