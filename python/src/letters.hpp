// Python sequences as numbers that the library compares.
//
//   str                       its code points, in place, in 1, 2 or 4 bytes each
//   bytes, bytearray, arrays  their numbers, in place, if they are below 0x110000
//   any other sequence        one number for each element: a character's code point, an integer's value where it could
//                             be one, else a number from 0x110000 on that equal elements (== and hash()) have together
#pragma once

#include <concord/symbols.hpp>
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::python {

namespace nb = nanobind;

/// Numbers for elements that are not numbers. Equal elements of all sequences get equal numbers.
class element_numbers {
  public:
    [[nodiscard]] std::uint32_t of(nb::handle element);

  private:
    nb::object known_; ///< a dict, made when it is needed
};

/// The code points of a str, in place.
[[nodiscard]] inline symbol_view text_view(nb::handle text) {
    const auto size = static_cast<std::size_t>(PyUnicode_GET_LENGTH(text.ptr()));
    const void* const data = PyUnicode_DATA(text.ptr());
    switch (PyUnicode_KIND(text.ptr())) {
    case PyUnicode_1BYTE_KIND: return symbol_view(std::span(static_cast<const std::uint8_t*>(data), size));
    case PyUnicode_2BYTE_KIND: return symbol_view(std::span(static_cast<const std::uint16_t*>(data), size));
    default: return symbol_view(std::span(static_cast<const std::uint32_t*>(data), size));
    }
}
/// Those of bytes.
[[nodiscard]] inline symbol_view bytes_view(nb::handle bytes) {
    return symbol_view(std::span(reinterpret_cast<const std::uint8_t*>(PyBytes_AS_STRING(bytes.ptr())),
                                 static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr()))));
}

/// A view of a Python object, and its owner: the view is valid while this object lives.
class letters {
  public:
    /// Throws TypeError if it is no sequence, or has an element that cannot be hashed.
    letters(nb::handle sequence, element_numbers& numbers);
    ~letters();
    letters(const letters&) = delete;
    letters& operator=(const letters&) = delete;

    [[nodiscard]] const symbol_view& view() const noexcept { return view_; }

  private:
    [[nodiscard]] bool take_buffer(nb::handle array);
    void take_elements(nb::handle sequence, element_numbers& numbers);

    symbol_view view_;
    Py_buffer buffer_{};
    std::vector<std::uint32_t> made_;
};

/// Whether it is a missing value: None, a float NaN, pandas.NA.
[[nodiscard]] bool is_missing(nb::handle value);

} // namespace concord::python
