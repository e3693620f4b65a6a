// Named tuples that take half the time of Python's to make and to free, and whose attributes can be set.
#pragma once

#include "fuzz/short_script.hpp"

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>

namespace concord::python {

namespace nb = nanobind;

/// The type of a NamedTuple class anew, with all its attributes: of the extension, so that no general code of the
/// interpreter for classes runs when its objects go. Its fields can be set, to texts and numbers, as those of
/// rapidfuzz's operations can: an object that is set belongs to one owner, and must be no key.
[[nodiscard]] nb::object tuple_type_like(nb::handle named_tuple);

/// A tuple of such a type: the name of the kind, then the numbers. The collector of cycles need not know it, as it
/// refers to a str and ints alone. A new reference, or null with Python's error set.
[[nodiscard]] PyObject* new_operation(PyTypeObject* type, fuzz::edit_kind kind, std::span<const std::uint32_t> numbers);

/// Another tuple of the same type and items, which new_operation() or a call of the type has made. A new reference, or
/// null with Python's error set.
[[nodiscard]] PyObject* copied_operation(PyObject* operation);

} // namespace concord::python
