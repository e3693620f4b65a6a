// Further answers with mismatches or edits: letters that are masked only lower supports, so that how far a window
// reaches with the support is an upper bound for all questions that follow, and only windows whose bound is the
// greatest are asked.
//
//     text         ...CCTTAGACGTTGCAGATTCC...
//     bounds          876543 8765432             letters, by where a window begins: at first by the words in it
//     compared           ^ reaches 5 letters      and so no window that begins before it holds more of its letters
//     the next           4<5                      is one that has the greatest bound then
//
// Where a window with the support is found that is as long as its bound, there is none that is longer, and all others
// as long are among those with this bound. Most bounds are never asked about.
//
//     windows      [x x x x x x x x|- frequent -]       What stands before a frequent word is random, and bounds know
//     asked first         [x x x x x|- frequent -]      little of that: so an end of the window with so many of these
//                                                       letters is asked as rarely had the support in other sequences.
#pragma once

#include "problems/substring/variants/anchor_index.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "problems/substring/variants/word_limits.hpp"
#include "problems/substring/variants/word_reacher.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

class falling_bounds {
  public:
    /// Whether words tell where windows are that are not longer than the last answer.
    [[nodiscard]] static bool are_possible(const variant_problem& given, const variant_resources& resources,
                                           std::span<const limit_words> words, std::uint64_t last_length);

    /// By words of which each is for shorter windows than those before; they are counted when first needed.
    explicit falling_bounds(std::span<const limit_words> words) : words_(words.begin(), words.end()) {}

    /// Letters of a window, at least.
    [[nodiscard]] std::uint64_t least() const noexcept { return words_.back().least; }
    [[nodiscard]] std::span<const limit_words> words() const noexcept { return words_; }
    /// Lowers bounds, as letters of these sequences were masked. Time O(letters of these sequences).
    void update(const variant_problem& given, std::span<const std::uint64_t> masked);
    /// All windows of the greatest length up to max_length that have the support, if that is min_length and least() or
    /// more, or none. Nothing where too many places would be compared. max_length is lowered to what may be one.
    [[nodiscard]] std::optional<longest_windows> find(variant_problem& given, const variant_resources& resources);

  private:
    struct window_class;

    /// Counts words, the next ones or again.
    void count_words(const variant_problem& given, const variant_resources& resources);
    [[nodiscard]] bool are_counted_again(const variant_problem& given) const noexcept;
    void lower_by_words(const piece& in);
    /// Those of this bound, and of the same letters; others go to where their bounds are now.
    [[nodiscard]] std::vector<window_class> take(const variant_problem& given, std::uint64_t length);
    /// Until so many places were compared: windows that are left are not asked.
    void compare(const variant_problem& given, const variant_resources& resources, std::vector<window_class>& classes,
                 std::uint64_t length, double most_places);
    void ask(word_reacher& reacher, window_class& about, std::uint64_t length);
    void mask_text(const variant_problem& given, std::span<const std::uint64_t> masked);
    void put(std::uint64_t start);
    void lower(const variant_problem& given, std::uint64_t start, std::uint64_t length);

    std::vector<limit_words> words_; ///< those that are counted, and others
    std::size_t counted_ = 0;        ///< of these
    std::optional<word_limits> limits_;
    std::optional<anchor_text> text_;
    std::optional<anchor_index> index_;                           ///< of words
    std::vector<std::uint32_t> bounds_;                           ///< by place of the text
    std::vector<std::vector<std::uint32_t>> of_length_;           ///< starts of windows, by a bound that was theirs
    bool is_masked_ = false;                                      ///< since words were counted
    std::atomic<double> compared_ = 0;                            ///< places, since then
    std::atomic<double> asked_ = 0;                               ///< places, for this answer
    double most_for_letter_ = tuning::places_compared_for_letter; ///< of the text: places, for an answer
    std::atomic<std::uint64_t> random_ = 8; ///< letters before a frequent word that rarely have the support
};

} // namespace concord::substring
