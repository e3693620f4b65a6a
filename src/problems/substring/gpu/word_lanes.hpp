// Sequences as lanes on a device: of each word of 64 places of a sequence, where each letter matches and where a letter
// stands, as in variants/lane_blocks.hpp. Lanes are sorted by their words; 32 of them lie side by side, a slice, so
// that the threads of a warp read next to each other:
//
//   slice 0, of one word      slice 1, of two words                        a row of a word of places: 32 lanes
//   A: [ 32 lanes ]           A: [ word 0, 32 lanes ][ word 1, 32 lanes ]
//   C: [ 32 lanes ] ...       C: ...
//   letters: [ 32 lanes ]     letters: ...                                 where any letter stands
#pragma once

#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "problems/substring/variants/nucleotide_sets.hpp"

#include <cstdint>

namespace concord::substring {

inline constexpr std::uint64_t lanes_of_slice = 32;

/// A text on the device, letter by letter as piece_collection has it.
struct letters_there {
    const std::uint16_t* text;
    const std::uint16_t* kinds; ///< those that words have, in the order of their rows
    const std::uint16_t* row;   ///< of each letter; as many as there are kinds for a letter that matches nothing
    std::uint32_t count;        ///< of these kinds
    std::uint16_t barrier;
    bool has_sets;

    /// Whether a letter of the text matches the letter of a row.
    [[nodiscard]] CONCORD_HD bool match(std::uint32_t of_row, std::uint16_t here) const {
        return has_sets ? (set_of_letter(kinds[of_row]) & set_of_letter(here)) != 0 : kinds[of_row] == here;
    }
};

struct lanes_there {
    std::uint64_t* rows;
    const std::uint64_t* words_before; ///< of each slice: words of 64 places of the slices before; and of all
    const std::uint64_t* first;        ///< of each lane: where its sequence begins in the text
    const std::uint32_t* length;       ///< of each lane: letters and barriers
    std::uint64_t count;               ///< lanes
    std::uint32_t letters;             ///< kinds of letters: there is a row more
    bool is_backward;                  ///< each sequence is read from its last letter on

    [[nodiscard]] CONCORD_HD std::uint64_t rows_of_word() const {
        return (letters + std::uint64_t{1}) * lanes_of_slice;
    }
};

/// One lane.
class lane_there {
  public:
    CONCORD_HD lane_there(const lanes_there& lanes, std::uint64_t lane)
        : words_of_slice_(lanes.words_before[lane / lanes_of_slice + 1] - lanes.words_before[lane / lanes_of_slice]),
          length_(lanes.length[lane]), letters_(lanes.letters),
          rows_(lanes.rows + lanes.words_before[lane / lanes_of_slice] * lanes.rows_of_word() + lane % lanes_of_slice) {
    }

    /// There is a place before the first letter, and one behind each.
    [[nodiscard]] CONCORD_HD std::uint32_t words() const { return length_ / 64 + 1; }
    [[nodiscard]] CONCORD_HD std::uint64_t begins(std::uint32_t word) const {
        return base::low_bits<std::uint64_t>(length_ / 64 == word ? length_ % 64 + 1 : 64);
    }
    /// Behind letters that match that of a row; nowhere for one that matches nothing.
    [[nodiscard]] CONCORD_HD std::uint64_t matches(std::uint32_t row, std::uint32_t word) const {
        return row < letters_ ? rows_[(row * words_of_slice_ + word) * lanes_of_slice] : 0;
    }
    /// Behind any letter.
    [[nodiscard]] CONCORD_HD std::uint64_t steps(std::uint32_t word) const {
        return rows_[(letters_ * words_of_slice_ + word) * lanes_of_slice];
    }

  private:
    std::uint64_t words_of_slice_;
    std::uint32_t length_;
    std::uint32_t letters_;
    const std::uint64_t* rows_;
};

/// Step: all rows of one word of places of a lane; for each of words_before[slices] * lanes_of_slice.
struct make_rows {
    letters_there letters;
    lanes_there lanes;
    std::uint64_t slices;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t of_all = index / lanes_of_slice;
        std::uint64_t slice = 0;
        for (std::uint64_t end = slices; end - slice > 1;) {
            const std::uint64_t middle = slice + (end - slice) / 2;
            (lanes.words_before[middle] <= of_all ? slice : end) = middle;
        }
        const std::uint64_t words = lanes.words_before[slice + 1] - lanes.words_before[slice];
        const std::uint64_t word = of_all - lanes.words_before[slice];
        const std::uint64_t in_slice = index % lanes_of_slice;
        const std::uint64_t lane = slice * lanes_of_slice + in_slice;
        std::uint64_t* const rows = lanes.rows + lanes.words_before[slice] * lanes.rows_of_word() + in_slice;
        const std::uint64_t length = lane < lanes.count ? lanes.length[lane] : 0;
        // Place p is behind letter p - 1.
        const std::uint64_t from = word == 0 ? 1 : 64 * word;
        const std::uint64_t end = length + 1 < 64 * word + 64 ? length + 1 : 64 * word + 64;
        std::uint64_t steps = 0;
        for (std::uint32_t row = 0; row < letters.count; ++row) {
            std::uint64_t matches = 0;
            for (std::uint64_t place = from; place < end; ++place) {
                const std::uint16_t here = letter_before(lane, length, place);
                if (letters.match(row, here)) matches |= std::uint64_t{1} << place % 64;
            }
            rows[(row * words + word) * lanes_of_slice] = matches;
        }
        for (std::uint64_t place = from; place < end; ++place)
            if (letter_before(lane, length, place) != letters.barrier) steps |= std::uint64_t{1} << place % 64;
        rows[(letters.count * words + word) * lanes_of_slice] = steps;
    }

  private:
    [[nodiscard]] CONCORD_HD std::uint16_t letter_before(std::uint64_t lane, std::uint64_t length,
                                                         std::uint64_t place) const {
        return letters.text[lanes.first[lane] + (lanes.is_backward ? length - place : place - 1)];
    }
};

} // namespace concord::substring
