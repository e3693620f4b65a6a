// Further answers with mismatches: letters that are masked only lower supports, so that how far a window reaches with
// the support is an upper bound for all questions that follow, and only windows whose bound is the greatest are asked.
//
//     text         ...CCTTAGACGTTGCAGATTCC...
//     bounds          876543 8765432             letters, by where a window begins: at first those of likely words
//     compared           ^ reaches 5 letters      and so no window that begins before it holds more of its letters
//     the next           4<5                      is one that has the greatest bound then
//
// Where a window with the support is found that is as long as its bound, there is none that is longer, and all others
// as long are among those with this bound. Most bounds are never asked about.
#pragma once

#include "problems/substring/variants/likely_runs.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "problems/substring/variants/word_places.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

class falling_bounds {
  public:
    /// Letters of the words by which bounds begin; 0: they say nothing, or too many places are near to one.
    [[nodiscard]] static std::uint64_t letters_of_word(const variant_problem& given,
                                                       const variant_resources& resources);
    /// Whether such words tell where windows are that are not longer than the last answer.
    [[nodiscard]] static bool are_possible(const variant_problem& given, const variant_resources& resources,
                                           std::uint64_t letters, std::uint64_t last_length);

    /// Time O(letters of the text + 4^letters letters k / threads).
    falling_bounds(const variant_problem& given, const variant_resources& resources, std::uint64_t letters);

    /// Letters of a window, at least.
    [[nodiscard]] std::uint64_t least() const noexcept { return likely_.letters(); }
    /// Lowers bounds, as letters of these sequences were masked: where that takes no longer than to read the text some
    /// times, of all windows, by words that are counted again. Time O(letters of the text), and that of the
    /// constructor.
    void update(const variant_problem& given, const variant_resources& resources,
                std::span<const std::uint64_t> masked);
    /// All windows of the greatest length up to max_length that have the support, if that is min_length and least() or
    /// more; none where too many places would be compared, and max_length is lowered to where that is so.
    [[nodiscard]] std::optional<longest_windows> find(variant_problem& given, const variant_resources& resources);

  private:
    struct window_class;

    void lower_by_letters(const variant_problem& given, const piece& in);
    /// Those of this bound, and of the same letters; others go to where their bounds are now.
    [[nodiscard]] std::vector<window_class> take(std::uint64_t length);
    void find_anchors(std::vector<window_class>& classes, std::uint64_t length) const;
    void compare(const variant_problem& given, const variant_resources& resources, std::vector<window_class>& classes,
                 std::uint64_t length) const;
    void put(std::uint64_t start);
    void lower(const variant_problem& given, std::uint64_t start, std::uint64_t length);

    likely_runs likely_;
    word_places places_;
    std::vector<std::uint32_t> bounds_;                 ///< by place of the text
    std::vector<std::vector<std::uint32_t>> of_length_; ///< starts of windows, by a bound that was theirs
};

} // namespace concord::substring
