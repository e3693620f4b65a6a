// The windows of successive positions: each is made of the one before it, where letters fill whole words.
#pragma once

#include "suffixes/packed_suffix.hpp"

#include <algorithm>
#include <cstdint>

namespace concord::suffixes {

template <unsigned Bits, class Take>
void for_each_window_of(const text_view& text, std::uint64_t first, std::uint64_t last, Take take) {
    constexpr std::uint64_t of_word = bits_per_word / Bits;
    while (first < last) {
        const std::uint64_t* const word = text.letters + first / of_word;
        std::uint64_t window = text.window(first);
        std::uint64_t next = word[1] << (first % of_word * Bits);
        const std::uint64_t end = std::min(last, (first / of_word + 1) * of_word);
        for (; first < end; ++first, window = window << Bits | next >> (bits_per_word - Bits), next <<= Bits)
            take(first, window);
    }
}

/// Calls take(position, window) for each position of [first, last), in order: text.window(position), with the letters
/// beyond a border.
template <class Take>
void for_each_window(const text_view& text, std::uint64_t first, std::uint64_t last, Take take) {
    switch (text.bits) { // the usual ones
    case 2: return for_each_window_of<2>(text, first, last, take);
    case 4: return for_each_window_of<4>(text, first, last, take);
    case 8: return for_each_window_of<8>(text, first, last, take);
    default:
        for (std::uint64_t position = first; position < last; ++position)
            take(position, text.window(position));
    }
}

} // namespace concord::suffixes
