// How many windows are near to each word that begins with some letters, step by step; the table of the letters behind
// these is spread by a machine (spread_words.cuh), as spread_piece_counts (piece_steps.hpp) does it letter by letter.
//
// An ambiguous letter counts as A: so a word is near to at least as many windows as it is.
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "problems/substring/gpu/filter_steps.hpp"
#include "problems/substring/gpu/piece_steps.hpp"
#include "problems/substring/gpu/window_sets.hpp"

#include <cstdint>

namespace concord::substring {

/// Windows whose last letters are a word of a table, and whose first letters are compared with the table's own.
struct words_behind {
    sequence::letters_view letters;
    unsigned before; ///< letters of a beginning
    unsigned size;   ///< letters behind it
    std::uint64_t beginning;

    [[nodiscard]] CONCORD_HD std::uint64_t word(std::uint64_t position) const {
        return piece_words_of_text{letters, size}.at(position + before);
    }
    /// Letters of the window's beginning that differ from the table's.
    [[nodiscard]] CONCORD_HD unsigned differing(std::uint64_t position) const {
        if (before == 0) return 0;
        const std::uint64_t differ = piece_words_of_text{letters, before}.at(position) ^ beginning;
        return base::count_ones((differ | differ >> before) & base::low_bits<std::uint64_t>(before));
    }

    /// Words of the table.
    [[nodiscard]] std::uint64_t count() const { return std::uint64_t{1} << 2 * size; }

    /// Of a whole word, the low plane, and the high one above bit 32: whether it begins like those of the table.
    [[nodiscard]] CONCORD_HD bool begins(std::uint64_t whole) const { return part(whole, 0, before) == beginning; }
    [[nodiscard]] CONCORD_HD std::uint64_t behind(std::uint64_t whole) const { return part(whole, before, size); }

  private:
    [[nodiscard]] static CONCORD_HD std::uint64_t part(std::uint64_t whole, unsigned from, unsigned count) {
        const auto mask = base::low_bits<std::uint64_t>(count);
        return (whole >> (32 + from) & mask) << count | (whole >> from & mask);
    }
};

/// Step: two counts become 0.
struct clear_pairs {
    struct alignas(8) pair {
        std::uint32_t first;
        std::uint32_t second;
    };
    std::uint32_t* counts; ///< at a multiple of eight bytes

    CONCORD_HD void operator()(std::uint64_t index) const { reinterpret_cast<pair*>(counts)[index] = {0, 0}; }
};

/// Counts the windows of a set in the row of their mismatches, 64 positions a step.
struct count_words_behind {
    words_behind words;
    window_weight weight;
    const std::uint64_t* set;
    unsigned rows;
    std::uint64_t of_row;
    std::uint32_t* counts;

    CONCORD_HD void operator()(std::uint64_t index) const {
        for (std::uint64_t rest = set[index]; rest != 0; rest &= rest - 1) {
            const std::uint64_t position = index * windows_per_word + base::lowest_one(rest);
            const unsigned row = words.differing(position);
            if (row < rows) base::atomic_add(counts[row * of_row + words.word(position)], weight.of(position));
        }
    }
};

/// A table of all words of some letters: row by row, how many windows are near to each.
struct place_table {
    std::uint32_t* counts;
    unsigned rows;    ///< k + 1
    unsigned letters; ///< of a word

    [[nodiscard]] CONCORD_HD std::uint64_t of_row() const { return std::uint64_t{1} << 2 * letters; }
    /// Rows before this one tell nothing about the last row when so many letters are left to be spread.
    [[nodiscard]] CONCORD_HD unsigned first_row(unsigned left) const { return rows - 1 > left ? rows - 1 - left : 0; }
};

/// Keeps the windows with the table's beginning that at least so many are near to.
struct keep_near_to_many {
    words_behind words;
    const std::uint64_t* set;
    const std::uint32_t* counts; ///< the last row
    std::int32_t least;          ///< of numbers that may be below 0
    std::uint64_t* kept;

    CONCORD_HD void operator()(std::uint64_t index) const {
        for (std::uint64_t rest = set[index]; rest != 0; rest &= rest - 1) {
            const std::uint64_t position = index * windows_per_word + base::lowest_one(rest);
            if (words.differing(position) == 0 && static_cast<std::int32_t>(counts[words.word(position)]) >= least)
                kept[index] |= rest & (~rest + 1);
        }
    }
};

} // namespace concord::substring
