// utils.default_process: text in lower case, of letters, digits and spaces.
#pragma once

#include <nanobind/nanobind.h>

namespace concord::python {

/// As rapidfuzz has it. Throws TypeError for what is no str.
[[nodiscard]] nanobind::object default_process(nanobind::handle text);

/// Whether a processor of the caller's is that very function.
[[nodiscard]] bool is_default_process(nanobind::handle function);

} // namespace concord::python
