// A NumPy array that scores are written into.
#pragma once

#include <concord/error.hpp>
#include <nanobind/nanobind.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace concord::python {

namespace nb = nanobind;

/// The type and the address of an array's numbers. The array is writable and contiguous.
class output_array {
  public:
    explicit output_array(nb::handle array) {
        if (PyObject_GetBuffer(array.ptr(), &buffer_, PyBUF_WRITABLE | PyBUF_FORMAT | PyBUF_ND) != 0)
            throw nb::python_error();
    }
    ~output_array() { PyBuffer_Release(&buffer_); }
    output_array(const output_array&) = delete;
    output_array& operator=(const output_array&) = delete;

    /// Calls take(address) with the array's address in its type.
    template <class Take>
    auto visit(const Take& take) const {
        switch (*buffer_.format) {
        case 'b': return take(static_cast<std::int8_t*>(buffer_.buf));
        case 'B': return take(static_cast<std::uint8_t*>(buffer_.buf));
        case 'h': return take(static_cast<std::int16_t*>(buffer_.buf));
        case 'H': return take(static_cast<std::uint16_t*>(buffer_.buf));
        case 'i': return take(static_cast<std::int32_t*>(buffer_.buf));
        case 'I': return take(static_cast<std::uint32_t*>(buffer_.buf));
        case 'l':
        case 'q': return take(static_cast<std::int64_t*>(buffer_.buf));
        case 'L':
        case 'Q': return take(static_cast<std::uint64_t*>(buffer_.buf));
        case 'f': return take(static_cast<float*>(buffer_.buf));
        default: return take(static_cast<double*>(buffer_.buf));
        }
    }

    [[nodiscard]] std::uint64_t size() const { return static_cast<std::uint64_t>(buffer_.len / buffer_.itemsize); }
    /// Stores numbers from an index on, rounded if the array has an integer type. Throws error (usage) for a number
    /// that does not fit.
    void store(std::uint64_t first, std::span<const double> values) const {
        visit([&](auto* numbers) {
            for (std::size_t i = 0; i < values.size(); ++i)
                numbers[first + i] = stored<std::remove_pointer_t<decltype(numbers)>>(values[i]);
        });
    }

    /// Whether a number fits a type, and there it is: rounded where the type is whole.
    template <class Number>
    [[nodiscard]] static bool store_one(double value, Number& to) {
        if constexpr (std::is_floating_point_v<Number>) {
            to = static_cast<Number>(value);
        } else {
            constexpr double most = 0x1p62; // what is less has no other meaning as a whole number
            if (value > -most && value < most) {
                const auto converted = static_cast<std::int64_t>(value);
                if (static_cast<double>(converted) == value) {
                    to = static_cast<Number>(converted);
                    return std::in_range<Number>(converted);
                }
            }
            const double whole = std::trunc(value);
            const double rounded = whole == value ? whole : std::round(value); // the latter is a call
            // The greatest whole number is one less than a power of two, which is a double.
            constexpr Number half = std::numeric_limits<Number>::max() / 2 + 1; // a power of two as well
            constexpr double beyond = 2.0 * static_cast<double>(half);
            if (!(rounded >= static_cast<double>(std::numeric_limits<Number>::min()) && rounded < beyond)) return false;
            to = static_cast<Number>(rounded);
        }
        return true;
    }

    /// The same; throws error (usage) where it does not fit.
    template <class Number>
    [[nodiscard]] static Number stored(double value) {
        Number made{};
        if (!store_one(value, made))
            throw error(error_code::usage,
                        "a score of " + std::to_string(value) + " does not fit the dtype that was asked for");
        return made;
    }

  private:
    Py_buffer buffer_{};
};

} // namespace concord::python
