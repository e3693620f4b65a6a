// When two cells agree: the definition, on the cells as given. Tests compare all faster code with it.
#pragma once

#include <concord/component.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <variant>

namespace concord::component {

[[nodiscard]] inline bool agree(std::uint32_t a, std::uint32_t b, double) noexcept { return a == b; }

/// Exact for all integers: their difference fits 64 unsigned bits.
[[nodiscard]] inline bool agree(std::int64_t a, std::int64_t b, double tolerance) noexcept {
    const auto wide_a = static_cast<std::uint64_t>(a);
    const auto wide_b = static_cast<std::uint64_t>(b);
    const std::uint64_t apart = a > b ? wide_a - wide_b : wide_b - wide_a;
    constexpr double beyond = 18446744073709551616.0; // 2^64
    return tolerance >= beyond || apart <= static_cast<std::uint64_t>(tolerance);
}

/// Computed in double. An infinity agrees with itself, a NaN with nothing.
[[nodiscard]] inline bool agree(double a, double b, double tolerance) noexcept {
    return a == b || std::abs(a - b) <= tolerance;
}

/// Integers beside real numbers are converted to the nearest double.
[[nodiscard]] inline bool agree(std::int64_t a, double b, double tolerance) noexcept {
    return agree(static_cast<double>(a), b, tolerance);
}
[[nodiscard]] inline bool agree(double a, std::int64_t b, double tolerance) noexcept {
    return agree(a, static_cast<double>(b), tolerance);
}

/// Symbols beside numbers are rejected before any comparison.
template <class Number>
[[nodiscard]] bool agree(std::uint32_t, Number, double) noexcept {
    return false;
}
template <class Number>
[[nodiscard]] bool agree(Number, std::uint32_t, double) noexcept {
    return false;
}

/// Calls what(cells of a, cells of b) with the vectors of their types.
template <class What>
decltype(auto) with_cells(const matrix& a, const matrix& b, What&& what) {
    return std::visit(std::forward<What>(what), a.cells(), b.cells());
}

} // namespace concord::component
