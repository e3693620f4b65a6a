// How many windows are within k mismatches of each word of a table, several letters in a pass: a tile of the table, the
// words that differ in these letters alone, has room in a multiprocessor's shared memory, and the table is read and
// written once for all of them.
//
//   bits of a word     high plane ···hh·····  low plane ···ll··iii      l, h: the letters of the pass
//   of a tile          hhlliii                                          i: neighbours, so that whole sectors are read
//
// One letter of it is what spread_piece_counts (piece_steps.hpp) does to a whole table.
#pragma once

#include "base/bits.hpp"
#include "problems/substring/gpu/near_place_steps.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace concord::substring {

/// One pass over a table; its tiles are independent of each other.
struct word_pass {
    place_table table;
    unsigned first;      ///< letter of the pass
    unsigned letters;    ///< of it
    unsigned neighbours; ///< bits of a word below its letters
    unsigned left;       ///< letters that later passes spread

    [[nodiscard]] CONCORD_HD std::uint64_t tiles() const {
        return std::uint64_t{1} << (2 * (table.letters - letters) - neighbours);
    }
    [[nodiscard]] CONCORD_HD unsigned words() const { return 1U << (2 * letters + neighbours); }
    /// Of a tile, in numbers: rows() of words() each.
    [[nodiscard]] CONCORD_HD unsigned entries() const { return words() * table.rows; }

    /// The word of the table that is the tile's `index`-th.
    [[nodiscard]] CONCORD_HD std::uint64_t word(std::uint64_t tile, unsigned index) const {
        const std::uint64_t of_letters = index >> neighbours;
        const std::uint64_t others = with_zeros(with_zeros(tile << neighbours, first), table.letters + first);
        return others | (index & base::low_bits<std::uint64_t>(neighbours)) |
               (of_letters & base::low_bits<std::uint64_t>(letters)) << first |
               of_letters >> letters << (table.letters + first);
    }

    /// Reads one word's counts: of all words with at most so many mismatches, from the first pass on.
    CONCORD_HD void read(std::uint64_t tile, unsigned index, std::uint32_t* entries) const {
        const std::uint32_t* const from = table.counts + word(tile, index);
        std::uint32_t before = 0;
        for (unsigned row = first == 0 ? 0 : table.first_row(left + letters); row < table.rows; ++row) {
            std::uint32_t count = from[row * table.of_row()];
            if (first == 0) before = count += before;
            entries[row * words() + index] = count;
        }
    }
    /// One letter more in which the words of four entries may differ; `letter`: of the pass.
    CONCORD_HD void spread(unsigned letter, unsigned index, std::uint32_t* entries) const {
        const words_of_place place(index, letters, neighbours + letter);
        const unsigned last = table.first_row(left + letters - 1 - letter);
        std::uint32_t here[4];
        for (unsigned each = 0; each < 4; ++each)
            here[each] = entries[(table.rows - 1) * words() + place.word[each]];
        for (unsigned row = table.rows - 1; row > 0 && row >= last; --row) {
            std::uint32_t fewer[4];
            std::uint32_t all = 0;
            for (unsigned each = 0; each < 4; ++each)
                all += fewer[each] = entries[(row - 1) * words() + place.word[each]];
            for (unsigned each = 0; each < 4; ++each) {
                entries[row * words() + place.word[each]] = here[each] + all - fewer[each];
                here[each] = fewer[each];
            }
        }
    }
    /// Writes what later passes, or the caller, need of one word.
    CONCORD_HD void write(std::uint64_t tile, unsigned index, const std::uint32_t* entries) const {
        std::uint32_t* const to = table.counts + word(tile, index);
        for (unsigned row = table.first_row(left); row < table.rows; ++row)
            to[row * table.of_row()] = entries[row * words() + index];
    }

  private:
    /// With zeros for the letters in front of a bit.
    [[nodiscard]] CONCORD_HD std::uint64_t with_zeros(std::uint64_t bits, unsigned at) const {
        const std::uint64_t below = bits & base::low_bits<std::uint64_t>(at);
        return (bits - below) << letters | below;
    }
};

/// Passes whose tiles have so many numbers at most, at least one letter each.
[[nodiscard]] inline std::vector<word_pass> passes_of(const place_table& table, unsigned most_entries) {
    constexpr unsigned bits_of_sector = 4;
    const auto letters_of = [&](unsigned first) {
        unsigned letters = 1;
        const unsigned neighbours = std::min(first, bits_of_sector);
        while (first + letters < table.letters &&
               (std::uint64_t{table.rows} << (2 * (letters + 1) + neighbours)) <= most_entries)
            ++letters;
        return letters;
    };
    std::vector<word_pass> passes;
    for (unsigned first = 0; first < table.letters;) {
        const unsigned letters = letters_of(first);
        passes.push_back({table, first, letters, std::min(first, bits_of_sector), table.letters - first - letters});
        first += letters;
    }
    return passes;
}

} // namespace concord::substring
