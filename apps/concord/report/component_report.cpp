#include "formats/printable.hpp"
#include "output/exporters/exporter.hpp"
#include "report/markup.hpp"
#include "report/reports.hpp"
#include "runtime/distributed/broadcast_input.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace concord::app::report {
namespace {

constexpr std::size_t most_picture_bytes = 450'000;

/// As large as the space allows.
std::string picture(const component_answer& answer) {
    std::string png;
    for (const std::size_t longest_side : std::array<std::size_t, 6>{1400, 900, 600, 400, 250, 150}) {
        png.clear();
        write_component_picture(
            answer, [&](std::string_view bytes) { png += bytes; }, longest_side);
        if (png.size() <= most_picture_bytes) break;
    }
    return base64(png);
}

std::string shift_of(std::int64_t cells, const char* noun) {
    return fmt::format("{}{}", cells < 0 ? "-" : "",
                       formats::counted(static_cast<std::uint64_t>(cells < 0 ? -cells : cells), noun));
}

} // namespace

void write_component_report(const component_answer& answer, const reproduction& how, const formats::byte_sink& sink) {
    const component_result& found = answer.result;
    const std::string headline =
        found.found
            ? fmt::format("{} in one piece that both share", formats::counted(found.size, "cell"))
            : fmt::format("No piece of {} or more is shared", formats::counted(answer.options.min_size, "cell"));
    page made("component", "concord component: " + headline, headline);
    json figures = json::object();
    if (found.found) {
        const cell_box box = box_of(found);
        made.numbers(
            {{formats::grouped(found.size), "cells"},
             {fmt::format("{}, {}", shift_of(found.shift.rows, "row"), shift_of(found.shift.columns, "column")),
              "shift of B over A"},
             {fmt::format("{} × {}", formats::grouped(box.rows()), formats::grouped(box.columns())),
              fmt::format("rows and columns of the box around it: rows {} to {}, columns {} to {} of B", box.first_row,
                          box.end_row, box.first_column, box.end_column)}});
    }
    const std::string words =
        found.found ? fmt::format("A on the left, B on the right; the shared component of {} is outlined in both.",
                                  formats::counted(found.size, "cell"))
                    : std::string("A on the left, B on the right; they share no such component.");
    made.figure("matrices", "Both matrices",
                fmt::format("<img alt=\"{}\" src=\"data:image/png;base64,{}\">\n", markup(words), picture(answer)),
                words + (found.found ? " The dashed frames show what the shift lays upon each other." : ""), true);
    if (answer.several != nullptr && answer.several->size() > 0) {
        constexpr std::size_t most_rows = 1000;
        html_rows rows;
        answer.several->for_each(
            [&](const component_result& each) {
                rows.push_back({formats::grouped(each.size), std::to_string(each.shift.rows),
                                std::to_string(each.shift.columns), formats::grouped(each.cells.front().row),
                                formats::grouped(each.cells.front().column)});
            },
            most_rows);
        figures["components"] = answer.several->size();
        made.figure(
            "components", answer.top == 0 ? "Every largest one" : "The largest that do not overlap",
            table({"cells", "shift, rows", "shift, columns", "row of the first cell in B", "its column"}, rows, 0),
            answer.several->size() > most_rows
                ? fmt::format("The first {} of {}.", most_rows, formats::grouped(answer.several->size()))
                : formats::counted(answer.several->size(), "component") + ".",
            true);
    }
    const auto described = [&](std::size_t i) {
        const matrix& one = answer.input.of[i];
        return fmt::format("{}: {} rows × {} columns of {}", name_markup(answer.input.files[i], 120),
                           formats::grouped(one.rows()), formats::grouped(one.columns()),
                           to_string(answer.input.kinds[i]));
    };
    made.question(fmt::format("The largest connected component of cells that agree under one shift of two matrices "
                              "({} x {} and {} x {}) was computed exactly",
                              answer.input.of[0].rows(), answer.input.of[0].columns(), answer.input.of[1].rows(),
                              answer.input.of[1].columns()));
    const auto checksum = [&](std::size_t i) { return markup(runtime::digest_of(answer.input.of[i])); };
    const std::string within = agreement_of(answer.options);
    made.facts("input", "Input",
               {{"A", described(0)},
                {"B", described(1)},
                {"Checksums", fmt::format("<code>{}</code>; <code>{}</code>", checksum(0), checksum(1))},
                {"Agreement", within.empty() ? "equal cells" : within},
                {"Neighbours", fmt::format("{} of each cell", answer.options.connectivity)},
                {"Shifts", formats::grouped(found.shifts)}});
    std::string command_json;
    write_json(app::described(answer), {}, [&](std::string_view bytes) { command_json += bytes; });
    sink(made.whole(command_json, figures, how));
}

} // namespace concord::app::report
