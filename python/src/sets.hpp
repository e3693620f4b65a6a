// Packed collections of Python sequences.
#pragma once

#include "letters.hpp"

#include <concord/sequences.hpp>
#include <nanobind/nanobind.h>

#include <string>
#include <vector>

namespace concord::python {

/// The state of a concord.SequenceSet.
struct held_set {
    sequence_set set;
    bool is_recoded = false; ///< its letters are codes, in the order of the elements that they encode
};

/// The elements of a collection as a list, whose texts are Python's where it is an Arrow array. Throws TypeError for a
/// single text.
[[nodiscard]] nb::object list_of(nb::handle sequences);

/// A list of sequences (or an Arrow array), by the code points and numbers that python/src/letters.hpp describes.
struct code_point_set {
    sequence_set set;
    std::vector<bool> missing; ///< those that are None, NaN or null, and empty in the set
    bool any_missing = false;
};
/// Pads every sequence to `padded_to` letters with `padding`, which no sequence holds.
struct padding {
    std::uint64_t padded_to = 0;
    std::uint32_t letter = 0;
};
[[nodiscard]] code_point_set pack_code_points(nb::handle sequences, element_numbers& numbers, const padding& pad = {});

} // namespace concord::python
