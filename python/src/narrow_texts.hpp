// Texts of a byte a letter that stand side by side in a list: each lies somewhere else, so that the processor has to
// wait for many of them at a time. They are noted first and packed afterwards.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::python {

class narrow_texts {
  public:
    /// The letters of the texts from `first` on up to the next object that is none, in place, of at most 64. Valid as
    /// long as the list stays as it is and until the next call. Runs no Python code.
    [[nodiscard]] std::span<const std::span<const std::uint8_t>> in(PyObject* const* first, PyObject* const* end) {
        std::size_t count = 0;
        for (PyObject* const* at = first; at != end && count < most; ++at, ++count) {
            if (end - at > ahead) { // header and letters may share no line of the cache
                const auto* const text = reinterpret_cast<const char*>(at[ahead]);
                __builtin_prefetch(text);
                __builtin_prefetch(text + sizeof(PyASCIIObject));
            }
            if (!PyUnicode_CheckExact(*at) || PyUnicode_KIND(*at) != PyUnicode_1BYTE_KIND) break;
            noted_[count] = std::span(static_cast<const std::uint8_t*>(PyUnicode_DATA(*at)),
                                      static_cast<std::size_t>(PyUnicode_GET_LENGTH(*at)));
        }
        return std::span(noted_).first(count);
    }

  private:
    static constexpr std::size_t most = 64;
    static constexpr std::ptrdiff_t ahead = 16; ///< of the text that is noted

    std::array<std::span<const std::uint8_t>, most> noted_;
};

} // namespace concord::python
