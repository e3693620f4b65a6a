// Which sets of the other half each half unites: those of the places that are near to it with few edits. The words near
// to a place are listed place by place, those with the edits that are left as they stand in the text:
//
//     text ACGT...    words of three letters, one edit    CCG GCG TCG   AAG AGG ATG   ...      a letter is replaced
//                                                         CAC GAC TAC   ...                    one stands in front
//                                                         AGT                                  one is skipped
#pragma once

#include "problems/substring/variants/place_neighbourhoods.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class near_halves {
  public:
    /// Halves of so many letters, with up to `few` edits; `other`: the sets of the other half, which has what is left
    /// of all edits. Letters of each text: place p of one is the place (letters - p) of the other half.
    void list(const matching_texts& texts, std::span<const std::size_t> letters_of_texts, unsigned letters,
              unsigned few, bool indels, const set_numbers& other);
    /// As united_sets has them; none where it is in no lane.
    [[nodiscard]] std::span<const std::uint32_t> of_half(std::size_t half) const {
        return std::span(united_).subspan(first_[half], first_[half + 1] - first_[half]);
    }

  private:
    struct near_place {
        std::uint32_t half;
        std::uint32_t set; ///< and lane
    };
    /// The first letters of a half that is near to a place: what is left of it is read from `place` on.
    struct half_beginning {
        std::size_t place;
        std::uint32_t number;
        unsigned letters_left;
        unsigned edits;
    };

    void list_lane(const matching_texts& texts, std::size_t lane, std::size_t letters_of_text);
    void extend(const half_beginning& begun);
    void extend_with(const half_beginning& begun, std::size_t place, unsigned nucleotide, unsigned more) {
        extend({place, begun.number << 2U | nucleotide, begun.letters_left - 1, begun.edits + more});
    }
    void add(std::uint32_t number, unsigned edits);
    void order();

    /// Letters that are read at once.
    static constexpr unsigned letters_at_once = 8;

    unsigned letters_ = 0;
    bool indels_ = false;
    unsigned few_ = 0;
    set_numbers other_{};
    std::span<const std::uint8_t> matching_;  ///< of the lane
    std::vector<std::uint16_t> next_letters_; ///< by place, where as many are plain as next_plain_ tells
    std::vector<std::uint8_t> next_plain_;
    std::size_t lane_ = 0;
    std::size_t first_place_ = 0; ///< from which a half is read
    std::size_t other_place_ = 0; ///< the same of the other half
    std::vector<near_place> near_;
    std::vector<std::uint8_t> lanes_;  ///< of each half, a bit each
    std::vector<std::uint32_t> first_; ///< of each half, and the end
    std::vector<std::uint32_t> next_;
    std::vector<std::uint32_t> united_;
};

} // namespace concord::substring
