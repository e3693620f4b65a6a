// When two cells agree: the definition, on the cells as given. Tests compare all faster code with it.
#pragma once

#include <concord/component.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

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

/// The tolerance of each channel. Throws error (usage) unless the matrices have as many channels as there are
/// tolerances, and these are 0 or more, and 0 for symbols.
[[nodiscard]] std::vector<double> tolerances_of(const component_options& options, const matrix& a, const matrix& b);

/// Cells of as many channels as there are tolerances agree where all channels do; a cell is given by its number.
template <class CellsA, class CellsB>
[[nodiscard]] bool agree(const CellsA& a, std::size_t cell_a, const CellsB& b, std::size_t cell_b,
                         const std::vector<double>& tolerances) {
    const std::size_t channels = tolerances.size();
    for (std::size_t channel = 0; channel < channels; ++channel)
        if (!agree(a[cell_a * channels + channel], b[cell_b * channels + channel], tolerances[channel])) return false;
    return true;
}

/// Calls what(cells of a, cells of b) with the vectors of their types.
template <class What>
decltype(auto) with_cells(const matrix& a, const matrix& b, What&& what) {
    return std::visit(std::forward<What>(what), a.cells(), b.cells());
}

} // namespace concord::component
