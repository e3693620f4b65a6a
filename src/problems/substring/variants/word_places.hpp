// Where the words of a few nucleotides stand in the text, and how far a window reaches from there with mismatches.
//
//     window          CCTTAG[ACGTTGCA]GATTCC         one of its words, with the fewest places near to it
//     near to it            [ACGATGCA]               by the list of each word within k mismatches
//     reach           CCATAG ACGATGCA GAAT|          letters from the first one on with at most k mismatches
//
// A word with letters that match nothing is listed by one of its spellings: it differs from a word in as many places or
// in fewer. So lists of the text as it was before letters were masked still hold all that is near.
#pragma once

#include "problems/substring/variants/pieces.hpp"
#include "runtime/far_array.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class word_places {
  public:
    /// Bytes for so many letters of the text and of a word.
    [[nodiscard]] static double bytes(std::uint64_t text, std::uint64_t letters) noexcept;

    /// Of nucleotides without sets, in fewer than 2^32 letters. Time O(letters of the text + 4^letters).
    word_places(const piece_collection& of, std::uint64_t letters);
    /// Reads these sequences again, of which letters were masked, and drops places of words with more letters that
    /// match nothing than so many mismatches. Time O(their letters + places + 4^letters).
    void update(std::span<const std::uint64_t> masked, std::uint64_t mismatches);

    /// How far a window reaches in all sequences.
    struct reach {
        std::uint64_t length;  ///< letters of its longest prefix that has the support, at most; all of it: it has
        std::uint64_t support; ///< of the window
    };

    /// What one thread needs of it.
    class reader {
      public:
        explicit reader(const word_places& places)
            : places_(places), of_sequence_(places.of_.sequences()), held_(places.of_.sequences() + 1) {}
        /// Of the window, by its word at `offset`. Time O(places near to that word + 4^letters at most).
        [[nodiscard]] reach find(std::uint64_t start, std::uint64_t length, std::uint64_t offset,
                                 std::uint64_t mismatches, std::uint64_t support);

      private:
        const word_places& places_;
        struct held_letters {
            std::uint32_t window = 0; ///< for which it was read last
            std::uint32_t most = 0;   ///< letters that it holds of that one
        };
        std::vector<held_letters> of_sequence_;
        std::vector<std::uint32_t> held_; ///< sequences that hold a part of it, and room for one more
        std::uint32_t windows_ = 0;
    };

    /// A hash of the letters of a window.
    [[nodiscard]] std::uint64_t hash(std::uint64_t start, std::uint64_t length) const noexcept;
    [[nodiscard]] bool are_equal(std::uint64_t one, std::uint64_t other, std::uint64_t length) const noexcept;

  private:
    /// 64 letters of the text.
    struct planes {
        std::uint64_t low = 0;
        std::uint64_t high = 0;
        std::uint64_t nothing = 0; ///< it matches nothing, or is a barrier
    };
    struct place {
        std::uint32_t at;
        std::uint32_t piece;
    };
    /// What is read of a piece for each place in it.
    struct part {
        std::uint32_t first;
        std::uint32_t end;
        std::uint32_t sequence;
    };
    /// From any place on.
    [[nodiscard]] planes at(std::uint64_t place) const noexcept;
    void read(std::uint64_t first, std::uint64_t length);
    [[nodiscard]] std::uint64_t number_at(std::uint64_t place) const noexcept;
    /// visit(place) for all places of words within so many mismatches of one.
    template <class Visit>
    void for_each_near(std::uint64_t number, std::uint64_t mismatches, Visit visit) const;
    /// Letters that two places have in common with so many mismatches, `most` at most. The first 64 of one are given.
    [[nodiscard]] std::uint64_t in_common(const planes& first, std::uint64_t one, std::uint64_t other,
                                          std::uint64_t mismatches, std::uint64_t most) const noexcept;

    const piece_collection& of_;
    std::uint64_t letters_;
    std::vector<planes> text_;
    std::vector<part> parts_;                 ///< the pieces
    runtime::far_array<std::uint32_t> first_; ///< of each word in places_, and the end
    std::vector<place> places_;
};

} // namespace concord::substring
