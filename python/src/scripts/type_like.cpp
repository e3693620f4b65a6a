#include "scripts/type_like.hpp"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace concord::python {
namespace {

void copy_attributes(nb::handle from, nb::handle to) {
    for (const nb::handle item : from.attr("__dict__").attr("items")()) {
        const nb::handle key = item[0];
        const std::string_view attribute = nb::cast<const char*>(key);
        if (attribute == "__dict__" || attribute == "__weakref__" || attribute == "__slots__") continue;
        if (PyObject_SetAttr(to.ptr(), key.ptr(), nb::object(item[1]).ptr()) != 0) throw nb::python_error();
    }
}

} // namespace

nb::object type_like(nb::handle of_class, PyTypeObject& base, std::span<const PyType_Slot> slots, unsigned flags) {
    static std::deque<std::string> names; // types may refer to them
    const std::string& name = names.emplace_back(nb::cast<std::string>(of_class.attr("__module__")) + "." +
                                                 nb::cast<std::string>(of_class.attr("__qualname__")));
    std::vector<PyType_Slot> own(slots.begin(), slots.end());
    PyType_Spec spec{name.c_str(), static_cast<int>(base.tp_basicsize), static_cast<int>(base.tp_itemsize),
                     static_cast<unsigned>(Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE) | flags, own.data()};
    const nb::object bases = nb::make_tuple(nb::handle(reinterpret_cast<PyObject*>(&base)));
    nb::object made = nb::steal(PyType_FromSpecWithBases(&spec, bases.ptr()));
    if (!made.is_valid()) throw nb::python_error();
    // Of the class last, whose attributes take the place of those of its bases.
    const nb::object line = of_class.attr("__mro__");
    for (std::size_t i = nb::len(line); i-- > 0;) {
        const nb::object one = line[i];
        auto* const type = reinterpret_cast<PyTypeObject*>(one.ptr());
        if (type != &base && PyType_IsSubtype(type, &base) != 0) copy_attributes(one, made);
    }
    return made;
}

} // namespace concord::python
