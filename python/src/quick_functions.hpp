// Functions of Python that are computed here for the arguments that most calls have: of short lists, to read the
// arguments in Python takes as long as all else.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>

namespace concord::python {

namespace nb = nanobind;

/// A call's arguments as of vectorcall. Returns null for others than it computes: the function in Python is called,
/// which knows all of them, and what to say of those that are wrong.
using quick_call = nb::object (*)(PyObject* const* values, Py_ssize_t positional, PyObject* names);

/// An object that is called as `call` computes, or else as the function; and is in all else as the function is.
[[nodiscard]] nb::object quick_function(nb::handle function, quick_call call);

/// Keyword arguments by their names, in the order of an array.
template <std::size_t Count>
class keyword_values {
  public:
    using names = std::array<const char*, Count>;

    /// Null for those that are not given. Whether all are known; names in the source of a program are the same objects.
    [[nodiscard]] bool read(PyObject* const* values, PyObject* given) {
        if (given == nullptr) return true;
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(given); ++i) {
            std::size_t place = 0;
            while (place < Count && known_[place] != PyTuple_GET_ITEM(given, i))
                ++place;
            if (place == Count) return false;
            values_[place] = values[i];
        }
        return true;
    }
    explicit keyword_values(const std::array<PyObject*, Count>& known) : known_(known) {}

    [[nodiscard]] nb::handle operator[](std::size_t place) const { return values_[place]; }
    /// None where it is not given.
    [[nodiscard]] nb::handle or_none(std::size_t place) const {
        return values_[place] == nullptr ? Py_None : values_[place];
    }

    [[nodiscard]] static std::array<PyObject*, Count> interned(const names& of) {
        std::array<PyObject*, Count> made{};
        for (std::size_t i = 0; i < Count; ++i)
            made[i] = PyUnicode_InternFromString(of[i]);
        return made;
    }

  private:
    const std::array<PyObject*, Count>& known_;
    std::array<PyObject*, Count> values_{};
};

} // namespace concord::python
