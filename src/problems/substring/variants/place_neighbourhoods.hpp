// Which words of a few nucleotides are near to each place of some texts: those that a text spells from there on with up
// to so many edits. All words that begin there at once are a set, a bit each, made of the sets of words with a letter
// less, as the rows of a matrix of edits are:
//
//     words of a place, e edits      its letter and those of the next place with e      a match
//                                    any letter and those of the next place with e - 1  a substitution
//                                    any letter and those of this place with e - 1      a letter that the text lacks
//                                    those of the next place with e - 1                 a letter that is skipped
//
// The first letter of a word counts most, so that a set is four of the shorter words. Those of more than five letters
// are made in parts, all words with the same first ones, as sets of all places are too large for a cache.
#pragma once

#include "problems/substring/variants/lane_blocks.hpp"
#include "problems/substring/variants/neighbourhood_kernels.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// The text of each of lanes_of_sets lanes, by place what the letter there matches as widened_sets has it; all have the
/// same number of places, behind the text without letters.
struct matching_texts {
    std::vector<std::uint8_t> matching; ///< lane after lane
    std::size_t places = 0;

    /// The same from the last letter on: place p of a text of n letters becomes n - p.
    [[nodiscard]] matching_texts reversed(std::span<const std::size_t> letters) const;
};

/// One of several sets, with `fewest` to `edits` edits.
struct set_numbers {
    std::size_t places;
    std::size_t fewest;
    std::size_t edits;

    [[nodiscard]] std::size_t index(std::size_t lane, std::size_t with, std::size_t place) const noexcept {
        return (lane * (edits + 1 - fewest) + with - fewest) * places + place;
    }
    [[nodiscard]] std::size_t empty() const noexcept { return lanes_of_sets * (edits + 1 - fewest) * places; }
};

/// One thread's sets.
class place_neighbourhoods {
  public:
    static constexpr unsigned least_letters = 4;
    static constexpr unsigned most_letters = 8;
    /// Letters of a word that a part does not fix.
    [[nodiscard]] static constexpr unsigned letters_of_part(unsigned letters) noexcept {
        return letters < 5 ? letters : 5;
    }
    /// Words of 64 bits of a set.
    [[nodiscard]] static constexpr std::size_t words_of_set(unsigned letters) noexcept {
        return entries_of_words(letters_of_part(letters));
    }
    /// Bytes of the sets of so many places of each lane.
    [[nodiscard]] static double bytes(unsigned letters, unsigned edits, std::size_t places);

    place_neighbourhoods(const neighbourhood_kernels& kernels, bool indels) : kernels_(kernels), indels_(indels) {}

    /// visit(number of the part, its sets) for all words of so many letters: the sets of places with `fewest` to
    /// `edits` edits, numbered as set_numbers has them, of which the last one is empty. A word with number w is in part
    /// w >> 2 letters_of_part.
    template <class Visit>
    void for_each_part(const matching_texts& texts, unsigned letters, unsigned fewest, unsigned edits, Visit visit) {
        begin(texts, letters, fewest, edits);
        visit_parts(texts, letters_of_part(letters), 0, visit);
    }

  private:
    /// The sets of all lanes with words of one length.
    struct sets_of_letters {
        lane_rows words;
        std::size_t of_set = 0;
        unsigned first_row = 0;
    };

    /// The sets of words that are not longer than those of a part.
    void begin(const matching_texts& texts, unsigned letters, unsigned fewest, unsigned edits);
    /// Sets of a lane.
    [[nodiscard]] std::size_t of_lane(const sets_of_letters& sets) const noexcept {
        return (edits_ + 1 - sets.first_row) * places_;
    }
    void make_first(const matching_texts& texts, std::size_t lane);
    /// Of all lanes those of one letter more; `quarter`: where the words with this first letter are in a set.
    void widen(const matching_texts& texts, unsigned letters, unsigned letter, std::size_t quarter);

    template <class Visit>
    void visit_parts(const matching_texts& texts, unsigned letters, std::uint64_t number, const Visit& visit) {
        if (letters == letters_) {
            visit(number, static_cast<const std::uint64_t*>(sets_[letters].words.data()));
            return;
        }
        for (unsigned letter = 0; letter < plain_nucleotides; ++letter) {
            widen(texts, letters, letter, 0);
            visit_parts(texts, letters + 1, number | std::uint64_t{letter} << 2 * (letters - 5), visit);
        }
    }

    const neighbourhood_kernels& kernels_;
    bool indels_;
    unsigned letters_ = 0;
    unsigned edits_ = 0;
    std::size_t places_ = 0;
    std::vector<sets_of_letters> sets_; ///< by letters
};

} // namespace concord::substring
