// Whether a substring occurs at all, a column of the textbook's matrix at a time: most sequences hold no occurrence,
// and need no cell of it. What the search does is not used here, so that it is certified by other means.
//
//   text            A C G G T
//   vertical    A   . - + + +      differences of neighbouring cells of a column: + 1, . 0, - -1, two bits each, so
//   deltas      C   + . - . +      that a column of up to 64 rows is two words (Myers 1999), and the last row is their
//                                  sum, kept as the text goes on
#pragma once

#include "problems/substring/variants/edit_matrix.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class occurrence_screen {
  public:
    static constexpr std::size_t most_letters = 64;

    /// Of a substring with insertions and deletions, of up to most_letters; any other may occur everywhere.
    /// Time O(kinds of letters * letters of the substring).
    occurrence_screen(const piece_collection& in, std::span<const letter> of, const allowance& allowed)
        : length_(of.size()), edits_(allowed.edits),
          is_of_use_(allowed.indels && !of.empty() && of.size() <= most_letters) {
        if (!is_of_use_) return;
        equal_.resize(in.kinds());
        for (std::size_t kind = 0; kind < equal_.size(); ++kind)
            for (std::size_t at = 0; at < of.size(); ++at)
                if (in.match(of[at], static_cast<letter>(kind))) equal_[kind] |= std::uint64_t{1} << at;
    }

    /// False: it does not occur in this text. Time O(letters).
    [[nodiscard]] bool may_occur(std::span<const letter> text) const {
        if (!is_of_use_ || length_ <= edits_) return true;
        std::uint64_t increases = ~std::uint64_t{0};
        std::uint64_t decreases = 0;
        std::uint64_t of_last_row = length_;
        const unsigned last = static_cast<unsigned>(length_ - 1);
        for (const letter one : text) {
            const std::uint64_t equal = equal_[one];
            const std::uint64_t vertical = equal | decreases;
            const std::uint64_t horizontal = (((equal & increases) + increases) ^ increases) | equal;
            std::uint64_t greater = decreases | ~(horizontal | increases);
            std::uint64_t smaller = increases & horizontal;
            of_last_row += greater >> last & 1U;
            of_last_row -= smaller >> last & 1U;
            if (of_last_row <= edits_) return true;
            greater <<= 1U; // the first row is all zeros: an occurrence may begin anywhere
            smaller <<= 1U;
            increases = smaller | ~(vertical | greater);
            decreases = greater & vertical;
        }
        return false;
    }

  private:
    std::uint64_t length_;
    std::uint64_t edits_;
    bool is_of_use_;
    std::vector<std::uint64_t> equal_; ///< by letter of the text: rows whose letter matches it
};

} // namespace concord::substring
