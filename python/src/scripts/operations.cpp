#include "scripts/operations.hpp"

#include "scripts/type_like.hpp"

#include <array>
#include <deque>
#include <string>
#include <utility>

namespace concord::python {
namespace {

/// Tuples of one size that were freed, for the next ones: without items, linked by the first.
struct free_tuples {
    PyObject* first = nullptr;
    std::size_t count = 0;
};
constexpr std::size_t most_free = 256;
free_tuples& free_of_size(Py_ssize_t size) {
    static std::array<free_tuples, 8> kept;
    return kept[static_cast<std::size_t>(size) % kept.size()];
}

void free_tuple(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    const Py_ssize_t size = PyTuple_GET_SIZE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, free_tuple) for (Py_ssize_t i = 0; i < size; ++i) Py_XDECREF(PyTuple_GET_ITEM(self, i));
    free_tuples& others = free_of_size(size);
    if (type->tp_dealloc == &free_tuple && others.count < most_free && size > 0 && size < 8) {
        PyTuple_SET_ITEM(self, 0, others.first);
        others.first = self;
        ++others.count;
    } else {
        type->tp_free(self);
    }
    Py_DECREF(type);
    Py_TRASHCAN_END
}

PyTupleObject* allocate(PyTypeObject* type, Py_ssize_t size) {
    free_tuples& others = free_of_size(size);
    if (others.first == nullptr) return PyObject_GC_NewVar(PyTupleObject, type, size);
    auto* const made = reinterpret_cast<PyTupleObject*>(others.first);
    others.first = made->ob_item[0];
    --others.count;
    PyObject_InitVar(reinterpret_cast<PyVarObject*>(made), type, size);
    return made;
}

int visit_tuple(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    return PyTuple_Type.tp_traverse(self, visit, arg);
}

/// Not known, as of a tuple that is new or has another item.
void forget_hash([[maybe_unused]] PyTupleObject* tuple) {
#if PY_VERSION_HEX >= 0x030E0000
    tuple->ob_hash = -1;
#endif
}

/// A str, an int or a float of the value, or null with Python's error set: what refers to nothing.
PyObject* text_or_number(PyObject* value, const char* name) {
    if (PyUnicode_Check(value)) return PyUnicode_FromObject(value);
    if (PyFloat_Check(value)) return PyNumber_Float(value);
    if (PyIndex_Check(value)) return PyNumber_Index(value);
    PyErr_Format(PyExc_TypeError, "%s is a text or a number, not %.100s", name, Py_TYPE(value)->tp_name);
    return nullptr;
}

/// One field: its name, and its place among the items.
struct field {
    std::string name;
    Py_ssize_t place;
    PyGetSetDef definition;
};

PyObject* get_item(PyObject* self, void* of) {
    return Py_NewRef(PyTuple_GET_ITEM(self, static_cast<const field*>(of)->place));
}

int set_item(PyObject* self, PyObject* value, void* of) {
    const field& one = *static_cast<const field*>(of);
    if (value == nullptr) {
        PyErr_Format(PyExc_AttributeError, "%s cannot be deleted", one.name.c_str());
        return -1;
    }
    PyObject* const kept = text_or_number(value, one.name.c_str());
    if (kept == nullptr) return -1;
    auto* const tuple = reinterpret_cast<PyTupleObject*>(self);
    forget_hash(tuple);
    PyObject* const before = std::exchange(tuple->ob_item[one.place], kept);
    Py_XDECREF(before);
    return 0;
}

/// Attributes of the names in `_fields`, which can be set.
void add_fields(nb::handle type) {
    static std::deque<field> fields; // the types refer to them
    Py_ssize_t place = 0;
    for (const nb::handle name : type.attr("_fields")) {
        field& one = fields.emplace_back(field{nb::cast<std::string>(name), place++, {}});
        one.definition = {one.name.c_str(), &get_item, &set_item, nullptr, &one};
        PyObject* const made = PyDescr_NewGetSet(reinterpret_cast<PyTypeObject*>(type.ptr()), &one.definition);
        if (made == nullptr) throw nb::python_error();
        nb::setattr(type, name, nb::steal(made));
    }
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
    const std::array slots{PyType_Slot{Py_tp_dealloc, reinterpret_cast<void*>(&free_tuple)},
                           PyType_Slot{Py_tp_traverse, reinterpret_cast<void*>(&visit_tuple)}, PyType_Slot{0, nullptr}};
    nb::object made = type_like(named_tuple, PyTuple_Type, slots, Py_TPFLAGS_HAVE_GC);
    add_fields(made);
    return made;
}

PyObject* new_operation(PyTypeObject* type, fuzz::edit_kind kind, std::span<const std::uint32_t> numbers) {
    PyTupleObject* const tuple = allocate(type, static_cast<Py_ssize_t>(numbers.size() + 1));
    if (tuple == nullptr) return nullptr;
    forget_hash(tuple);
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

PyObject* copied_operation(PyObject* operation) {
    const Py_ssize_t size = PyTuple_GET_SIZE(operation);
    PyTupleObject* const tuple = allocate(Py_TYPE(operation), size);
    if (tuple == nullptr) return nullptr;
    forget_hash(tuple);
    auto* const made = reinterpret_cast<PyObject*>(tuple);
    for (Py_ssize_t i = 0; i < size; ++i)
        PyTuple_SET_ITEM(made, i, Py_NewRef(PyTuple_GET_ITEM(operation, i)));
    return made;
}

} // namespace concord::python
