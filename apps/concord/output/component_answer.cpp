#include "output/component_answer.hpp"

#include "formats/npy.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace concord::app {
namespace {

json parameters(const component_answer& found) {
    json all = {{"tolerance", tolerance_of(found.options)},
                {"connectivity", found.options.connectivity},
                {"min_size", found.options.min_size},
                {"cells", to_string(found.asked_for)}};
    if (found.several != nullptr && found.top == 0) all["all"] = true;
    if (found.several != nullptr && found.top > 0) all["top"] = found.top;
    return all;
}

json input(const formats::matrix_pair& pair) {
    const auto one = [&](std::size_t i) {
        return json{
            {"rows", pair.of[i].rows()}, {"columns", pair.of[i].columns()}, {"cells", to_string(pair.kinds[i])}};
    };
    return {{"files", pair.files}, {"a", one(0)}, {"b", one(1)}};
}

json result_of(const component_result& found) {
    if (!found.found) return {{"found", false}};
    const cell_box box = box_of(found);
    return {{"found", true},
            {"size", found.size},
            {"shift", {{"rows", found.shift.rows}, {"columns", found.shift.columns}}},
            {"box", {{"rows", {box.first_row, box.end_row}}, {"columns", {box.first_column, box.end_column}}}}};
}

long_list cells_of(const component_result& found) {
    return {"cells", [&found](const auto& add) {
                for (const matrix_cell& cell : found.cells)
                    add(fmt::format("[{},{}]", cell.row, cell.column));
            }};
}

/// Each with its shift and its cells.
long_list components_of(const kept_components& all) {
    return {"components", [&all](const auto& add) {
                all.for_each([&](const component_result& each) {
                    std::string cells;
                    for (const matrix_cell& cell : each.cells)
                        fmt::format_to(std::back_inserter(cells), "{}[{},{}]", cells.empty() ? "" : ",", cell.row,
                                       cell.column);
                    add(fmt::format(R"({{"size":{},"shift":{{"rows":{},"columns":{}}},"cells":[{}]}})", each.size,
                                    each.shift.rows, each.shift.columns, cells));
                });
            }};
}

std::array<std::string, 7> cells_of_row(const component_result& found) {
    const cell_box box = box_of(found);
    return {std::to_string(found.size),    std::to_string(found.shift.rows), std::to_string(found.shift.columns),
            std::to_string(box.first_row), std::to_string(box.end_row),      std::to_string(box.first_column),
            std::to_string(box.end_column)};
}

} // namespace

std::string_view to_string(formats::cell_request requested) noexcept {
    switch (requested) {
    case formats::cell_request::automatic: return "auto";
    case formats::cell_request::letters: return "letters";
    case formats::cell_request::numbers: return "numbers";
    }
    return "";
}

json tolerance_of(const component_options& options) {
    if (options.channel_tolerances.empty()) return options.tolerance;
    return options.channel_tolerances;
}

std::string agreement_of(const component_options& options) {
    if (options.channel_tolerances.empty())
        return options.tolerance > 0 ? fmt::format("within {}", options.tolerance) : "";
    return fmt::format("within {}, by channel", fmt::join(options.channel_tolerances, ", "));
}

formats::colour_request colours_for(const component_options& options) {
    const bool by_channel = options.tolerance > 0 || !options.channel_tolerances.empty();
    return by_channel ? formats::colour_request::channels : formats::colour_request::symbols;
}

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

answer described(const component_answer& found) {
    answer made{.run = found.run};
    made.object = opening("component", parameters(found), input(found.input));
    made.object["result"] = result_of(found.result);
    if (found.result.found) made.lists.push_back(cells_of(found.result));
    if (found.several != nullptr) made.lists.push_back(components_of(*found.several));
    made.columns = {"size", "shift_rows", "shift_columns", "row_start", "row_end", "column_start", "column_end"};
    made.for_each_row = [&found](const auto& add) {
        if (found.several != nullptr) {
            found.several->for_each([&](const component_result& each) { add(cells_of_row(each)); });
        } else if (found.result.found) {
            add(cells_of_row(found.result));
        }
    };
    made.write_text = [&found](const text_style& style, const formats::byte_sink& sink) {
        write_component_text(found, style, sink);
    };
    return made;
}

void write_component_mask(const component_answer& answer, const formats::byte_sink& sink) {
    const matrix& b = answer.input.b();
    sink(formats::npy_header(b.rows(), b.columns(), formats::npy_type::boolean));
    std::string cells(b.rows() * b.columns(), '\0');
    const auto mark = [&](const component_result& found) {
        for (const matrix_cell& cell : found.cells)
            cells[cell.row * b.columns() + cell.column] = '\1';
    };
    mark(answer.result);
    if (answer.several != nullptr) answer.several->for_each(mark);
    sink(cells);
}

} // namespace concord::app
