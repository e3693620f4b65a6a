// concord.process: calls with lists, and with scorers that are known.
#include "batch.hpp"
#include "bindings.hpp"
#include "extracted_rows.hpp"
#include "quick_functions.hpp"
#include "scores.hpp"
#include "similarity_rule.hpp"

#include <concord/error.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace concord::python {
namespace {

bool is_none_or_absent(nb::handle value) { return !value.is_valid() || value.is_none(); }

/// extract() and extractOne(): what their names are, in this order.
enum class of_choices : std::uint8_t { scorer, processor, cutoff, hint, kwargs, limit };
using choice_keywords = keyword_values<6>;

template <bool OnlyBest>
nb::object quick_choices(PyObject* const* values, Py_ssize_t positional, PyObject* names) {
    static const auto known = choice_keywords::interned(
        {"scorer", "processor", "score_cutoff", "score_hint", "scorer_kwargs", OnlyBest ? "" : "limit"});
    choice_keywords given(known);
    const auto place = [](of_choices one) { return static_cast<std::size_t>(one); };
    if (positional != 2 || !given.read(values + positional, names)) return {};
    const nb::handle scorer = given[place(of_choices::scorer)];
    if (!scorer.is_valid() || !is_none_or_absent(given[place(of_choices::kwargs)])) return {};
    const nb::handle processor = given.or_none(place(of_choices::processor));
    const nb::handle cutoff = given.or_none(place(of_choices::cutoff));
    nb::object found;
    if constexpr (OnlyBest) {
        found = extract_first(values[0], values[1], scorer, processor, cutoff);
    } else {
        constexpr Py_ssize_t usual_limit = 5;
        const nb::handle limit = given[place(of_choices::limit)];
        found = limit.is_valid() ? extract_list(values[0], values[1], scorer, processor, cutoff, limit)
                                 : extract_list(values[0], values[1], scorer, processor, cutoff,
                                                nb::steal(PyLong_FromSsize_t(usual_limit)));
    }
    return found.is(Py_NotImplemented) ? nb::object() : found;
}

/// cdist() and cpdist(): what their names are, in this order. Others of their arguments are for Python.
enum class of_tables : std::uint8_t { scorer, cutoff, hint, multiplier, processor, dtype, workers, kwargs };
using table_keywords = keyword_values<8>;

/// NumPy's, which are kept as long as the program runs.
struct numpy_names {
    PyObject* empty;
    PyObject* whole;
    PyObject* real;
};
const numpy_names& numpy() {
    static const numpy_names made = [] {
        const nb::module_ module = nb::module_::import_("numpy");
        const auto named = [&](const char* name) { return module.attr(name).operator nb::object().release().ptr(); };
        return numpy_names{named("empty"), named("uint32"), named("float32")};
    }();
    return made;
}

nb::object empty_array(Py_ssize_t rows, Py_ssize_t columns, bool is_zipped, bool is_whole) {
    const nb::object shape = is_zipped ? nb::steal(PyLong_FromSsize_t(rows)) : nb::make_tuple(rows, columns);
    PyObject* const values[] = {shape.ptr(), is_whole ? numpy().whole : numpy().real};
    nb::object made = nb::steal(PyObject_Vectorcall(numpy().empty, values, 2, nullptr));
    if (!made.is_valid()) throw nb::python_error();
    return made;
}

nb::object copy_of(PyObject* list) {
    nb::object made = nb::steal(PyList_GetSlice(list, 0, PyList_GET_SIZE(list)));
    if (!made.is_valid()) throw nb::python_error();
    return made;
}

template <bool Zipped>
nb::object quick_table(PyObject* const* values, Py_ssize_t positional, PyObject* names) {
    static const auto known = table_keywords::interned(
        {"scorer", "score_cutoff", "score_hint", "score_multiplier", "processor", "dtype", "workers", "scorer_kwargs"});
    table_keywords given(known);
    const auto value = [&](of_tables one) { return given[static_cast<std::size_t>(one)]; };
    if (positional != 2 || PyList_CheckExact(values[0]) == 0 || PyList_CheckExact(values[1]) == 0) return {};
    if (!given.read(values + positional, names) || !value(of_tables::scorer).is_valid()) return {};
    for (const of_tables one : {of_tables::processor, of_tables::dtype, of_tables::kwargs})
        if (!is_none_or_absent(value(one))) return {};
    const nb::handle workers = value(of_tables::workers);
    if (workers.is_valid() && (PyLong_CheckExact(workers.ptr()) == 0 || PyLong_AsLong(workers.ptr()) != 1)) {
        PyErr_Clear(); // of a number that is no long
        return {};
    }
    double multiplier = 1;
    if (const nb::handle one = value(of_tables::multiplier); one.is_valid()) {
        if (PyFloat_CheckExact(one.ptr()) == 0) return {};
        multiplier = PyFloat_AS_DOUBLE(one.ptr());
    }
    const Py_ssize_t rows = PyList_GET_SIZE(values[0]);
    const Py_ssize_t columns = PyList_GET_SIZE(values[1]);
    const auto scorer = known_scorer(value(of_tables::scorer).ptr());
    if (!scorer || (Zipped && rows != columns)) return {};
    const auto [metric, kind] = *scorer;
    const bool is_real = metric == static_cast<unsigned>(similarity_metric::jaro) ||
                         metric == static_cast<unsigned>(similarity_metric::jaro_winkler);
    const bool are_whole = is_whole(static_cast<score_kind>(kind)) && metric < first_ratio && !is_real;
    nb::object array = empty_array(rows, columns, Zipped, are_whole);
    const nb::object queries = copy_of(values[0]); // no other code changes it
    const nb::object choices = values[1] == values[0] ? queries : copy_of(values[1]);
    score_all(queries, choices, metric, kind, given.or_none(static_cast<std::size_t>(of_tables::cutoff)), multiplier,
              Zipped, array, nb::none());
    return array;
}

/// A function of concord.process, by its name; others as they are.
nb::object quick(const nb::object& function) {
    const nb::str name(function.attr("__name__"));
    const std::string_view text = name.c_str();
    if (text == "extract") return quick_function(function, &quick_choices<false>);
    if (text == "extractOne") return quick_function(function, &quick_choices<true>);
    if (text == "cdist") return quick_function(function, &quick_table<false>);
    if (text == "cpdist") return quick_function(function, &quick_table<true>);
    return function;
}

} // namespace

void bind_quick_functions(nb::module_& module) { module.def("quick", &quick); }

} // namespace concord::python
