#include "formats/npy.hpp"
#include "output/component_output.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app {

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

void write_component_tsv(const component_answer& answer, const formats::byte_sink& sink) {
    sink("size\tshift_rows\tshift_columns\trow_start\trow_end\tcolumn_start\tcolumn_end\n");
    const component_result& found = answer.result;
    if (!found.found) return;
    const cell_box box = box_of(found);
    sink(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", found.size, found.shift.rows, found.shift.columns, box.first_row,
                     box.end_row, box.first_column, box.end_column));
}

void write_component_mask(const component_answer& answer, const formats::byte_sink& sink) {
    const matrix& b = answer.input.b();
    sink(formats::npy_header(b.rows(), b.columns(), formats::npy_type::boolean));
    auto next = answer.result.cells.begin();
    for (std::uint64_t row = 0; row < b.rows(); ++row) {
        std::string line(b.columns(), '\0');
        for (; next != answer.result.cells.end() && next->row == row; ++next)
            line[next->column] = '\1';
        sink(line);
    }
}

} // namespace concord::app
