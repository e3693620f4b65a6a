// Functions as Python's own are made: arguments come as an array (vectorcall), and the first lines of a docstring are
// the signature that inspect and help() show. A call costs half of what a general binding would.
#pragma once

#include <nanobind/nanobind.h>

#include <array>

namespace concord::python {

namespace nb = nanobind;

/// What scorers take besides two sequences. Those that were not passed are None; those that only some take are null.
struct scorer_arguments {
    nb::handle s1;
    nb::handle s2;
    nb::handle processor = Py_None;
    nb::handle cutoff = Py_None;
    nb::handle hint = Py_None;
    nb::handle weights;
    nb::handle pad;
    nb::handle prefix_weight;
};

/// Keyword arguments that only some scorers take.
struct taken_keywords {
    bool weights = false;
    bool pad = false;
    bool prefix_weight = false;
    bool cutoff = true;
};

/// Throws TypeError, in Python's words, for what the function does not take.
[[nodiscard]] scorer_arguments read_arguments(const char* function, PyObject* const* values, Py_ssize_t positional,
                                              PyObject* names, taken_keywords taken);

/// Whether two sequences and `score_cutoff` alone were passed, as by name most calls are.
[[nodiscard]] bool is_cutoff_alone(Py_ssize_t positional, PyObject* names) noexcept;

using scorer_call = PyObject* (*)(PyObject* self, PyObject* const* values, Py_ssize_t count, PyObject* names);

/// The four functions of a metric, in the order of score_kind, with the keywords that they show.
void add_scorers(nb::module_& parent, const char* name, const char* home, const char* keywords,
                 const std::array<scorer_call, 4>& calls);

/// Sets Python's error from the exception that is being handled.
void set_error() noexcept;

/// What `work` returns, or null with Python's error set.
template <class Work>
PyObject* guarded(const Work& work) noexcept {
    try {
        return work().release().ptr();
    } catch (...) {
        set_error();
        return nullptr;
    }
}

/// Adds functions to a module, as functions of `home`, where pickle finds them.
void add_functions(nb::module_& module, PyMethodDef* functions, const char* home);

} // namespace concord::python
