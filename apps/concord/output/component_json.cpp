#include "output/component_part.hpp"
#include "output/json.hpp"

#include <fmt/format.h>

namespace concord::app {
namespace {

constexpr std::size_t piece = std::size_t{1} << 16U; // bytes that are handed on at once

json parameters(const component_answer& answer) {
    return {{"tolerance", answer.options.tolerance},
            {"connectivity", answer.options.connectivity},
            {"min_size", answer.options.min_size},
            {"cells", to_string(answer.asked_for)}};
}

json input(const formats::matrix_pair& pair) {
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
void write_cells(const component_result& found, const formats::byte_sink& sink) {
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

std::string_view to_string(formats::cell_wish wish) noexcept {
    switch (wish) {
    case formats::cell_wish::automatic: return "auto";
    case formats::cell_wish::letters: return "letters";
    case formats::cell_wish::numbers: return "numbers";
    }
    return "";
}

void write_component_json(const component_answer& answer, const formats::byte_sink& sink) {
    json whole = opening("component", parameters(answer), input(answer.input));
    whole["result"] = result(answer.result);
    std::string head = dumped(whole);
    head.resize(head.size() - 2); // the ends of the result and of the whole, which go on
    sink(head);
    if (answer.result.found) write_cells(answer.result, sink);
    sink(R"(},"run":)" + dumped(run_object(answer.run)) + "}\n");
}

} // namespace concord::app
