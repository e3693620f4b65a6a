// Bounds of supports by words of pieces (piece_row.hpp) on a machine, step by step: a table has an entry for each word
// of q nucleotides, and all words within some mismatches of each are counted at once, a letter in a step.
//
//     row 1   AA' = AA + (CA + GA + TA of row 0)       a step has the four words that differ in one place
//
// An ambiguous letter counts as A: so a word is near to at least as much as it is.
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "problems/substring/gpu/filter_steps.hpp"
#include "problems/substring/gpu/window_sets.hpp"
#include "problems/substring/piece_row.hpp"

#include <cstdint>

namespace concord::substring {

/// Words as numbers: the bits of one plane of all letters, then those of the other.
struct piece_words_of_text {
    sequence::letters_view letters;
    unsigned size; ///< letters

    [[nodiscard]] CONCORD_HD std::uint64_t at(std::uint64_t position) const {
        const auto mask = base::low_bits<std::uint64_t>(size);
        return (letters.source(1, position) & mask) << size | (letters.source(0, position) & mask);
    }
};

/// The words that differ in one letter at most, of those without it.
struct words_of_place {
    std::uint64_t word[4];

    CONCORD_HD words_of_place(std::uint64_t index, unsigned size, unsigned letter) {
        const auto below = [](std::uint64_t bits, unsigned at) {
            const std::uint64_t low = bits & base::low_bits<std::uint64_t>(at);
            return (bits - low) << 1U | low; // a 0 there
        };
        const std::uint64_t first = below(below(index, letter), size + letter);
        const std::uint64_t low = std::uint64_t{1} << letter;
        const std::uint64_t high = std::uint64_t{1} << (size + letter);
        word[0] = first;
        word[1] = first | low;
        word[2] = first | high;
        word[3] = first | low | high;
    }
};

/// Counts the word at each position of a set, 64 positions a step.
struct count_piece_words {
    piece_words_of_text words;
    window_weight weight;
    const std::uint64_t* set;
    std::uint32_t* counts;

    CONCORD_HD void operator()(std::uint64_t index) const {
        for (std::uint64_t rest = set[index]; rest != 0; rest &= rest - 1) {
            const std::uint64_t position = index * windows_per_word + base::lowest_one(rest);
            base::atomic_add(counts[words.at(position)], weight.of(position));
        }
    }
};

struct copy_row {
    const std::uint32_t* from;
    std::uint32_t* to;
    CONCORD_HD void operator()(std::uint64_t index) const { to[index] = from[index]; }
};

/// One letter more in which words may differ. Rows are so many counts apart.
struct spread_piece_counts {
    std::uint32_t* counts;
    unsigned rows;
    std::uint64_t of_row;
    unsigned size;
    unsigned letter;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const words_of_place place(index, size, letter);
        for (unsigned row = rows - 1; row > 0; --row) {
            const std::uint32_t* const fewer = counts + (row - 1) * of_row;
            std::uint32_t* const here = counts + row * of_row;
            std::uint32_t all = 0;
            for (const std::uint64_t word : place.word)
                all += fewer[word];
            for (const std::uint64_t word : place.word)
                here[word] += all - fewer[word];
        }
    }
};

/// The bounds of each word, instead of its counts in the first row.
struct bound_piece_words {
    std::uint32_t* counts;
    unsigned rows;
    std::uint64_t of_row;
    std::uint64_t support;

    CONCORD_HD void operator()(std::uint64_t word) const {
        bounds_of_word bounds = 0;
        for (unsigned within = 0; within <= most_mismatches_of_piece; ++within)
            bounds |= (within < rows ? part_of_support(counts[within * of_row + word], support) : all_of_support)
                      << 8 * within;
        counts[word] = bounds;
    }
};

/// What a table says of the word at each position; 0 where none is left.
struct place_words {
    piece_words_of_text words;
    std::uint64_t size; ///< letters of the collection
    const std::uint32_t* table;
    std::uint32_t* of_position;

    CONCORD_HD void operator()(std::uint64_t position) const {
        of_position[position] = position + words.size <= size ? table[words.at(position)] : 0;
    }
};

/// Pieces in a row, on the machine.
struct piece_row_view {
    const std::uint32_t* begins;
    const std::uint32_t* within;
    unsigned pieces;
};

/// Keeps the windows that may have the support by their pieces, marks their frequent pieces (4 bits for each piece of a
/// word: within 0 to 3 mismatches), and what rare ones have together at most.
struct keep_by_pieces {
    static constexpr std::size_t most_marked = 8;

    piece_words_of_text words;
    const std::uint64_t* set;
    std::uint64_t length;
    unsigned places; ///< k + 1
    piece_row_view row;
    const bounds_of_word* of_position;
    unsigned frequent; ///< 0: none is marked
    std::uint32_t* marks;
    std::uint32_t* most_rare;
    std::uint64_t* kept;

    CONCORD_HD void operator()(std::uint64_t position) const {
        if ((set[position / windows_per_word] >> (position % windows_per_word) & 1U) == 0) return;
        unsigned sum = 0;
        for (unsigned piece = 0; piece < row.pieces; ++piece)
            sum += of_piece(position, piece);
        if (sum < all_of_support) return;
        const bounds_of_word* const here = of_position + position;
        if (least_sum_of_pieces(length, words.size, places, [here](std::uint64_t letter) { return here[letter]; }) <
            all_of_support)
            return;
        base::atomic_or(kept[position / windows_per_word], std::uint64_t{1} << (position % windows_per_word));
        if (frequent == 0) return;
        unsigned rare = 0;
        for (unsigned piece = 0; piece < row.pieces; ++piece) {
            const unsigned bound = of_piece(position, piece);
            if (bound < frequent) {
                rare += bound;
                continue;
            }
            std::uint32_t& mark = marks[words.at(position + row.begins[piece])];
            const std::uint32_t bits = std::uint32_t{0xF} << 4 * piece;
            if ((mark & bits) != bits) base::atomic_or(mark, bits);
        }
        if (rare > *most_rare) base::atomic_max(*most_rare, rare);
    }

  private:
    [[nodiscard]] CONCORD_HD unsigned of_piece(std::uint64_t position, unsigned piece) const {
        return bound_within(of_position[position + row.begins[piece]], row.within[piece]);
    }
};

/// One letter more in which words may differ from those that are marked.
struct spread_piece_marks {
    std::uint32_t* marks;
    unsigned size;
    unsigned letter;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const words_of_place place(index, size, letter);
        std::uint32_t any = 0;
        for (const std::uint64_t word : place.word)
            any |= marks[word];
        if (any == 0) return;
        const std::uint32_t further = any << 1U & 0xEEEEEEEEU;
        for (const std::uint64_t word : place.word)
            if ((marks[word] | further) != marks[word]) marks[word] |= further;
    }
};

/// Keeps the windows that have, in its place, a word near to a marked one of any piece.
struct keep_near_marks {
    const std::uint64_t* set;
    piece_row_view row;
    const std::uint32_t* of_position; ///< marks
    std::uint64_t* kept;

    CONCORD_HD void operator()(std::uint64_t position) const {
        if ((set[position / windows_per_word] >> (position % windows_per_word) & 1U) == 0) return;
        for (unsigned piece = 0; piece < row.pieces; ++piece) {
            const std::uint32_t marks = of_position[position + row.begins[piece]];
            if ((marks >> (4 * piece + row.within[piece]) & 1U) == 0) continue;
            base::atomic_or(kept[position / windows_per_word], std::uint64_t{1} << (position % windows_per_word));
            return;
        }
    }
};

} // namespace concord::substring
