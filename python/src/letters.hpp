// What Python calls a sequence, as numbers that the library compares.
//
//   str                       its code points, where they lie, in 1, 2 or 4 bytes each
//   bytes, bytearray, arrays  their numbers, where they lie, if they are below 0x110000
//   any other sequence        one number for each element: a character's code point, an integer's value where it could
//                             be one, else a number from 0x110000 on that equal elements (== and hash()) have together
#pragma once

#include <concord/symbols.hpp>
#include <nanobind/nanobind.h>

#include <cstdint>
#include <vector>

namespace concord::python {

namespace nb = nanobind;

/// Numbers for elements that are none themselves. Equal elements get equal ones, in all sequences that ask here.
class element_numbers {
  public:
    [[nodiscard]] std::uint32_t of(nb::handle element);

  private:
    nb::object known_; ///< a dict, made when it is needed
};

/// A view of a Python object, and what keeps it valid: the view ends with this object.
class letters {
  public:
    /// Throws TypeError for what is no sequence, or holds what cannot be hashed.
    letters(nb::handle sequence, element_numbers& numbers);
    ~letters();
    letters(const letters&) = delete;
    letters& operator=(const letters&) = delete;

    [[nodiscard]] symbol_view view() const noexcept { return view_; }

  private:
    void take_text(nb::handle text);
    [[nodiscard]] bool take_buffer(nb::handle array);
    void take_elements(nb::handle sequence, element_numbers& numbers);

    symbol_view view_;
    Py_buffer buffer_{};
    std::vector<std::uint32_t> made_;
};

/// Whether it stands for a missing value: None, a float NaN, pandas.NA.
[[nodiscard]] bool is_missing(nb::handle value);

} // namespace concord::python
