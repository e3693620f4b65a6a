// Which letters stand behind a word somewhere, as it is: what a word is tried with where letters are many.
//
// A word is of use only if some sequence holds it literally, so of 64 letters most lead nowhere, and behind most words
// of a few letters one stands. Occurrences are kept as the places of the next letter, in runs of equal ones:
//
//     text        A C G T . A C C T . C G A .        a mark behind each sequence
//     AC          2 7                                the places behind it
//     sorted      7 (C) | 2 (G)                      followers: C and G; the run of C becomes that of ACC: 8
#pragma once

#include "problems/substring/cpu/growth/growth_block.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace concord::substring {

/// The letters of some sequences, as their indices in an alphabet of at most 255.
class literal_text {
  public:
    static constexpr std::uint8_t end = 0xFF;
    static constexpr std::uint64_t most_letters = std::numeric_limits<std::uint32_t>::max(); ///< with a mark for each

    literal_text(const problem& given, const growth_alphabet& alphabet, std::span<const std::uint64_t> sequences);

    [[nodiscard]] std::span<const std::uint8_t> letters() const noexcept { return letters_; }

  private:
    std::vector<std::uint8_t> letters_;
};

/// Places of a text in the order of the letters there.
struct places_by_letter {
    std::vector<std::uint32_t> places;
    std::vector<std::uint8_t> letters; ///< that stand there, ascending
    std::vector<std::size_t> ends;     ///< in `places`, of the run of each

    /// By text[place]. Time O(places) where these are many.
    void sort(const std::uint8_t* text, std::vector<std::uint32_t>& scratch);
};

/// The occurrences of a word and of all its prefixes.
class literal_walk {
  public:
    /// Refers to the text.
    explicit literal_walk(const literal_text& text);

    /// The letters that follow the word of `depth` letters that was entered last, in their order. Valid until another
    /// word of `depth` letters is entered. Time O(its occurrences + 256), once.
    [[nodiscard]] std::span<const std::uint8_t> followers(std::size_t depth);
    /// Enters that word with one more letter.
    void enter(std::size_t depth, std::uint8_t letter);

  private:
    struct level : places_by_letter { ///< of the next letters
        bool is_sorted = false;
    };

    void sort(level& here);

    const literal_text& text_;
    std::vector<level> levels_;
    std::vector<std::uint32_t> sorted_; ///< scratch
};

} // namespace concord::substring
