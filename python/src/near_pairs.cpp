// Near pairs of many sequences, as three columns that NumPy and Arrow read in place.
#include "arrow_abi.hpp"
#include "bindings.hpp"
#include "letters.hpp"
#include "running.hpp"
#include "sets.hpp"

#include "sequence/growing_buffer.hpp"
#include <concord/distance.hpp>
#include <concord/error.hpp>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string_view.h>

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace concord::python {
namespace {

constexpr std::array<const char*, 3> column_names = {"a", "b", "distance"};

/// Pairs in ascending order: number i of each column belongs to pair i.
using columns = std::array<sequence::growing_buffer<std::uint32_t>, column_names.size()>;

/// What Python holds; arrays made of it hold it.
struct pair_table {
    std::shared_ptr<const columns> of;

    [[nodiscard]] std::size_t size() const { return of->front().size(); }
};

/// A structure in a capsule, which releases it unless it was moved out.
template <class Part>
nb::object in_capsule(std::unique_ptr<Part> part, const char* name) {
    PyObject* const made = PyCapsule_New(part.get(), name, [](PyObject* capsule) {
        const std::unique_ptr<Part> held(static_cast<Part*>(PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule))));
        if (held->release != nullptr) held->release(held.get());
    });
    if (made == nullptr) {
        part->release(part.get());
        throw nb::python_error();
    }
    part.release();
    return nb::steal(made);
}

/// The children of a structure, which a consumer may move out and release by themselves.
template <class Part>
struct family {
    std::array<Part, column_names.size()> parts{};
    std::array<Part*, column_names.size()> pointers{};

    family() {
        for (std::size_t i = 0; i < parts.size(); ++i)
            pointers[i] = &parts[i];
    }
};

template <class Part>
void release_family(Part* parent) {
    const std::unique_ptr<family<Part>> held(static_cast<family<Part>*>(parent->private_data));
    for (Part& child : held->parts)
        if (child.release != nullptr) child.release(&child);
    parent->release = nullptr;
}

/// A struct of three columns of unsigned 32-bit numbers, none of which is missing.
void fill(arrow_schema& schema) {
    auto held = std::make_unique<family<arrow_schema>>();
    for (std::size_t i = 0; i < column_names.size(); ++i) {
        held->parts[i].format = "I";
        held->parts[i].name = column_names[i];
        held->parts[i].release = [](arrow_schema* child) { child->release = nullptr; };
    }
    schema = {};
    schema.format = "+s";
    schema.name = "";
    schema.n_children = column_names.size();
    schema.children = held->pointers.data();
    schema.release = release_family<arrow_schema>;
    schema.private_data = held.release();
}

/// What a column's array owns: the columns, and the list of its buffers (validity, numbers).
struct held_column {
    std::shared_ptr<const columns> of;
    std::array<const void*, 2> buffers{};
};

/// The family of an array, and its own list of buffers (validity).
void fill(arrow_array& array, const std::shared_ptr<const columns>& of) {
    static const void* no_validity[1] = {nullptr};
    auto held = std::make_unique<family<arrow_array>>();
    const auto length = static_cast<std::int64_t>(of->front().size());
    for (std::size_t i = 0; i < column_names.size(); ++i) {
        auto column = std::make_unique<held_column>();
        column->of = of;
        column->buffers[1] = (*of)[i].data();
        arrow_array& child = held->parts[i];
        child.length = length;
        child.n_buffers = 2;
        child.buffers = column->buffers.data();
        child.release = [](arrow_array* released) {
            delete static_cast<held_column*>(released->private_data);
            released->release = nullptr;
        };
        child.private_data = column.release();
    }
    array = {};
    array.length = length;
    array.n_buffers = 1;
    array.buffers = no_validity;
    array.n_children = column_names.size();
    array.children = held->pointers.data();
    array.release = release_family<arrow_array>;
    array.private_data = held.release();
}

nb::object schema_of(const pair_table&) {
    auto schema = std::make_unique<arrow_schema>();
    fill(*schema);
    return in_capsule(std::move(schema), "arrow_schema");
}

nb::object array_of(const pair_table& table) {
    auto array = std::make_unique<arrow_array>();
    fill(*array, table.of);
    return in_capsule(std::move(array), "arrow_array");
}

/// A stream of one array.
nb::object stream_of(const pair_table& table) {
    struct held_stream {
        std::shared_ptr<const columns> of;
        bool is_over = false;
    };
    auto stream = std::make_unique<arrow_stream>();
    *stream = {};
    stream->get_schema = [](arrow_stream*, arrow_schema* schema) {
        fill(*schema);
        return 0;
    };
    stream->get_next = [](arrow_stream* from, arrow_array* array) {
        auto& held = *static_cast<held_stream*>(from->private_data);
        *array = {}; // released: there is no further one
        if (!std::exchange(held.is_over, true)) fill(*array, held.of);
        return 0;
    };
    stream->get_last_error = [](arrow_stream*) -> const char* { return nullptr; };
    stream->release = [](arrow_stream* released) {
        delete static_cast<held_stream*>(released->private_data);
        released->release = nullptr;
    };
    stream->private_data = new held_stream{table.of};
    return in_capsule(std::move(stream), "arrow_array_stream");
}

struct compared_sets {
    sequence_set a;
    sequence_set b;
};

/// Lists and Arrow arrays by code points, or two held sets; `b` may be None: a itself.
compared_sets sets_of(nb::handle a, nb::handle b) {
    const bool is_one = b.is_none() || b.is(a);
    if (nb::isinstance<held_set>(a) && (is_one || nb::isinstance<held_set>(b)))
        return {nb::cast<held_set&>(a).set, nb::cast<held_set&>(is_one ? a : b).set};
    if (nb::isinstance<held_set>(a) || nb::isinstance<held_set>(b))
        throw error(error_code::usage, "a SequenceSet can only be compared with another SequenceSet");
    element_numbers numbers;
    const code_point_set of_a = pack_code_points(a, numbers);
    const code_point_set of_b = is_one ? of_a : pack_code_points(b, numbers);
    if (of_a.any_missing || of_b.any_missing) throw nb::type_error("a sequence is missing (None or NaN)");
    return {of_a.set, of_b.set};
}

nb::tuple near(nb::handle a, nb::handle b, unsigned metric, std::uint64_t max_distance, bool each_once,
               nb::handle requested) {
    const run_arguments arguments = arguments_of(requested);
    watched_run run(arguments);
    const compared_sets sets = sets_of(a, b);
    batch_options options;
    options.metric = static_cast<distance_metric>(metric);
    options.max_distance = max_distance;
    options.each_pair_once = each_once;
    options.run = run.options();
    auto found = std::make_shared<columns>();
    run_report report;
    run.call([&] {
        near_pairs(
            sets.a, sets.b, options,
            [&](std::span<const near_pair> pairs) {
                const std::size_t before = found->front().size();
                std::array<std::uint32_t*, column_names.size()> to{};
                for (std::size_t column = 0; column < to.size(); ++column) {
                    (*found)[column].resize_for_overwrite(before + pairs.size());
                    to[column] = (*found)[column].data() + before;
                }
                for (std::size_t at = 0; at < pairs.size(); ++at) {
                    to[0][at] = static_cast<std::uint32_t>(pairs[at].a);
                    to[1][at] = static_cast<std::uint32_t>(pairs[at].b);
                    to[2][at] = pairs[at].distance;
                }
            },
            &report);
    });
    for (sequence::growing_buffer<std::uint32_t>& column : *found)
        column.expect(1); // an empty column has an address, too
    return nb::make_tuple(nb::cast(pair_table{std::move(found)}), sets.a.size(), sets.b.size(), report_of(report));
}

/// A column in place, read-only; the array holds the table.
nb::object column_of(nb::handle held, std::size_t column) {
    const auto& table = nb::cast<const pair_table&>(held);
    return nb::cast(
        nb::ndarray<nb::numpy, const std::uint32_t, nb::ndim<1>>(table.of->at(column).data(), {table.size()}, held),
        nb::rv_policy::reference);
}

} // namespace

void bind_near_pairs(nb::module_& module) {
    nb::class_<pair_table>(module, "PairTable")
        .def("size", &pair_table::size)
        .def("column", [](nb::handle_t<pair_table> held, std::size_t column) { return column_of(held, column); })
        .def("arrow_schema", schema_of)
        .def("arrow_array", array_of)
        .def("arrow_stream", stream_of);
    module.def("near_pairs", near, nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::arg());
}

} // namespace concord::python
