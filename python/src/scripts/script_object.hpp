// Edit scripts as objects of Python, whose operations become objects when they are asked for.
#pragma once

#include "fuzz/short_script.hpp"

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::python {

namespace nb = nanobind;

/// concord._core.EditScript, the base of Editops and Opcodes, which add the rest in Python.
[[nodiscard]] nb::object script_type();

/// The class anew as a type of the extension, over the one of script_type(): its objects are made and freed faster.
[[nodiscard]] nb::object script_type_like(nb::handle of_class, nb::handle base);

/// The classes that scripts get: those of scripts, and of their operations.
struct script_classes {
    nb::object edits;
    nb::object runs;
    nb::object edit;
    nb::object run;
};
void use_script_classes(script_classes classes);

/// Editops: each edit by itself.
[[nodiscard]] nb::object script_of_edits(std::span<const fuzz::edit> edits, std::size_t source,
                                         std::size_t destination);

/// Opcodes: edits of a kind that follow each other as one, and the equal letters between them.
[[nodiscard]] nb::object script_of_runs(std::span<const fuzz::edit> edits, std::size_t source, std::size_t destination);

} // namespace concord::python
