#include "scripts/script_object.hpp"

#include "scripts/operations.hpp"
#include "scripts/type_like.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace concord::python {
namespace {

constexpr std::size_t numbers_of_edit = 3; ///< its kind, and its places
constexpr std::size_t numbers_of_run = 5;

script_classes& classes() {
    static auto* const kept = new script_classes; // not destroyed, as the interpreter may be gone by then
    return *kept;
}

/// So many numbers are kept in the object itself: five edits, or three runs.
constexpr std::size_t few_numbers = 15;

struct script {
    PyObject ob_base;
    PyObject* list;        ///< the operations, or null while they are numbers
    std::uint32_t* packed; ///< `width` numbers each, in `few` or allocated, or null
    std::size_t count;
    std::size_t width;
    Py_ssize_t source;
    Py_ssize_t destination;
    std::uint32_t few[few_numbers];
};

script* as_script(PyObject* object) { return reinterpret_cast<script*>(object); }

PyObject* operation_at(const script& one, std::size_t index) {
    const std::uint32_t* const numbers = one.packed + index * one.width;
    const nb::object& type = one.width == numbers_of_edit ? classes().edit : classes().run;
    return new_operation(reinterpret_cast<PyTypeObject*>(type.ptr()), static_cast<fuzz::edit_kind>(numbers[0]),
                         {numbers + 1, one.width - 1});
}

void forget_packed(script& one) {
    if (one.packed != one.few) PyMem_Free(one.packed);
    one.packed = nullptr;
}

/// The list, made if need be; borrowed, or null with Python's error set.
PyObject* list_of_operations(script& one) {
    if (one.list != nullptr) return one.list;
    const std::size_t count = one.packed == nullptr ? 0 : one.count;
    PyObject* const made = PyList_New(static_cast<Py_ssize_t>(count));
    if (made == nullptr) return nullptr;
    for (std::size_t i = 0; i < count; ++i) {
        PyObject* const operation = operation_at(one, i);
        if (operation == nullptr) {
            Py_DECREF(made);
            return nullptr;
        }
        PyList_SET_ITEM(made, static_cast<Py_ssize_t>(i), operation);
    }
    forget_packed(one);
    one.list = made;
    return made;
}

void free_script(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    forget_packed(*as_script(self));
    Py_XDECREF(as_script(self)->list);
    type->tp_free(self);
    Py_DECREF(type);
}

Py_ssize_t length_of(PyObject* self) {
    const script& one = *as_script(self);
    if (one.packed != nullptr) return static_cast<Py_ssize_t>(one.count);
    return one.list == nullptr ? 0 : PyList_GET_SIZE(one.list);
}

PyObject* get_operations(PyObject* self, void*) { return Py_XNewRef(list_of_operations(*as_script(self))); }

int set_operations(PyObject* self, PyObject* list, void*) {
    if (list == nullptr || PyList_CheckExact(list) == 0) {
        PyErr_SetString(PyExc_TypeError, "expected a list of operations");
        return -1;
    }
    script& one = *as_script(self);
    forget_packed(one);
    PyObject* const before = std::exchange(one.list, Py_NewRef(list));
    Py_XDECREF(before);
    return 0;
}

template <Py_ssize_t script::*Place>
PyObject* get_length(PyObject* self, void*) {
    return PyLong_FromSsize_t(as_script(self)->*Place);
}

template <Py_ssize_t script::*Place>
int set_length(PyObject* self, PyObject* number, void*) {
    const Py_ssize_t value = number == nullptr ? 0 : PyLong_AsSsize_t(number);
    if (value == -1 && PyErr_Occurred() != nullptr) return -1;
    as_script(self)->*Place = value;
    return 0;
}

/// Goes over the operations, and makes each when its turn comes, as what is yielded may be changed.
struct script_iterator {
    PyObject ob_base;
    PyObject* of;
    std::size_t next;
};

script_iterator* as_iterator(PyObject* object) { return reinterpret_cast<script_iterator*>(object); }

PyObject* next_operation(PyObject* self) {
    script_iterator& one = *as_iterator(self);
    const script& of = *as_script(one.of);
    if (one.next >= static_cast<std::size_t>(length_of(one.of))) return nullptr;
    const std::size_t at = one.next++;
    if (of.packed != nullptr) return operation_at(of, at);
    return copied_operation(PyList_GET_ITEM(of.list, static_cast<Py_ssize_t>(at)));
}

void free_iterator(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    Py_DECREF(as_iterator(self)->of);
    type->tp_free(self);
    Py_DECREF(type);
}

PyObject* operations_left(PyObject* self, PyObject*) {
    const auto count = static_cast<std::size_t>(length_of(as_iterator(self)->of));
    return PyLong_FromSize_t(count - std::min(count, as_iterator(self)->next));
}

template <class Function>
void* slot(Function function) {
    return reinterpret_cast<void*>(function);
}

PyTypeObject* iterator_type() {
    static PyMethodDef methods[] = {{"__length_hint__", &operations_left, METH_NOARGS, nullptr}, {}};
    static PyTypeObject* const type = [] {
        PyType_Slot slots[] = {{Py_tp_dealloc, slot(&free_iterator)},
                               {Py_tp_iter, slot(&PyObject_SelfIter)},
                               {Py_tp_iternext, slot(&next_operation)},
                               {Py_tp_methods, methods},
                               {0, nullptr}};
        PyType_Spec spec{"concord._core.EditScriptIterator", sizeof(script_iterator), 0, Py_TPFLAGS_DEFAULT, slots};
        return reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
    }();
    return type;
}

PyObject* iterate(PyObject* self) {
    PyTypeObject* const type = iterator_type();
    if (type == nullptr) return nullptr;
    auto* const made = PyObject_New(script_iterator, type);
    if (made == nullptr) return nullptr;
    made->of = Py_NewRef(self);
    made->next = 0;
    return reinterpret_cast<PyObject*>(made);
}

/// An object of the class, with room for so many operations.
script& new_script(const nb::object& of_class, std::size_t count, std::size_t width, std::size_t source,
                   std::size_t destination) {
    auto* const made = PyObject_New(script, reinterpret_cast<PyTypeObject*>(of_class.ptr()));
    if (made == nullptr) throw nb::python_error();
    script& one = *made;
    one.list = nullptr;
    one.packed = one.few;
    if (count * width > few_numbers)
        one.packed = static_cast<std::uint32_t*>(PyMem_Malloc(count * width * sizeof(std::uint32_t)));
    if (one.packed == nullptr) {
        Py_DECREF(made);
        throw std::bad_alloc();
    }
    one.count = count;
    one.width = width;
    one.source = static_cast<Py_ssize_t>(source);
    one.destination = static_cast<Py_ssize_t>(destination);
    return one;
}

} // namespace

nb::object script_type() {
    static PyGetSetDef attributes[] = {
        {"_operations", &get_operations, &set_operations, nullptr, nullptr},
        {"_src_len", &get_length<&script::source>, &set_length<&script::source>, nullptr, nullptr},
        {"_dest_len", &get_length<&script::destination>, &set_length<&script::destination>, nullptr, nullptr},
        {}};
    PyType_Slot slots[] = {{Py_tp_dealloc, slot(&free_script)}, {Py_tp_new, slot(&PyType_GenericNew)},
                           {Py_tp_iter, slot(&iterate)},        {Py_sq_length, slot(&length_of)},
                           {Py_tp_getset, attributes},          {0, nullptr}};
    PyType_Spec spec{"concord._core.EditScript", sizeof(script), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    nb::object made = nb::steal(PyType_FromSpec(&spec));
    if (!made.is_valid()) throw nb::python_error();
    return made;
}

nb::object script_type_like(nb::handle of_class, nb::handle base) {
    const std::array slots{PyType_Slot{Py_tp_dealloc, slot(&free_script)}, PyType_Slot{0, nullptr}};
    return type_like(of_class, *reinterpret_cast<PyTypeObject*>(base.ptr()), slots);
}

void use_script_classes(script_classes given) { classes() = std::move(given); }

nb::object script_of_edits(std::span<const fuzz::edit> edits, std::size_t source, std::size_t destination) {
    script& made = new_script(classes().edits, edits.size(), numbers_of_edit, source, destination);
    static_assert(sizeof(fuzz::edit) == numbers_of_edit * sizeof(std::uint32_t), "copied as it is");
    if (!edits.empty()) std::memcpy(made.packed, edits.data(), edits.size_bytes());
    return nb::steal(reinterpret_cast<PyObject*>(&made));
}

nb::object script_of_runs(std::span<const fuzz::edit> edits, std::size_t source, std::size_t destination) {
    using fuzz::edit_kind;
    script& made = new_script(classes().runs, 2 * edits.size() + 1, numbers_of_run, source, destination);
    std::uint32_t* to = made.packed;
    std::uint32_t src = 0;
    std::uint32_t dest = 0;
    const auto add = [&](edit_kind kind, std::uint32_t src_end, std::uint32_t dest_end) {
        for (const std::uint32_t number : {static_cast<std::uint32_t>(kind), src, src_end, dest, dest_end})
            *to++ = number;
        src = src_end;
        dest = dest_end;
    };
    for (std::size_t i = 0; i < edits.size();) {
        const auto [kind, at, destination_at] = edits[i];
        if (src < at || dest < destination_at) add(edit_kind::equal, at, destination_at);
        std::uint32_t src_end = src;
        std::uint32_t dest_end = dest;
        for (; i < edits.size() && edits[i].kind == kind && edits[i].source == src_end &&
               edits[i].destination == dest_end;
             ++i) {
            if (kind != edit_kind::inserts) ++src_end;
            if (kind != edit_kind::deletes) ++dest_end;
        }
        add(kind, src_end, dest_end);
    }
    if (src < source || dest < destination)
        add(edit_kind::equal, static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(destination));
    made.count = static_cast<std::size_t>(to - made.packed) / numbers_of_run;
    return nb::steal(reinterpret_cast<PyObject*>(&made));
}

} // namespace concord::python
