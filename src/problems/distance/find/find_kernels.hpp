// The vector kernel of the search for patterns: which ends of a text are within 0, 1, 2 ... edits of a pattern.
#pragma once

#include "simd/vector_target.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::edit_distance {

/// Letters that a letter of a pattern matches; none: it matches nothing.
struct letter_class {
    std::array<std::uint32_t, 4> codes{};
    unsigned count = 0;

    friend bool operator==(const letter_class&, const letter_class&) = default;
};

/// A text: the packed letters of all sequences.
struct text_words {
    std::span<const std::uint64_t* const> planes;
    const std::uint64_t* ambiguous = nullptr; ///< null: none
    const std::uint64_t* starts = nullptr;    ///< the letters with which a sequence begins, one bit each
    std::uint64_t words = 0;
};

/// A pattern in one orientation.
struct pattern_rows {
    std::span<const letter_class> classes; ///< in the order in which rows first need them
    std::span<const std::uint32_t> rows;   ///< of each letter its class
};

/// Words [first, first + words) of the text are searched, and `before` words ahead of them only for what begins there:
/// as many as an occurrence can have letters.
struct text_part {
    std::uint64_t first = 0;
    std::uint64_t words = 0;
    std::uint64_t before = 0;
    /// The search ends early where it has taken more rows, times numbers of edits, than so many for each step of
    /// `most_find_lanes` words, and for so many steps in advance; 0: never.
    std::uint64_t most_rows_of_step = 0;
    std::uint64_t steps_in_advance = 0;
};

struct searched_part {
    std::size_t found = 0;    ///< words
    std::uint64_t behind = 0; ///< the first word that was not searched
};

/// Writes for every word with ends within `edits` edits, in ascending order: its number, and for e = 0 to `edits` a
/// word whose bit i says that letter i is the last of a substring within e edits of the pattern. Words beyond the text
/// are not written. `scratch`: find_scratch_words() words, aligned to a cache line; `found`:
/// room for all words of the part.
using find_ends = searched_part (*)(const text_words& text, const pattern_rows& pattern, unsigned edits,
                                    const text_part& part, std::uint64_t* scratch, std::uint64_t* found);

struct find_kernel {
    find_ends run;
    const char* compiled_for;
};

inline constexpr unsigned most_find_lanes = 16; ///< words of the text side by side, in two vectors
inline constexpr unsigned most_kernel_edits = 63;
inline constexpr unsigned most_text_planes = 21; ///< code points

[[nodiscard]] constexpr std::size_t find_scratch_words(std::size_t rows, std::size_t classes, unsigned edits) noexcept {
    return (rows + 1) * (edits + 1) * (most_find_lanes / 2) + (classes + rows) * most_find_lanes;
}

/// For a target that this processor runs.
[[nodiscard]] const find_kernel& find_kernel_for(simd::vector_target target);

} // namespace concord::edit_distance
