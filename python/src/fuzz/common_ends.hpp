// Letters that two texts have in common at their ends, up to 32 bytes at once where the letters are equally wide.
#pragma once

#include <concord/symbols.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

namespace concord::fuzz {

/// Whether 32 bytes are equal.
[[nodiscard]] inline bool are_equal_bytes(const void* a, const void* b) noexcept {
    std::array<std::uint64_t, 4> of_a;
    std::array<std::uint64_t, 4> of_b;
    std::memcpy(&of_a, a, sizeof of_a);
    std::memcpy(&of_b, b, sizeof of_b);
    return ((of_a[0] ^ of_b[0]) | (of_a[1] ^ of_b[1]) | (of_a[2] ^ of_b[2]) | (of_a[3] ^ of_b[3])) == 0;
}

/// Letters that both have in common from here on, of `most`.
template <class A, class B>
[[nodiscard]] std::size_t common_run(const A* a, const B* b, std::size_t most) noexcept {
    std::size_t count = 0;
    if constexpr (sizeof(A) == sizeof(B)) {
        constexpr std::size_t letters = sizeof(std::uint64_t) / sizeof(A);
        for (; count + letters <= most; count += letters) {
            // Long runs in longer steps, once eight bytes are equal.
            while (count > 0 && count + 4 * letters <= most && are_equal_bytes(a + count, b + count))
                count += 4 * letters;
            if (count + letters > most) break;
            std::uint64_t of_a = 0;
            std::uint64_t of_b = 0;
            std::memcpy(&of_a, a + count, sizeof of_a);
            std::memcpy(&of_b, b + count, sizeof of_b);
            if (of_a != of_b) return count + static_cast<std::size_t>(std::countr_zero(of_a ^ of_b)) / (8 * sizeof(A));
        }
    }
    while (count < most && a[count] == b[count])
        ++count;
    return count;
}

/// The same backwards, before here.
template <class A, class B>
[[nodiscard]] std::size_t common_run_before(const A* a, const B* b, std::size_t most) noexcept {
    std::size_t count = 0;
    if constexpr (sizeof(A) == sizeof(B)) {
        constexpr std::size_t letters = sizeof(std::uint64_t) / sizeof(A);
        for (; count + letters <= most; count += letters) {
            while (count > 0 && count + 4 * letters <= most &&
                   are_equal_bytes(a - count - 4 * letters, b - count - 4 * letters))
                count += 4 * letters;
            if (count + letters > most) break;
            std::uint64_t of_a = 0;
            std::uint64_t of_b = 0;
            std::memcpy(&of_a, a - count - letters, sizeof of_a);
            std::memcpy(&of_b, b - count - letters, sizeof of_b);
            if (of_a != of_b) return count + static_cast<std::size_t>(std::countl_zero(of_a ^ of_b)) / (8 * sizeof(A));
        }
    }
    while (count < most && *(a - count - 1) == *(b - count - 1))
        ++count;
    return count;
}

/// Most unlike texts differ in their lengths or in the first letter already.
template <class A, class B>
[[nodiscard]] bool are_equal(std::span<const A> a, std::span<const B> b) noexcept {
    if (a.size() != b.size()) return false;
    if (!a.empty() && a.front() != b.front()) return false;
    return common_run(a.data(), b.data(), a.size()) == a.size();
}
[[nodiscard]] inline bool are_equal(const symbol_view& a, const symbol_view& b) {
    return a.visit([&](auto of_a) { return b.visit([&](auto of_b) { return are_equal(of_a, of_b); }); });
}

struct common_ends {
    std::size_t prefix = 0;
    std::size_t suffix = 0; ///< of what is behind the prefix
};

template <class A, class B>
[[nodiscard]] common_ends common_ends_of(std::span<const A> a, std::span<const B> b) noexcept {
    const std::size_t most = std::min(a.size(), b.size());
    const std::size_t prefix = common_run(a.data(), b.data(), most);
    return {prefix, common_run_before(a.data() + a.size(), b.data() + b.size(), most - prefix)};
}

template <class A, class B>
void cut_common_ends(std::span<const A>& a, std::span<const B>& b) noexcept {
    const auto [prefix, suffix] = common_ends_of(a, b);
    a = a.subspan(prefix, a.size() - prefix - suffix);
    b = b.subspan(prefix, b.size() - prefix - suffix);
}

/// Both without the letters that they have in common at their ends.
[[nodiscard]] inline std::pair<symbol_view, symbol_view> without_common_ends(const symbol_view& a,
                                                                             const symbol_view& b) {
    return a.visit([&](auto of_a) {
        return b.visit([&](auto of_b) {
            cut_common_ends(of_a, of_b);
            return std::pair(symbol_view(of_a), symbol_view(of_b));
        });
    });
}

} // namespace concord::fuzz
