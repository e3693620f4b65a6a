// The vector kernel of searched_words.hpp: the first place of a row of words that is near to a word.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Places that may be read beyond the last one.
inline constexpr std::size_t padding_of_places = 16;

/// The words at some places: two bits for a letter, at most 16 letters.
struct word_row {
    const std::uint32_t* words;
    const std::uint32_t* unknown; ///< the lower bit of each letter that is equal to none; null: there are none
    std::size_t count;

    [[nodiscard]] word_row from(std::size_t first, std::size_t last) const noexcept {
        return {words + first, unknown == nullptr ? nullptr : unknown + first, last - first};
    }
};

struct place_kernels {
    /// The first place within so many mismatches of a word; if none is, their number.
    std::size_t (*find)(const word_row& row, std::uint32_t word, unsigned mismatches);
};

/// The kernel for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const place_kernels& place_kernels_for(simd::vector_target target);

} // namespace concord::substring
