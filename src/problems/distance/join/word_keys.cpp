#include "problems/distance/join/word_keys.hpp"

#include "base/bits.hpp"

namespace concord::edit_distance {

static_assert(most_word_planes == sequence::most_planes);

word_key_windows::word_key_windows(const letter_numbers& numbers, std::span<const key_window> windows)
    : planes_(numbers.letters().ordinary()) {
    // As letter_hashes hashes words.
    for (unsigned plane = 0; plane < planes_; ++plane)
        factors_.at(plane) = numbers.of_bytes()[plane] | 1U;
    for (const key_window& each : windows) {
        const auto first = static_cast<std::uint32_t>(parts_.size());
        std::uint32_t before = 0;
        for (std::uint32_t index = 0; index < each.parts; ++index) {
            const auto [begin, end] = each.part.at(index);
            if (begin == end) continue;
            parts_.push_back({.within = base::low_bits<std::uint64_t>(end - begin), .begin = begin, .before = before});
            before += end - begin;
        }
        windows_.push_back(
            {.added = before * numbers.of_bytes()[sequence::most_planes] + letter_hashes::added_for(each),
             .lowest = each.is_longer ? 1U : 0U,
             .first = first,
             .count = static_cast<std::uint32_t>(parts_.size()) - first});
    }
}

bool is_changed_by_transposing(const key_window& window, const std::uint64_t* planes, unsigned count) {
    for (std::uint32_t index = 0; index < window.parts; ++index) {
        if ((window.transposed >> index & 1U) == 0) continue;
        const std::uint32_t at = window.part.at(index).begin;
        std::uint64_t differ = 0;
        for (unsigned plane = 0; plane < count; ++plane)
            differ |= planes[plane] ^ planes[plane] >> 1U;
        if ((differ >> at & 1U) == 0) return false;
    }
    return true;
}

} // namespace concord::edit_distance
