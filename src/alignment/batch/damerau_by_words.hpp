// The Damerau-Levenshtein distance of one pair by words of columns, whatever it is: where a band of diagonals would
// hold most of the matrix.
#pragma once

#include "alignment/batch/metrics.hpp"
#include "sequence/coded_pair.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace concord::edit_distance {

/// Of which the columns' letters are kept as words, at most.
inline constexpr std::size_t most_bytes_of_columns = std::size_t{1} << 26U;

/// Of rows and columns as `turned` says: a is along the columns, or b. None: there are too many different letters.
/// after_row(r) is called after each row. Time O(rows columns / 64), memory O(different letters columns / 64).
template <class AfterRow>
[[nodiscard]] std::optional<std::uint64_t> damerau_by_words(const sequence::coded_pair& pair, bool turned,
                                                            const AfterRow& after_row) {
    using recurrence = pairwise::scalar::damerau<pairwise::scalar_word<std::uint64_t>>;
    constexpr unsigned most_planes = 16;
    if (pair.planes > most_planes) return std::nullopt;
    const std::uint64_t rows = turned ? pair.a.length : pair.b.length;
    const std::uint64_t columns = turned ? pair.b.length : pair.a.length;
    const std::size_t words = (columns + 63) / 64;
    const auto of_column = [&](std::uint64_t at) { return turned ? pair.code_b(at) : pair.code_a(at); };
    const auto of_row = [&](std::uint64_t at) { return turned ? pair.code_a(at) : pair.code_b(at); };
    std::vector<std::uint32_t> number_of(std::size_t{1} << pair.planes); // 0: no column has the letter
    std::uint32_t numbers = 0;
    for (std::uint64_t at = 0; at < columns; ++at)
        if (std::uint32_t& number = number_of[of_column(at)]; number == 0) number = ++numbers;
    if ((numbers + 1) * words * sizeof(std::uint64_t) > most_bytes_of_columns) return std::nullopt;
    std::vector<std::uint64_t> differ((numbers + 1) * words, ~std::uint64_t{0});
    for (std::uint64_t at = 0; at < columns; ++at)
        differ[number_of[of_column(at)] * words + at / 64] &= ~(std::uint64_t{1} << at % 64);
    struct column_word {
        std::uint64_t deltas[recurrence::vertical];
    };
    column_word above{};
    for (unsigned index = 0; index < recurrence::vertical; ++index)
        above.deltas[index] = recurrence::is_set_above(index) ? ~std::uint64_t{0} : 0;
    std::vector<column_word> kept(words, above);
    for (std::uint64_t row = 0; row < rows; ++row) {
        std::uint64_t edge[recurrence::horizontal];
        for (unsigned index = 0; index < recurrence::horizontal; ++index)
            edge[index] = recurrence::is_set_left(index) ? ~std::uint64_t{0} : 0;
        const std::uint64_t* const letters = differ.data() + number_of[of_row(row)] * words;
        for (std::size_t word = 0; word < words; ++word)
            recurrence::row(letters[word], kept[word].deltas, edge);
        after_row(row);
    }
    std::int64_t cost = static_cast<std::int64_t>(rows);
    for (std::size_t word = 0; word < words; ++word)
        cost += recurrence::rise(kept[word].deltas, word + 1 < words || columns % 64 == 0
                                                        ? ~std::uint64_t{0}
                                                        : (std::uint64_t{1} << columns % 64) - 1);
    return static_cast<std::uint64_t>(cost);
}

} // namespace concord::edit_distance
