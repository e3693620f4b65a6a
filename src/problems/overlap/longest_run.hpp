// The longest stretch of letters without a border: what one sequence shares with itself.
#pragma once

#include "problems/overlap/step.hpp"

namespace concord::overlap {

struct letter_run {
    std::uint64_t position = 0;
    std::uint64_t length = 0;
};

/// The first of several. Time O(letters / 64 + borders).
[[nodiscard]] inline letter_run longest_run(const text_view& text) {
    letter_run longest;
    std::uint64_t begin = 0;
    for (std::uint64_t word = 0; word <= text.size / bits_per_word; ++word)
        for (std::uint64_t borders = text.cuts[word]; borders != 0; borders &= borders - 1) {
            const std::uint64_t border = word * bits_per_word + base::lowest_one(borders);
            if (border - begin > longest.length && !text.is_ambiguous(begin)) longest = {begin, border - begin};
            begin = border;
        }
    return longest;
}

} // namespace concord::overlap
