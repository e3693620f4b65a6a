// The alignment of a pattern of up to 64 letters that ends at a known place of a text: as column_traceback.hpp, but a
// column is a word, and all of them lie on the stack.
#pragma once

#include "problems/distance/find/column_traceback.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace concord::edit_distance {

inline constexpr std::size_t most_word_rows = 64;
/// Letters of an occurrence, which has fewer edits than its pattern has letters.
inline constexpr std::size_t most_word_columns = 2 * most_word_rows;

/// What trace_end() gives for a pattern of at most most_word_rows letters and a text of at most most_word_columns of
/// them, from anywhere in the text. Time O(text + alignment).
template <class Pattern>
[[nodiscard]] traced_end trace_end_of_word(const Pattern& pattern, std::span<const std::uint32_t> text) {
    // NOLINTBEGIN(cppcoreguidelines-pro-type-member-init): what is read was written; there may be millions of
    // occurrences.
    std::array<std::uint64_t, most_word_columns + 1> matches;
    std::array<std::uint64_t, most_word_columns + 1> rises;
    std::array<std::uint64_t, most_word_columns + 1> falls;
    std::array<char, most_word_rows + most_word_columns> backwards;
    // NOLINTEND(cppcoreguidelines-pro-type-member-init)
    column_word now;
    rises[0] = now.rises;
    falls[0] = now.falls;
    for (std::size_t column = 0; column < text.size(); ++column) {
        const std::uint64_t matching = *pattern.of(text[column]);
        next_column(now, matching, {}, most_word_rows - 1);
        matches[column + 1] = matching;
        rises[column + 1] = now.rises;
        falls[column + 1] = now.falls;
    }
    std::size_t steps = 0;
    std::size_t runs = 0;
    char last = 0;
    std::size_t c = text.size();
    for (std::size_t r = pattern.length(); r > 0;) {
        const std::uint64_t row = std::uint64_t{1} << (r - 1);
        const char operation = c > 0 && (matches[c] & row) != 0     ? '='
                               : (rises[c] & row) != 0              ? 'I'
                               : c > 0 && (falls[c - 1] & row) == 0 ? 'X'
                                                                    : 'D';
        r -= operation == 'D' ? 0 : 1;
        c -= operation == 'I' ? 0 : 1;
        backwards[steps++] = operation;
        runs += operation != last ? 1 : 0;
        last = operation;
    }
    alignment made;
    made.reserve(runs);
    for (std::size_t step = steps; step-- > 0;) {
        if (made.empty() || made.back().operation != backwards[step]) made.push_back({backwards[step], 0});
        ++made.back().count;
    }
    return {text.size() - c, std::move(made)};
}

} // namespace concord::edit_distance
