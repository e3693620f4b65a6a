// The words of the pieces of windows, and what is near to them: one set of all words, wherever they stand, or a set for
// each piece of those that stand where that piece of some window can (piece_row.hpp).
//
//     reads of 20 letters, windows of 16       A C G T T G C A A C G G T C A T A G G C
//     two pieces of 8: where they can begin    | . . . |       | . . . |                5 places each, of 13
#pragma once

#include "base/unset_vector.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/ball_counts.hpp"
#include "problems/substring/cpu/words/word_set.hpp"
#include "problems/substring/piece_row.hpp"
#include "problems/substring/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::substring {

/// Some words, and what is near to each.
struct piece_set {
    word_margins margins; ///< of the words
    word_set words;
    base::unset_vector<bounds_of_word> bounds; ///< by the number of a word

    [[nodiscard]] bounds_of_word bound_of(const front_and_end& word) const {
        return bounds[words.rank(word.front, word.end)];
    }
};

class piece_sets {
  public:
    /// Of windows of `length` letters.
    piece_sets(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
               const piece_words& words, const piece_row& row, std::uint64_t length)
        : by_places_(words.by_places) {
        const std::size_t count = words.by_places ? row.size() : 1;
        sets_.reserve(count);
        for (std::size_t piece = 0; piece < count; ++piece) {
            word_margins margins;
            if (words.by_places) margins = {row.begins[piece], length - row.begins[piece] - words.letters};
            word_set all(given, letters, words.letters, resources.workers, margins);
            auto bounds = ball_bounds(given, resources, all, words.mismatches);
            sets_.push_back({margins, std::move(all), std::move(bounds)});
        }
    }

    [[nodiscard]] const std::vector<piece_set>& all() const noexcept { return sets_; }
    [[nodiscard]] bool are_by_places() const noexcept { return by_places_; }
    /// The number of the set that a piece's words are in, and the set.
    [[nodiscard]] std::size_t number(std::size_t piece) const noexcept { return are_by_places() ? piece : 0; }
    [[nodiscard]] const piece_set& of(std::size_t piece) const noexcept { return sets_[number(piece)]; }
    [[nodiscard]] const split_word& split() const noexcept { return sets_.front().words.split(); }
    /// Of a word.
    [[nodiscard]] unsigned letters() const noexcept { return sets_.front().words.length(); }

  private:
    bool by_places_;
    std::vector<piece_set> sets_;
};

} // namespace concord::substring
