// Whole numbers as decimal digits, two at a time: tables have millions of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace concord::formats {

/// Of the greatest number.
inline constexpr std::size_t most_decimal_digits = 20;

namespace detail {

/// "00", "01", … "99", one behind the other.
inline constexpr std::array<char, 200> digit_pairs = [] {
    std::array<char, 200> pairs{};
    for (std::size_t number = 0; number < 100; ++number) {
        pairs[2 * number] = static_cast<char>('0' + number / 10);
        pairs[2 * number + 1] = static_cast<char>('0' + number % 10);
    }
    return pairs;
}();

} // namespace detail

[[nodiscard]] constexpr unsigned count_decimal_digits(std::uint64_t value) noexcept {
    for (unsigned digits = 1;; digits += 4, value /= 10'000) {
        if (value < 10) return digits;
        if (value < 100) return digits + 1;
        if (value < 1'000) return digits + 2;
        if (value < 10'000) return digits + 3;
    }
}

/// Writes the digits, without an end mark, and returns what stands behind them. `to` has room for most_decimal_digits.
inline char* write_decimal(char* to, std::uint64_t value) noexcept {
    char* const end = to + count_decimal_digits(value);
    char* at = end;
    for (; value >= 100; value /= 100)
        std::memcpy(at -= 2, &detail::digit_pairs[2 * (value % 100)], 2);
    if (value >= 10)
        std::memcpy(at - 2, &detail::digit_pairs[2 * value], 2);
    else
        at[-1] = static_cast<char>('0' + value);
    return end;
}

} // namespace concord::formats
