// Borders of a text that has hardly any: how far a suffix reaches is then a subtraction, without a look at the bits.
#pragma once

#include "base/bits.hpp"
#include "suffixes/packed_suffix.hpp"

#include <cstdint>

namespace concord::suffixes {

/// A text without ambiguous letters of one sequence, or of two.
struct few_pieces {
    std::uint64_t end_of_first; ///< the size, if there is one; 0 if the text is not such a one
    std::uint64_t size;

    /// Time O(letters / 64).
    explicit few_pieces(const text_view& text)
        : end_of_first(text.ambiguous == nullptr ? text.size : 0), size(text.size) {
        const std::uint64_t last = size / bits_per_word; // where the border behind the last letter is
        for (std::uint64_t word = 0; word <= last && end_of_first > 0; ++word) {
            std::uint64_t borders = text.cuts[word];
            if (word == 0) borders &= ~std::uint64_t{1};
            if (word == last) borders &= base::low_bits<std::uint64_t>(static_cast<unsigned>(size % bits_per_word));
            if (borders == 0) continue;
            const bool is_second = end_of_first == size && (borders & (borders - 1)) == 0;
            end_of_first = is_second ? word * bits_per_word + base::lowest_one(borders) : 0;
        }
    }
    [[nodiscard]] bool are_all() const noexcept { return end_of_first > 0; }
    [[nodiscard]] std::uint64_t letters_from(std::uint64_t position) const noexcept {
        return (position < end_of_first ? end_of_first : size) - position;
    }
};

} // namespace concord::suffixes
