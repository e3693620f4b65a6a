// The alignment of a pattern with the substring of a text that ends at a known place.
#pragma once

#include "alignment/alignment_builder.hpp"
#include "problems/distance/find/pattern_letters.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace concord::edit_distance {

/// The code of a letter that matches nothing.
inline constexpr std::uint32_t no_letter = 0xFFFF'FFFF;

struct aligned_end {
    std::uint64_t letters; ///< of the text that the pattern is aligned with
    alignment runs;
};

/// `text`: the codes of the letters up to the end, as many as an occurrence can have, or all of the sequence before it.
/// Row r, column c of the matrix: the fewest edits between the first r letters of the pattern and any substring that
/// ends before letter c. Time O(pattern text).
[[nodiscard]] inline aligned_end align_end(const pattern_letters& pattern, std::span<const std::uint32_t> text,
                                           std::vector<std::uint32_t>& memory) {
    const std::size_t columns = text.size() + 1;
    memory.assign((pattern.length() + 1) * columns, 0);
    const auto cost = [&](std::size_t r, std::size_t c) -> std::uint32_t& { return memory[r * columns + c]; };
    for (std::size_t r = 1; r <= pattern.length(); ++r) {
        cost(r, 0) = static_cast<std::uint32_t>(r);
        for (std::size_t c = 1; c < columns; ++c)
            cost(r, c) = std::min({cost(r - 1, c) + 1, cost(r, c - 1) + 1,
                                   cost(r - 1, c - 1) + (pattern.matches(r - 1, text[c - 1]) ? 0U : 1U)});
    }
    pairwise::alignment_builder aligned;
    std::size_t r = pattern.length();
    std::size_t c = text.size();
    while (r > 0) {
        if (c > 0 && pattern.matches(r - 1, text[c - 1])) {
            aligned.prepend('=');
            --r, --c;
        } else if (cost(r - 1, c) + 1 == cost(r, c)) {
            aligned.prepend('I');
            --r;
        } else if (c > 0 && cost(r - 1, c - 1) + 1 == cost(r, c)) {
            aligned.prepend('X');
            --r, --c;
        } else {
            aligned.prepend('D');
            --c;
        }
    }
    return {text.size() - c, std::move(aligned).take()};
}

} // namespace concord::edit_distance
