// The functions behind concord.common_component.
#include "bindings.hpp"
#include "running.hpp"

#include <concord/component.hpp>
#include <concord/error.hpp>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace concord::python {
namespace {

template <class Number>
std::vector<Number> copied(const Py_buffer& buffer) {
    std::vector<Number> cells(static_cast<std::size_t>(buffer.len) / sizeof(Number));
    if (!cells.empty()) std::memcpy(cells.data(), buffer.buf, cells.size() * sizeof(Number));
    return cells;
}

/// From an array of two dimensions, or of three, the last one the channels, of uint32 (symbols), int64 or float64, in C
/// order.
matrix matrix_of(nb::handle array) {
    Py_buffer buffer{};
    if (PyObject_GetBuffer(array.ptr(), &buffer, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) != 0) throw nb::python_error();
    matrix::any cells;
    switch (*buffer.format) {
    case 'I': cells = copied<std::uint32_t>(buffer); break;
    case 'd': cells = copied<double>(buffer); break;
    default: cells = copied<std::int64_t>(buffer); break;
    }
    const auto rows = static_cast<std::size_t>(buffer.shape[0]);
    const auto columns = static_cast<std::size_t>(buffer.shape[1]);
    const auto channels = buffer.ndim == 3 ? static_cast<std::size_t>(buffer.shape[2]) : 1;
    PyBuffer_Release(&buffer);
    return {rows, columns, std::move(cells), channels};
}

nb::tuple tuple_of(const component_result& found) {
    std::vector<std::uint64_t> cells;
    for (const matrix_cell& cell : found.cells)
        cells.insert(cells.end(), {cell.row, cell.column});
    return nb::make_tuple(found.found, found.size, found.shift.rows, found.shift.columns,
                          nb::bytes(reinterpret_cast<const char*>(cells.data()), cells.size() * sizeof(std::uint64_t)),
                          found.shifts, report_of(found.run));
}

nb::tuple component(nb::handle a, nb::handle b, const std::vector<double>& tolerances, unsigned connectivity,
                    std::uint64_t min_size, nb::handle requested) {
    const matrix of_a = matrix_of(a);
    const matrix of_b = matrix_of(b);
    watched_run run(arguments_of(requested));
    component_options options;
    if (tolerances.size() == 1) {
        options.tolerance = tolerances.front();
    } else {
        options.channel_tolerances = tolerances;
    }
    options.connectivity = connectivity;
    options.min_size = min_size;
    options.run = run.options();
    return tuple_of(run.call([&] { return largest_common_component(of_a, of_b, options); }));
}

/// Every largest one, or (top > 0) the largest that do not overlap.
nb::list components(nb::handle a, nb::handle b, const std::vector<double>& tolerances, unsigned connectivity,
                    std::uint64_t min_size, std::uint64_t top, nb::handle requested) {
    const matrix of_a = matrix_of(a);
    const matrix of_b = matrix_of(b);
    watched_run run(arguments_of(requested));
    component_options options;
    if (tolerances.size() == 1) {
        options.tolerance = tolerances.front();
    } else {
        options.channel_tolerances = tolerances;
    }
    options.connectivity = connectivity;
    options.min_size = min_size;
    options.run = run.options();
    const std::vector<component_result> found = run.call([&] {
        return top == 0 ? every_largest_component(of_a, of_b, options)
                        : successive_components(of_a, of_b, options, top);
    });
    nb::list made;
    for (const component_result& each : found)
        made.append(tuple_of(each));
    return made;
}

} // namespace

void bind_component(nb::module_& module) {
    module.def("component", component);
    module.def("components", components);
}

} // namespace concord::python
