#include "sequence/coded_pair.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace concord::sequence {
namespace {

/// A letter in the upper half, its place in the lower.
using placed = std::uint64_t;

std::uint32_t letter_of(placed one) { return static_cast<std::uint32_t>(one >> 32U); }

/// Ascending: three passes, eleven bits each, the lowest first; none where all letters have the same bits.
std::vector<placed> ascending(std::span<const std::uint32_t> letters) {
    constexpr unsigned digit_bits = 11;
    constexpr placed digits = placed{1} << digit_bits;
    std::vector<placed> sorted(letters.size());
    for (std::size_t i = 0; i < letters.size(); ++i)
        sorted[i] = placed{letters[i]} << 32U | i;
    std::vector<placed> from(letters.size());
    for (unsigned shift = 32; shift < 64; shift += digit_bits) {
        std::array<std::size_t, digits> end{};
        for (const placed one : sorted)
            ++end[one >> shift & (digits - 1)];
        if (std::ranges::find(end, letters.size()) != end.end()) continue;
        std::size_t begin = 0;
        for (std::size_t& place : end) {
            const std::size_t count = place;
            place = begin;
            begin += count;
        }
        from.swap(sorted);
        for (const placed one : from)
            sorted[end[one >> shift & (digits - 1)]++] = one;
    }
    return sorted;
}

/// Gives a code to all places of the letter that is next, and passes them.
void give(std::uint32_t code, const std::vector<placed>& letters, std::size_t& next,
          std::vector<std::uint32_t>& codes) {
    const std::uint32_t letter = letter_of(letters[next]);
    for (; next < letters.size() && letter_of(letters[next]) == letter; ++next)
        codes[static_cast<std::uint32_t>(letters[next])] = code;
}

} // namespace

shared_codes share_codes(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                         std::span<const std::uint32_t> unlike) {
    shared_codes made;
    made.a.resize(a.size());
    made.b.resize(b.size());
    const std::vector<placed> letters_a = ascending(a);
    const std::vector<placed> letters_b = ascending(b);
    std::size_t next_a = 0;
    std::size_t next_b = 0;
    while (next_a < a.size() || next_b < b.size()) {
        const bool a_left = next_a < a.size();
        const bool b_left = next_b < b.size();
        const std::uint32_t letter_a = a_left ? letter_of(letters_a[next_a]) : 0;
        const std::uint32_t letter_b = b_left ? letter_of(letters_b[next_b]) : 0;
        const bool both = a_left && b_left && letter_a == letter_b;
        const bool only_a = !both && a_left && (!b_left || letter_a < letter_b);
        const bool alike = both && std::ranges::find(unlike, letter_a) == unlike.end();
        const std::uint32_t code = alike ? made.shared++ : own_letter;
        if (both || only_a) {
            give(code, letters_a, next_a, made.a);
            made.a_has_own |= !alike;
        }
        if (both || !only_a) {
            give(code, letters_b, next_b, made.b);
            made.b_has_own |= !alike;
        }
    }
    return made;
}

} // namespace concord::sequence
