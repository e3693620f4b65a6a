// Unique matches without an LCP array, where the letters in front of the suffixes are known: few neighbours in the
// suffix array come into question, and only those are compared.
//
//   in front     c g g g t t     A match begins behind different letters, so only the first suffix of each run of equal
//   suffix of    A A B A B B     ones is compared with the one before it, and only if the other one is of the other
//   compared       .     *       collection. Such prefixes have O(n log n) letters together.
#pragma once

#include "problems/overlap/suffix_names.hpp"
#include "problems/overlap/tables.hpp"
#include "problems/overlap/tuning.hpp"
#include "suffixes/chosen_places.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::overlap {

/// Letters of a text in which unique matches are looked for: A is [0, end_of_a), B, or one strand of it, [first_of_b,
/// end_of_b).
struct unique_pieces {
    std::uint64_t end_of_a;
    std::uint64_t first_of_b;
    std::uint64_t end_of_b;
};

/// Suffixes of A and B in their order, and the letter in front of each, as preceding_letters has them.
template <class Position>
struct preceded_suffixes {
    const Position* positions;
    const std::uint8_t* letters;
    std::size_t size;
};

/// Neighbours of a list that share at least `min_length` letters and more than with their other neighbours in it.
/// Sources: Kärkkäinen, Manzini and Puglisi, "Permuted longest-common-prefix array" (the bound).
template <class Position>
class unique_neighbours {
  public:
    unique_neighbours(const text_view& text, std::uint64_t end_of_a, std::uint64_t min_length)
        : text_(text), end_of_a_(static_cast<Position>(end_of_a)), min_length_(min_length),
          least_in_window_(
              static_cast<unsigned>(std::min<std::uint64_t>(min_length, text.letters_per_window()) * text.bits)) {}

    /// Calls found(position, position, length) for those of which the second suffix is in [first, last) of the list,
    /// first > 0. A pair may not be maximal where the letters in front of both are equal.
    template <class Found>
    void find(const preceded_suffixes<Position>& of, std::size_t first, std::size_t last, const Found& found) {
        for (; first < last; first += suffixes::chosen_places::at_a_time) {
            const Position* const here = of.positions + first;
            const std::uint8_t* const letters = of.letters + first;
            const Position border = end_of_a_;
            places_.list(std::min<std::uint64_t>(last - first, suffixes::chosen_places::at_a_time),
                         [=](std::uint64_t place) {
                             const Position* const suffix = here + place;
                             const unsigned across =
                                 static_cast<unsigned>(suffix[0] < border) ^ static_cast<unsigned>(suffix[-1] < border);
                             return (across & suffixes::begins_run(letters + place)) != 0;
                         });
            for (std::uint64_t at = 0; at < places_.size(); ++at) {
                if (at + tuning::far_ahead < places_.size()) {
                    const Position* const later = here + places_[at + tuning::far_ahead];
                    prefetch(later[0]);
                    prefetch(later[-1]);
                }
                look_at(of, first + places_[at], found);
            }
        }
    }

  private:
    void prefetch(std::uint64_t position) const {
        __builtin_prefetch(text_.letters + position * text_.bits / suffixes::bits_per_word);
    }

    template <class Found>
    void look_at(const preceded_suffixes<Position>& of, std::size_t at, const Found& found) const {
        const std::uint64_t before = of.positions[at - 1];
        const std::uint64_t here = of.positions[at];
        const std::uint64_t differ = text_.window(before) ^ text_.window(here);
        if (differ != 0 && base::leading_zeros(differ) < least_in_window_) return;
        const std::uint64_t length = common_prefix(text_, before, here, 0);
        if (length < min_length_) return;
        const auto is_shared = [&](std::uint64_t a, std::uint64_t b) {
            return common_prefix(text_, a, b, 0, length) >= length;
        };
        if (at > 1 && is_shared(of.positions[at - 2], before)) return;
        if (at + 1 < of.size && is_shared(here, of.positions[at + 1])) return;
        found(before, here, length);
    }

    const text_view& text_;
    Position end_of_a_;
    std::uint64_t min_length_;
    unsigned least_in_window_; ///< bits of letters that matches of this length share in a window
    suffixes::chosen_places places_;
};

/// The suffixes of some ranks that are of A or of one strand of B, with two before them and one behind, which are
/// compared with them: a copy, without those of the other strands between them.
template <class Position>
class listed_suffixes {
  public:
    /// Ranks [first, last) of suffixes that are preceded by a known letter. Time: their number, and how far away the
    /// others are.
    listed_suffixes(const arrays<Position>& of, const unique_pieces& pieces, std::uint64_t first, std::uint64_t last)
        : positions_(last - first + most_before + most_behind), letters_(positions_.size()) {
        // Locals: a store of bytes may change anything else, so that the loop would read it again.
        const Position* const suffixes = of.suffixes.data();
        const std::uint8_t* const preceding = of.preceding;
        const std::uint64_t skipped = of.first_preceded;
        const auto end_of_a = static_cast<Position>(pieces.end_of_a);
        const auto first_of_b = static_cast<Position>(pieces.first_of_b);
        const auto letters_of_b = static_cast<Position>(pieces.end_of_b - pieces.first_of_b);
        Position* const positions = positions_.data();
        std::uint8_t* const letters = letters_.data();
        const auto put = [=](std::uint64_t rank, std::size_t at) { // how many are listed: 0 or 1, without a branch
            const Position position = suffixes[rank];
            positions[at] = position;
            letters[at] = preceding[rank - skipped];
            return static_cast<unsigned>(position < end_of_a) |
                   static_cast<unsigned>(static_cast<Position>(position - first_of_b) < letters_of_b);
        };
        std::size_t size = most_before;
        for (std::uint64_t rank = first; rank < last; ++rank)
            size += put(rank, size);
        size_ = last_ = size;
        if (last_ == most_before) return; // and where many have none in a row, nothing is looked for around each
        for (std::uint64_t rank = first; rank > skipped && begin_ > 0;)
            begin_ -= put(--rank, begin_ - 1);
        for (std::uint64_t rank = last; rank < of.suffixes.size() && size_ == last_; ++rank)
            size_ += put(rank, size_);
    }

    [[nodiscard]] preceded_suffixes<Position> all() const {
        return {positions_.data() + begin_, letters_.data() + begin_, size_ - begin_};
    }
    /// Where those of the ranks begin and end in all(), but for the very first suffix.
    [[nodiscard]] std::size_t first() const { return std::max<std::size_t>(1, most_before - begin_); }
    [[nodiscard]] std::size_t last() const { return last_ - begin_; }

  private:
    static constexpr std::size_t most_before = 2;
    static constexpr std::size_t most_behind = 2; ///< one of them is written and not kept
    std::vector<Position> positions_;
    std::vector<std::uint8_t> letters_;
    std::size_t begin_ = most_before;
    std::size_t size_ = 0;
    std::size_t last_ = 0;
};

} // namespace concord::overlap
