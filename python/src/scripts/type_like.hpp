// Classes of Python made anew as types of the extension.
#pragma once

#include <nanobind/nanobind.h>

#include <span>

namespace concord::python {

namespace nb = nanobind;

/// A type with the attributes of the class, and of its bases down to `base`, so that no general code of the interpreter
/// for classes runs when its objects come and go: it has the slots given (the last is empty) and no others, and the
/// collector of cycles knows its objects only if `flags` say so. The class must not use super(), which would mean
/// itself.
[[nodiscard]] nb::object type_like(nb::handle of_class, PyTypeObject& base, std::span<const PyType_Slot> slots,
                                   unsigned flags = 0);

} // namespace concord::python
