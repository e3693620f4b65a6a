// Collections of Python's sequences, packed.
#pragma once

#include "letters.hpp"

#include <concord/sequences.hpp>
#include <nanobind/nanobind.h>

#include <string>
#include <vector>

namespace concord::python {

/// What concord.SequenceSet is.
struct held_set {
    sequence_set set;
    bool is_recoded = false; ///< its letters are stand-ins, in the order of what they stand for
};

/// A list of sequences (or an Arrow array), by the code points and numbers that python/src/letters.hpp describes.
struct code_point_set {
    sequence_set set;
    std::vector<bool> missing; ///< which of them are None, NaN or null, and empty in the set
    bool any_missing = false;
};
/// Every sequence is made as long as `padded_to` with `padding`, which no sequence holds.
struct padding {
    std::uint64_t padded_to = 0;
    std::uint32_t letter = 0;
};
[[nodiscard]] code_point_set pack_code_points(nb::handle sequences, element_numbers& numbers, const padding& pad = {});

} // namespace concord::python
