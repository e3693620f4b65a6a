// Lists of the places that are near to a half of a window (listed_places.hpp): an index of the places of all texts, by
// the letters on either side, and what is compared with those of a list.
#pragma once

#include "problems/substring/variants/half_kernels.hpp"
#include "problems/substring/variants/near_beginnings.hpp"
#include "problems/substring/variants/pieces.hpp"
#include "problems/substring/variants/split_halves.hpp"
#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

/// How windows are split, and with how many edits the places of a half are listed.
struct listed_split {
    std::array<unsigned, both_halves> letters{};
    std::array<unsigned, both_halves> listed{};   ///< letters of a half next to the place by which it is listed
    unsigned known = 0;                           ///< letters of a place that an index tells apart
    std::array<unsigned, both_halves> compared{}; ///< and those that are compared with places
    std::array<unsigned, both_halves> few{};      ///< edits; with more before a place there are few behind it
    unsigned edits = 0;

    /// Letters of a text next to a place that may tell, on either side.
    [[nodiscard]] unsigned reach(which_half of) const noexcept { return letters[of] + edits; }
    /// Whether all of these are compared, so that a window is held by what is found for it and by nothing else.
    [[nodiscard]] bool is_exact() const noexcept {
        return reach(before_place) <= letters_of_text && reach(behind_place) <= letters_of_text;
    }
};

/// What few places are looked at for.
struct place_beside {
    packed_letters own; ///< on this side
    std::uint32_t sequence;
    std::uint32_t cut_at; ///< where it is in all texts, and one, if a letter near to it is no plain one; else 0
};

/// The places of all texts in the order of the letters on one side.
struct indexed_places {
    runtime::far_array<std::uint32_t> first;   ///< by the letters on this side that are known
    runtime::far_array<packed_letters> others; ///< on the other side
    runtime::far_array<place_beside> own;
    unsigned known;
};

using places_by_side = std::array<indexed_places, both_halves>;

/// Time and memory O(letters).
[[nodiscard]] places_by_side index_places(const piece_collection& of, const listed_split& split,
                                          runtime::thread_pool& workers);

/// What is compared with texts, as compared_texts has it, and the letters next to the place, by which it is listed.
struct asked_half {
    std::array<std::uint16_t, plain_nucleotides> matching{};
    numbered_word listed = 1;

    asked_half(std::span<const letter> window, const listed_split& split, which_half of);
};

/// What is near to the listed letters of a half, with so many edits.
struct listed_beginnings {
    which_half of;
    unsigned with;
    all_near_beginnings near;
};

/// One thread's windows.
class window_asker {
  public:
    window_asker(const piece_collection& of, const listed_split& split, const places_by_side& places,
                 std::span<const listed_beginnings> listed, const half_kernels& kernels)
        : of_(of), split_(split), places_(places), listed_(listed), kernels_(kernels), last_round_(of.sequences(), 0),
          cut_round_(split.is_exact() ? of.sequences() : 0, 0), texts_(listed.size()) {}

    /// Sequences with a place near to both halves, or as many as are wanted: those that hold the window, if the split
    /// is exact, and these are `least` or more; fewer may be too many.
    [[nodiscard]] std::uint64_t holders(std::span<const letter> window, std::uint64_t least, std::uint64_t wanted);

  private:
    /// What is on the other side of the places that are near to a word, and which ones these are.
    struct listed_texts {
        numbered_word word = 0;
        std::vector<packed_letters> others;
        std::vector<std::uint32_t> places;

        [[nodiscard]] std::size_t count() const { return others.size() - padding_of_texts; }
    };

    /// Places with the same beginning, next to each other in the index; and where they end in the list.
    struct place_run {
        std::uint32_t first;
        std::size_t end;
    };

    void list(const indexed_places& places, listed_texts& to);
    void compare(const asked_half& with, which_half of, unsigned most, const std::vector<packed_letters>& texts,
                 std::vector<std::uint8_t>& edits);
    /// The marked ones, with the letters on their own side.
    void keep_marked(const indexed_places& places, const listed_texts& texts);
    /// Whether the halves of a window are near to a place by the letters that are there.
    [[nodiscard]] bool are_near(std::span<const letter> window, std::uint64_t place);
    /// Of the sequences with places that are cut alone, those with one that is near.
    [[nodiscard]] std::uint64_t holders_by_cut_places(std::span<const letter> window);

    /// Near to both halves, as far as letters are known that are not there.
    struct cut_place {
        std::uint32_t sequence;
        std::uint32_t place;
    };

    const piece_collection& of_;
    const listed_split& split_;
    const places_by_side& places_;
    std::span<const listed_beginnings> listed_;
    const half_kernels& kernels_;
    std::uint32_t round_ = 0;
    std::vector<std::uint32_t> last_round_; ///< by sequence: that it was found
    std::vector<std::uint32_t> cut_round_;  ///< by sequence: that a cut place was
    std::vector<cut_place> cut_;
    std::vector<listed_texts> texts_; ///< as they are listed
    std::vector<numbered_word> beginnings_;
    std::vector<place_run> runs_;
    std::vector<std::uint8_t> edits_;
    std::vector<std::uint64_t> marks_;
    std::vector<std::uint32_t> near_places_;
    std::vector<packed_letters> near_texts_;
    std::vector<std::uint32_t> near_sequences_;
    std::vector<std::uint32_t> near_cuts_; ///< cut_at of each
    std::vector<std::uint8_t> other_edits_;
    std::vector<std::uint8_t> near_edits_;
    std::array<std::optional<edits_of_word>, both_halves> half_edits_; ///< of the window of a round
    std::array<std::uint32_t, both_halves> half_rounds_{};
};

} // namespace concord::substring
