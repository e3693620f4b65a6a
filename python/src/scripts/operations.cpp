#include "scripts/operations.hpp"

#include <array>
#include <deque>
#include <string>
#include <string_view>

namespace concord::python {
namespace {

void free_tuple(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, free_tuple) for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(self); ++i)
        Py_XDECREF(PyTuple_GET_ITEM(self, i));
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

int visit_tuple(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    return PyTuple_Type.tp_traverse(self, visit, arg);
}

/// By edit_kind; made once, and kept to the end.
PyObject* name_of(fuzz::edit_kind kind) {
    static const std::array<PyObject*, 4> names{
        PyUnicode_InternFromString("equal"), PyUnicode_InternFromString("replace"),
        PyUnicode_InternFromString("insert"), PyUnicode_InternFromString("delete")};
    return names[static_cast<std::size_t>(kind)];
}

} // namespace

nb::object tuple_type_like(nb::handle named_tuple) {
    static std::deque<std::string> names; // types may refer to them
    const std::string& name = names.emplace_back(nb::cast<std::string>(named_tuple.attr("__module__")) + "." +
                                                 nb::cast<std::string>(named_tuple.attr("__qualname__")));
    std::array slots{PyType_Slot{Py_tp_dealloc, reinterpret_cast<void*>(&free_tuple)},
                     PyType_Slot{Py_tp_traverse, reinterpret_cast<void*>(&visit_tuple)}, PyType_Slot{0, nullptr}};
    PyType_Spec spec{name.c_str(), static_cast<int>(PyTuple_Type.tp_basicsize),
                     static_cast<int>(PyTuple_Type.tp_itemsize),
                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots.data()};
    const nb::object bases = nb::make_tuple(nb::handle(reinterpret_cast<PyObject*>(&PyTuple_Type)));
    nb::object made = nb::steal(PyType_FromSpecWithBases(&spec, bases.ptr()));
    if (!made.is_valid()) throw nb::python_error();
    for (const nb::handle item : named_tuple.attr("__dict__").attr("items")()) {
        const nb::handle key = item[0];
        const std::string_view attribute = nb::cast<const char*>(key);
        if (attribute == "__dict__" || attribute == "__weakref__") continue;
        if (PyObject_SetAttr(made.ptr(), key.ptr(), nb::object(item[1]).ptr()) != 0) throw nb::python_error();
    }
    return made;
}

PyObject* new_operation(PyTypeObject* type, fuzz::edit_kind kind, std::span<const std::uint32_t> numbers) {
    auto* const tuple = PyObject_GC_NewVar(PyTupleObject, type, static_cast<Py_ssize_t>(numbers.size() + 1));
    if (tuple == nullptr) return nullptr;
#if PY_VERSION_HEX >= 0x030E0000
    tuple->ob_hash = -1; // not known yet
#endif
    auto* const made = reinterpret_cast<PyObject*>(tuple);
    PyTuple_SET_ITEM(made, 0, Py_NewRef(name_of(kind)));
    bool complete = true;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        PyObject* const number = PyLong_FromUnsignedLong(numbers[i]);
        complete = complete && number != nullptr;
        PyTuple_SET_ITEM(made, static_cast<Py_ssize_t>(i + 1), number);
    }
    if (complete) return made;
    Py_DECREF(made);
    return nullptr;
}

} // namespace concord::python
