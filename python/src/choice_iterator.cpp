// Choices that come from anywhere, one by one.
#include "bindings.hpp"
#include "calls.hpp"
#include "choice_scores.hpp"
#include "extracted_rows.hpp"
#include "running.hpp"

#include <memory>
#include <optional>

namespace concord::python {
namespace {

/// An iterator over the choices of another one that are within the cutoff: one is taken at a time.
struct choice_iterator {
    PyObject_HEAD one_by_one* scores;
    PyObject* from; ///< of choices, or of pairs of a key and a choice
    bool are_pairs;
    bool has_cutoff;
    bool is_whole;
    double cutoff;
    Py_ssize_t index;
};

void free_choice_iterator(PyObject* self) {
    auto* const own = reinterpret_cast<choice_iterator*>(self);
    delete own->scores;
    Py_XDECREF(own->from);
    PyTypeObject* const type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

PyObject* next_choice(PyObject* self) noexcept {
    auto& own = *reinterpret_cast<choice_iterator*>(self);
    try {
        while (const nb::object item = nb::steal(PyIter_Next(own.from))) {
            nb::object choice = item;
            if (own.are_pairs) {
                if (!PyTuple_CheckExact(item.ptr()) || PyTuple_GET_SIZE(item.ptr()) != 2)
                    throw nb::type_error("items() of the choices has to yield pairs");
                choice = nb::borrow(PyTuple_GET_ITEM(item.ptr(), 1));
            }
            const Py_ssize_t index = own.index++;
            let_others_run(static_cast<std::size_t>(index));
            const std::optional<double> score = own.scores->score(choice);
            if (!score) continue;
            if (own.has_cutoff && !is_within({*score, 0}, own.scores->rule(), own.cutoff)) continue;
            PyObject* const key =
                own.are_pairs ? Py_NewRef(PyTuple_GET_ITEM(item.ptr(), 0)) : PyLong_FromSsize_t(index);
            return row_of(choice, *score, own.is_whole, key).release().ptr();
        }
    } catch (...) {
        set_error();
    }
    return nullptr;
}

PyTypeObject* type_of_choice_iterators() {
    static PyType_Slot slots[] = {
        {Py_tp_dealloc, reinterpret_cast<void*>(&free_choice_iterator)},
        {Py_tp_iter, reinterpret_cast<void*>(&PyObject_SelfIter)},
        {Py_tp_iternext, reinterpret_cast<void*>(&next_choice)},
        {0, nullptr},
    };
    static PyType_Spec spec = {"concord._core.choice_iterator", sizeof(choice_iterator), 0, Py_TPFLAGS_DEFAULT, slots};
    static PyObject* const type = PyType_FromSpec(&spec);
    if (type == nullptr) throw nb::python_error();
    return reinterpret_cast<PyTypeObject*>(type);
}

/// (query, choices, are pairs, metric, kind, processor, cutoff): an iterator over the choices of any other one.
PyObject* call_extract_each(PyObject*, PyObject* const* values, Py_ssize_t count) {
    return guarded([&]() -> nb::object {
        if (count != 7) throw nb::type_error("extract_each() takes 7 arguments");
        const auto number = [&](std::size_t place) { return nb::cast<unsigned>(nb::handle(values[place])); };
        const std::optional<double> cutoff = bound_of(values[6]);
        auto scores = std::make_unique<one_by_one>(values[0], number(3), number(4), values[5], values[6]);
        nb::object from = nb::steal(PyObject_GetIter(values[1]));
        if (!from.is_valid()) throw nb::python_error();
        auto* const made = PyObject_New(choice_iterator, type_of_choice_iterators());
        if (made == nullptr) throw nb::python_error();
        made->is_whole = is_whole_score(number(3), scores->rule());
        made->scores = scores.release();
        made->from = from.release().ptr();
        made->are_pairs = values[2] == Py_True;
        made->has_cutoff = cutoff.has_value();
        made->cutoff = cutoff.value_or(0);
        made->index = 0;
        return nb::steal(reinterpret_cast<PyObject*>(made));
    });
}

PyMethodDef iterator_functions[] = {
    {"extract_each", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_extract_each)), METH_FASTCALL,
     "extract_each(query, choices, are_pairs, metric, kind, processor, cutoff)\n--\n\nAn iterator over choices."},
    {}};

} // namespace

void bind_choice_iterators(nb::module_& parent) { add_functions(parent, iterator_functions, "concord._core"); }

} // namespace concord::python
