// How a window is cut into pieces for bounds of its support: some disjoint words of q letters, each with some
// mismatches of its own. A sequence that holds the window within k mismatches holds one of the pieces within its own,
// if these, each with one more, add up to k + 1 (the pigeonhole principle).
//
//     window      . . . ACGTACGTTGCA . TTGACCATGACC . GATTACAGATTA . .        k = 8, three pieces
//     pieces            within 2       within 2       within 2               3 + 3 + 3 = k + 1
//     support     <=    5             + 7            + 83,120                of any pieces that do not overlap, and any
//                                                                            numbers of mismatches that add up so: the
//                                                                            least
//
// Words are counted wherever they stand in a sequence, so that each piece may be any word of the window; or, where
// windows are nearly whole sequences, for each piece apart where that piece of some window can stand, which are few.
#pragma once

#include "base/host_device.hpp"
#include "problems/substring/problem.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace concord::substring {

inline constexpr unsigned most_mismatches_of_piece = 3;
inline constexpr unsigned most_letters_of_piece = 16;
inline constexpr unsigned most_places_of_pieces = 33; ///< k + 1
inline constexpr unsigned all_of_support = 240;       ///< bounds are parts of the support, rounded up, in 8 bits

/// What is near to a word, with up to 0, 1, 2 and 3 mismatches: a byte each, the first one lowest.
using bounds_of_word = std::uint32_t;

[[nodiscard]] CONCORD_HD inline unsigned bound_within(bounds_of_word bounds, unsigned mismatches) {
    return bounds >> 8 * mismatches & 0xFFU;
}
/// So many sequences, as a part of the support.
[[nodiscard]] CONCORD_HD inline unsigned part_of_support(std::uint64_t sequences, std::uint64_t support) {
    return sequences >= support ? all_of_support
                                : static_cast<unsigned>((sequences * all_of_support + support - 1) / support);
}

/// The least sum of bounds of pieces of a window, of any that do not overlap: least[i][p] is that of pieces in the
/// first i letters whose mismatches, each with one more, add up to p. bounds_at(i): of the word that begins with letter
/// i; a word has at most most_letters_of_piece, and places = k + 1 is below most_places_of_pieces. Time O(length *
/// places).
template <class BoundsAt>
[[nodiscard]] CONCORD_HD unsigned least_sum_of_pieces(std::uint64_t length, unsigned letters, unsigned places,
                                                      BoundsAt bounds_at) {
    std::uint8_t least[most_letters_of_piece + 1][most_places_of_pieces]; // of the last letters, in turn
    const unsigned rows = letters + 1;
    for (unsigned row = 0; row < rows; ++row)
        for (unsigned place = 0; place <= places; ++place)
            least[row][place] = place == 0 ? 0 : all_of_support;
    unsigned here = letters - 1; // of the row of so many letters
    for (std::uint64_t end = letters; end <= length; ++end) {
        const unsigned last = here;
        here = here + 1 == rows ? 0 : here + 1;
        const unsigned before = here + 1 == rows ? 0 : here + 1; // `letters` letters ago
        const bounds_of_word word = bounds_at(end - letters);
        std::uint8_t ended[most_places_of_pieces];
        for (unsigned place = 0; place <= places; ++place)
            ended[place] = least[last][place];
        for (unsigned within = 0; within <= most_mismatches_of_piece; ++within) {
            const unsigned bound = bound_within(word, within);
            if (bound >= all_of_support) break;
            for (unsigned place = 0; place <= places; ++place) {
                const unsigned to = place + within + 1 < places ? place + within + 1 : places;
                const unsigned sum = least[before][place] + bound;
                if (sum < ended[to]) ended[to] = static_cast<std::uint8_t>(sum);
            }
        }
        for (unsigned place = 0; place <= places; ++place)
            least[here][place] = ended[place];
    }
    return least[here][places];
}

/// The least sum of bounds of some pieces, whose mismatches, each with one more, add up to places = k + 1, by which of
/// these each has: bounds_at(piece). Time O(pieces * places).
template <class BoundsAt>
[[nodiscard]] unsigned least_sum_of_row(std::size_t pieces, unsigned places, BoundsAt bounds_at) {
    std::array<unsigned, most_places_of_pieces> least;
    least.fill(all_of_support);
    least[0] = 0;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const bounds_of_word word = bounds_at(piece);
        for (unsigned place = places + 1; place-- > 0;) // of the pieces before it
            for (unsigned within = 0; within <= most_mismatches_of_piece; ++within) {
                unsigned& with = least[std::min(place + within + 1, places)];
                with = std::min(with, least[place] + bound_within(word, within));
            }
    }
    return least[places];
}

/// Pieces in a row: as many words as a window has room for, spread over it, their mismatches as even as can be.
struct piece_row {
    piece_row(std::uint64_t length, unsigned letters, std::uint64_t mismatches) {
        const std::uint64_t pieces = std::min(length / letters, mismatches + 1);
        const std::uint64_t spare = length - pieces * letters;
        for (std::uint64_t piece = 0; piece < pieces; ++piece) {
            begins.push_back(
                static_cast<std::uint32_t>(piece * letters + (pieces > 1 ? spare * piece / (pieces - 1) : 0)));
            const std::uint64_t places = (mismatches + 1) / pieces + (piece < (mismatches + 1) % pieces ? 1 : 0);
            within.push_back(static_cast<std::uint32_t>(places - 1));
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return begins.size(); }

    std::vector<std::uint32_t> begins; ///< in the window
    std::vector<std::uint32_t> within; ///< mismatches: the most first
};

/// Words of so many letters, and the greatest number of mismatches that they are counted with.
struct piece_words {
    unsigned letters = 0; ///< 0: no words tell enough
    unsigned mismatches = 0;
    double cost = 0;        ///< of counting them, and of a look at all windows, as the device counts
    bool by_places = false; ///< for each piece apart, where it can stand
};

/// visit(letters, row, near) for all words by which windows of `length` letters can be bounded: how windows are cut
/// into these, and how many random ones are expected to be near to some piece of one, which are few beside the support.
/// `places`: where a piece may stand.
template <class Visit>
void for_each_piece_words(const problem& given, std::uint64_t length, unsigned least_letters, double places,
                          Visit visit) {
    if (given.mismatches == 0 || given.support < 2 || given.mismatches + 1 >= most_places_of_pieces) return;
    const double most = static_cast<double>(given.support) * tuning::random_share_of_bounds;
    const auto longest = static_cast<unsigned>(std::min<std::uint64_t>(length, most_letters_of_piece));
    for (unsigned letters = least_letters; letters <= longest; ++letters) {
        const piece_row row(length, letters, given.mismatches);
        double near = 0;
        for (const std::uint32_t within : row.within)
            near += places * chance_of_survival(letters, within, given.chance_match);
        if (row.within.front() <= most_mismatches_of_piece && near < most) visit(letters, row, near);
    }
}

/// The words of which random ones are expected to leave the least; cost(letters, mismatches) says what they take, or
/// infinity.
template <class Cost>
[[nodiscard]] piece_words choose_piece_words(const problem& given, std::uint64_t length, unsigned least_letters,
                                             double places, Cost cost) {
    piece_words best;
    double least = std::numeric_limits<double>::infinity();
    for_each_piece_words(given, length, least_letters, places,
                         [&](unsigned letters, const piece_row& row, double near) {
                             if (near >= least) return;
                             const double instructions = cost(letters, row.within.front());
                             if (instructions == std::numeric_limits<double>::infinity()) return;
                             least = near / tuning::gain_of_longer_pieces;
                             best = {letters, row.within.front(), instructions};
                         });
    return best;
}

/// Parts of the support from which on a piece is frequent: clearly more than random words hold.
[[nodiscard]] inline unsigned frequent_pieces_from(const problem& given, unsigned letters, const piece_row& row,
                                                   double places) {
    double near = 0;
    for (const std::uint32_t within : row.within)
        near = std::max(near, places * chance_of_survival(letters, within, given.chance_match));
    const double parts = near / static_cast<double>(given.support) * all_of_support;
    return static_cast<unsigned>(tuning::frequent_beside_random * parts) + 2;
}

/// Whether it is of use to tell rare pieces of a window from frequent ones: all of them may have too much of the
/// support together.
[[nodiscard]] inline bool are_rare_pieces_little(const piece_row& row, unsigned frequent, std::size_t most_pieces) {
    const double all_rare = static_cast<double>((frequent - 1) * row.size()) / all_of_support;
    return all_rare <= tuning::most_support_by_rare_pieces && row.size() <= most_pieces;
}

} // namespace concord::substring
