#include "quick_functions.hpp"

#include "calls.hpp"

#include <cstddef>
#include <string_view>

namespace concord::python {
namespace {

struct quick_object {
    PyObject base;
    vectorcallfunc call;
    PyObject* function;
    quick_call quick;
};

quick_object& quick_of(PyObject* self) { return *reinterpret_cast<quick_object*>(self); }

PyObject* call_quick(PyObject* self, PyObject* const* values, std::size_t count, PyObject* names) {
    const quick_object& own = quick_of(self);
    bool is_computed = true;
    PyObject* const made = guarded([&] {
        nb::object found = own.quick(values, PyVectorcall_NARGS(count), names);
        is_computed = found.is_valid();
        return found;
    });
    return is_computed ? made : PyObject_Vectorcall(own.function, values, count, names);
}

/// What inspect, help() and pickle ask for is that of the function.
PyObject* attribute_of(PyObject* self, PyObject* name) {
    const char* const text = PyUnicode_AsUTF8(name);
    if (text == nullptr) return nullptr;
    const std::string_view asked(text);
    if (asked == "__wrapped__") return Py_NewRef(quick_of(self).function);
    if (asked == "__class__" || asked.starts_with("__reduce")) return PyObject_GenericGetAttr(self, name);
    return PyObject_GetAttr(quick_of(self).function, name);
}

PyObject* text_of(PyObject* self) { return PyObject_Repr(quick_of(self).function); }

/// In a class, it is a method as functions are.
PyObject* bound_to(PyObject* self, PyObject* object, PyObject*) {
    return object == nullptr ? Py_NewRef(self) : PyMethod_New(self, object);
}

/// For pickle: by its name in its module.
PyObject* name_of(PyObject* self, PyObject*) { return PyObject_GetAttrString(quick_of(self).function, "__qualname__"); }

PyTypeObject& type_of_quick() {
    static PyMethodDef methods[] = {{"__reduce__", &name_of, METH_NOARGS, nullptr}, {}};
    static PyTypeObject type{};
    if (type.tp_name != nullptr) return type;
    Py_SET_REFCNT(reinterpret_cast<PyObject*>(&type), 1);
    type.tp_name = "concord._core.quick_function";
    type.tp_basicsize = sizeof(quick_object);
    type.tp_vectorcall_offset = offsetof(quick_object, call);
    type.tp_repr = &text_of;
    type.tp_call = &PyVectorcall_Call;
    type.tp_getattro = &attribute_of;
    type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
    type.tp_methods = methods;
    type.tp_descr_get = &bound_to;
    if (PyType_Ready(&type) != 0) throw nb::python_error();
    return type;
}

} // namespace

nb::object quick_function(nb::handle function, quick_call call) {
    auto* const made = PyObject_New(quick_object, &type_of_quick());
    if (made == nullptr) throw nb::python_error();
    made->call = &call_quick;
    made->function = Py_NewRef(function.ptr()); // both are kept as long as the module is
    made->quick = call;
    return nb::steal(reinterpret_cast<PyObject*>(made));
}

} // namespace concord::python
