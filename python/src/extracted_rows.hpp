// What extract() and its like return of a choice.
#pragma once

#include "choice_scores.hpp"
#include "similarity_rule.hpp"

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <utility>

namespace concord::python {

[[nodiscard]] inline bool is_within(const scored& one, const score_rule& rule, double cutoff) {
    return is_lower_better(rule) ? one.score <= cutoff : one.score >= cutoff;
}

[[nodiscard]] inline std::optional<double> bound_of(nb::handle cutoff) {
    return cutoff.is_none() ? std::nullopt : std::optional(nb::cast<double>(cutoff));
}

[[nodiscard]] inline bool is_whole_score(unsigned metric, const score_rule& rule) {
    const bool is_real = metric == static_cast<unsigned>(similarity_metric::jaro) ||
                         metric == static_cast<unsigned>(similarity_metric::jaro_winkler);
    return is_whole(rule.kind) && !is_real;
}

/// (choice, score, key); takes over the key, which may be null where there is an error.
[[nodiscard]] inline nb::object row_of(nb::handle choice, double score, bool is_whole_score, PyObject* key) {
    PyObject* const value =
        is_whole_score ? PyLong_FromUnsignedLongLong(static_cast<std::uint64_t>(score)) : PyFloat_FromDouble(score);
    PyObject* const row = PyTuple_New(3);
    if (value == nullptr || key == nullptr || row == nullptr) {
        Py_XDECREF(value);
        Py_XDECREF(key);
        Py_XDECREF(row);
        throw nb::python_error();
    }
    PyTuple_SET_ITEM(row, 0, Py_NewRef(choice.ptr()));
    PyTuple_SET_ITEM(row, 1, value);
    PyTuple_SET_ITEM(row, 2, key);
    return nb::steal(row);
}

/// Metric and kind of a scorer that is known; nothing of others, which may be no keys of a dict at all.
[[nodiscard]] std::optional<std::pair<unsigned, unsigned>> known_scorer(PyObject* scorer);

/// extract() of a list, dict, tuple or generator by a scorer that is known; else NotImplemented.
[[nodiscard]] nb::object extract_list(nb::handle query, nb::handle choices, nb::handle scorer, nb::handle processor,
                                      nb::handle cutoff, nb::handle limit);
/// The best choice, or None; else as extract_list().
[[nodiscard]] nb::object extract_first(nb::handle query, nb::handle choices, nb::handle scorer, nb::handle processor,
                                       nb::handle cutoff);

/// extract_each() of the module.
void bind_choice_iterators(nb::module_& parent);

} // namespace concord::python
