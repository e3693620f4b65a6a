// The textbook's matrix, for tests: where a word stands in a text with the fewest edits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace concord::test {

/// The fewest edits between a word and any part of a text; N matches nothing. Time O(letters of both, multiplied).
[[nodiscard]] inline std::uint64_t fewest_edits(const std::string& text, const std::string& word) {
    std::vector<std::uint64_t> column(word.size() + 1);
    for (std::size_t at = 0; at <= word.size(); ++at)
        column[at] = at;
    std::uint64_t fewest = column.back();
    for (const char letter : text) {
        std::vector<std::uint64_t> next(word.size() + 1, 0);
        for (std::size_t at = 1; at <= word.size(); ++at)
            next[at] = std::min(
                {column[at - 1] + (letter != 'N' && letter == word[at - 1] ? 0 : 1), column[at] + 1, next[at - 1] + 1});
        column = next;
        fewest = std::min(fewest, column.back());
    }
    return fewest;
}

} // namespace concord::test
