// Words of nucleotides against the windows that share a piece with them but for a few letters, step by step
// (marked_sequences.hpp).
//
//   word       ACGTTGCAAC         two pieces, the first letters and the last ones
//   key        ACGT|TGCAAC        a piece in front, what is left of the word behind it: sorted, windows with one piece
//                                 are neighbours, and to test one is to look at what is left
#pragma once

#include "base/bits.hpp"
#include "problems/substring/gpu/ball_union_steps.hpp"
#include "problems/substring/gpu/window_sets.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace concord::substring {

/// Letters of a word at least, and of a piece at most: each of 4^9 pieces has a place in a table;
inline constexpr unsigned least_letters_of_marking = 6;
inline constexpr unsigned most_letters_of_marked_piece = 9;
/// And of a word at most, so that what is left without a piece has 32 bits.
inline constexpr unsigned most_letters_of_marking = most_letters_of_marked_piece + 16;
/// Words of a block at most, whatever room their rows have.
inline constexpr unsigned most_words_of_marking = 16;

/// Parts of windows with one piece, on average so many, where a block has so many pieces of a ball: enough for its
/// warps.
[[nodiscard]] inline unsigned parts_of_windows(double windows, double pieces) {
    constexpr double wanted = 2048; // windows of a ball's piece or part of it, which warps take
    constexpr double least = 256;   // windows of a part
    return static_cast<unsigned>(std::clamp(std::min(wanted / pieces, windows / least), 1.0, 256.0));
}

/// Words whose rows of bits a block has room for.
[[nodiscard]] inline unsigned words_of_marking(std::uint64_t sequences, std::uint64_t bytes_of_block) {
    const std::uint64_t bytes = (sequences + 31) / 32 * sizeof(std::uint32_t);
    return static_cast<unsigned>(std::min<std::uint64_t>(bytes_of_block / bytes, most_words_of_marking));
}

/// By what words of so many letters within `radius` of one differ from it: bits of the low plane, and of the high one.
[[nodiscard]] inline std::vector<std::uint32_t> ball_of(unsigned letters, unsigned radius) {
    std::vector<std::uint32_t> ball{0};
    std::size_t of_nearer = 0; // those that differ in one letter fewer begin here
    for (unsigned differing = 1; differing <= std::min(radius, letters); ++differing) {
        const std::size_t end = ball.size();
        for (; of_nearer < end; ++of_nearer) {
            const std::uint32_t nearer = ball[of_nearer];
            for (unsigned letter = 0; letter < letters; ++letter) {
                if (((nearer | nearer >> letters) & base::low_bits<std::uint32_t>(letters)) >> letter != 0) continue;
                for (std::uint32_t by = 1; by < 4; ++by)
                    ball.push_back(nearer | (by & 1U) << letter | (by >> 1U) << (letters + letter));
            }
        }
    }
    return ball;
}

/// The pieces by which near windows are found, and how far those of near windows are apart.
struct two_pieces {
    unsigned first; ///< letters
    unsigned last;  ///< letters
    unsigned radius_of_first;
    unsigned radius_of_last;
    double tested; ///< windows for a word, by chance
    double taken;  ///< the same, with what each piece of a ball takes beside them
};

/// Those that take the least among so many windows; 0 < mismatches < length.
[[nodiscard]] inline two_pieces pieces_of(unsigned length, std::uint64_t mismatches, double windows) {
    // Windows that take as long as a piece of which there are none; and how much more each takes by the last piece,
    // which words of a block rarely share.
    constexpr double beside_piece = 100;
    constexpr double of_own = 1.3;
    const auto words_of_ball = [](unsigned letters, std::uint64_t radius) {
        double words = 0;
        double of_radius = 1;
        for (unsigned differing = 0; differing <= std::min<std::uint64_t>(letters, radius); ++differing) {
            words += of_radius;
            of_radius *= 3.0 * (letters - differing) / (differing + 1);
        }
        return words;
    };
    const unsigned first = std::min(length / 2, most_letters_of_marked_piece);
    const unsigned last = std::min(length - first, most_letters_of_marked_piece);
    const double of_first = windows / std::exp2(2 * first);
    const double of_last = windows / std::exp2(2 * last);
    two_pieces best{first, last, 0, 0, 0, std::numeric_limits<double>::infinity()};
    for (std::uint64_t radius = 0; radius < mismatches; ++radius) {
        const double by_first = words_of_ball(first, radius);
        const double by_last = words_of_ball(last, mismatches - 1 - radius);
        const double taken = by_first * (of_first + beside_piece) + of_own * by_last * (of_last + beside_piece);
        if (taken < best.taken)
            best = {first,
                    last,
                    static_cast<unsigned>(radius),
                    static_cast<unsigned>(mismatches - 1 - radius),
                    by_first * of_first + by_last * of_last,
                    taken};
    }
    return best;
}

/// A word: the low plane, and the high one above bit 32; letters that are ambiguous.
struct word_and_ambiguous {
    std::uint64_t word;
    std::uint32_t ambiguous;
};

/// Words as keys that begin with a piece: its high plane, its low one, and both planes of what is left.
struct piece_keys {
    unsigned length; ///< of a word
    unsigned first;  ///< letter of the piece
    unsigned size;   ///< letters of it, fewer than the word has

    [[nodiscard]] CONCORD_HD unsigned left() const { return length - size; }
    /// What is left of a plane, below the piece.
    [[nodiscard]] CONCORD_HD std::uint64_t key(std::uint64_t word) const {
        const auto part = [&](std::uint64_t plane) {
            const std::uint64_t before = plane & base::low_bits<std::uint64_t>(first);
            const std::uint64_t behind = plane >> (first + size) & base::low_bits<std::uint64_t>(left() - first);
            return before | behind << first;
        };
        const auto piece = [&](std::uint64_t plane) { return plane >> first & base::low_bits<std::uint64_t>(size); };
        const std::uint64_t high = word >> 32U;
        return (piece(high) << size | piece(word)) << 2 * left() | part(high) << left() | part(word);
    }
    [[nodiscard]] CONCORD_HD std::uint32_t piece_of(std::uint64_t key) const {
        return static_cast<std::uint32_t>(key >> 2 * left());
    }
    [[nodiscard]] CONCORD_HD unsigned pieces_differing(std::uint32_t by) const {
        return base::count_ones((by | by >> size) & base::low_bits<std::uint32_t>(size));
    }
    [[nodiscard]] CONCORD_HD std::uint32_t rest_of(std::uint64_t key) const {
        return static_cast<std::uint32_t>(key & base::low_bits<std::uint64_t>(2 * left()));
    }
    /// Letters that differ in what is left.
    [[nodiscard]] CONCORD_HD unsigned rests_differing(std::uint32_t one, std::uint32_t other) const {
        const std::uint32_t by = one ^ other;
        return base::count_ones((by | by >> left()) & base::low_bits<std::uint32_t>(left()));
    }
};

/// Windows by one of their pieces.
struct windows_by_piece {
    piece_keys keys;
    const std::uint32_t* rests;     ///< what is left of each, those with one piece together
    const std::uint32_t* sequences; ///< of these
    const std::uint32_t* first;     ///< of each piece, and the end
    const std::uint32_t* ball;      ///< by what near pieces differ
    std::uint32_t near;             ///< of them
    unsigned parts;                 ///< in which those with one piece are tested side by side
};

/// Words whose sequences are marked, in the order of their first pieces, and what they are compared with.
struct marked_work {
    windows_by_piece sides[2];
    const std::uint64_t* keys[2]; ///< of the words, by either piece
    const std::uint64_t* words;
    const std::uint32_t* own; ///< sequence of each
    std::uint64_t first;      ///< of the words that are counted now
    std::uint64_t count;
    unsigned mismatches;
    bool many_near; ///< of those that are tested
    std::uint64_t sequences;
    const word_and_ambiguous* ambiguous; ///< windows with an ambiguous letter
    const std::uint32_t* of_ambiguous;   ///< their sequences
    std::uint64_t ambiguous_count;
    const std::uint32_t* copies; ///< by sequence: how many it represents; null: one each
    std::uint32_t* supports;     ///< by word

    [[nodiscard]] CONCORD_HD std::uint64_t words_of_row() const { return (sequences + 31) / 32; }
    [[nodiscard]] CONCORD_HD bool is_near(std::uint64_t word, std::uint64_t index) const {
        const std::uint64_t by = word ^ ambiguous[index].word;
        return base::count_ones(static_cast<std::uint32_t>(by | by >> 32U) | ambiguous[index].ambiguous) <= mismatches;
    }
    /// Sequences that a word of a row marks.
    [[nodiscard]] CONCORD_HD std::uint32_t marked(std::uint32_t bits, std::uint64_t word_of_row) const {
        if (copies == nullptr) return base::count_ones(bits);
        std::uint32_t sum = 0;
        for (; bits != 0; bits &= bits - 1)
            sum += copies[word_of_row * 32 + base::lowest_one(bits)];
        return sum;
    }
};

/// The window at a position.
[[nodiscard]] CONCORD_HD inline word_and_ambiguous word_at(const sequence::letters_view& letters, std::uint64_t length,
                                                           std::uint64_t position) {
    const letters_of_window window = window_at(letters, length, position);
    return {window.low | std::uint64_t{window.high} << 32U, window.ambiguous};
}

/// Step: a window's key by a piece, and its sequence.
struct key_by_piece {
    collection given;
    piece_keys keys;
    const std::uint64_t* positions;
    std::uint64_t* to;
    std::uint32_t* sequences;

    CONCORD_HD void operator()(std::uint64_t index) const {
        to[index] = keys.key(word_at(given.letters, keys.length, positions[index]).word);
        sequences[index] = static_cast<std::uint32_t>(given.sequence_at(positions[index]));
    }
};

/// Step: what is left of a key without its piece.
struct leave_rests {
    piece_keys keys;
    const std::uint64_t* sorted;
    std::uint32_t* rests;
    CONCORD_HD void operator()(std::uint64_t index) const { rests[index] = keys.rest_of(sorted[index]); }
};

/// Step, for each key and the end: where the pieces up to its own begin.
struct list_pieces {
    piece_keys keys;
    const std::uint64_t* sorted;
    std::uint64_t count;
    std::uint32_t* first;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint32_t from = index == 0 ? 0 : keys.piece_of(sorted[index - 1]) + 1;
        const std::uint32_t to = index == count ? 1U << 2 * keys.size : keys.piece_of(sorted[index]);
        for (std::uint32_t piece = from; piece <= to; ++piece)
            first[piece] = static_cast<std::uint32_t>(index);
    }
};

/// Step: a word's key by its first piece, and its number.
struct number_by_piece {
    collection given;
    piece_keys keys;
    const std::uint64_t* positions;
    std::uint64_t* to;
    std::uint32_t* ranks;

    CONCORD_HD void operator()(std::uint64_t index) const {
        to[index] = keys.key(word_at(given.letters, keys.length, positions[index]).word);
        ranks[index] = static_cast<std::uint32_t>(index);
    }
};

/// Step: what else is known of a word, in order.
struct complete_words {
    collection given;
    piece_keys last; ///< by the last piece
    const std::uint64_t* positions;
    const std::uint32_t* ranks;
    std::uint64_t* keys;
    std::uint64_t* words;
    std::uint32_t* own;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t position = positions[ranks[index]];
        words[index] = word_at(given.letters, last.length, position).word;
        keys[index] = last.key(words[index]);
        own[index] = static_cast<std::uint32_t>(given.sequence_at(position));
    }
};

/// Step: a window with an ambiguous letter.
struct list_ambiguous {
    collection given;
    std::uint64_t length;
    const std::uint64_t* positions;
    word_and_ambiguous* windows;
    std::uint32_t* sequences;

    CONCORD_HD void operator()(std::uint64_t index) const {
        windows[index] = word_at(given.letters, length, positions[index]);
        sequences[index] = static_cast<std::uint32_t>(given.sequence_at(positions[index]));
    }
};

} // namespace concord::substring
