// Arrow arrays of texts or bytes, plain or by a dictionary, read in place.
//
// Source: the Arrow C data and stream interfaces (arrow_abi.hpp) and the PyCapsule protocol around them
// (arrow.apache.org).
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace concord::python {

namespace nb = nanobind;

/// Whether an object supports the protocol.
[[nodiscard]] bool is_arrow(nb::handle object);

/// Takes an element, nullopt for a null, and whether it is text (UTF-8 according to Arrow). The bytes are valid during
/// the call.
using arrow_taker = std::function<void(std::optional<std::string_view>, bool is_text)>;

/// Calls `take` for every element, in order. Throws TypeError for an array of anything else than texts or bytes.
void for_each_arrow_text(nb::handle object, const arrow_taker& take);

} // namespace concord::python
