// Where words of a few nucleotides that may have the support with mismatches or edits stand next to each other in the
// text: a longer window with the support is made of such words alone. Random sequences rarely hold one, and letters
// that are masked for an answer only lower supports, so that what is known here holds for all further answers.
//
//     text        ACGATCTTAGATCGGAAGAGCTTACG
//     may have it ........|||||||||.........      words of 12 letters that begin here
//     windows             |||                     of 18 letters, all of whose 7 words may have it
//
// A word that begins or ends with masked letters is judged by its other letters, with so many edits less.
#pragma once

#include "problems/substring/variants/edit_balls.hpp"
#include "problems/substring/variants/near_words.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

class likely_runs {
  public:
    /// Letters of a word, the fewest that random sequences hold clearly less often than is asked for; 0: there are
    /// none, or they are not counted.
    [[nodiscard]] static std::uint64_t letters_of_word(const variant_problem& given,
                                                       const variant_resources& resources);

    /// Whether words of so many letters take less than to count so many windows.
    [[nodiscard]] static bool are_worth_making(const variant_problem& given, std::uint64_t letters,
                                               std::size_t windows);

    /// As many letters as windows of `length` letters are judged by best: where letters are sets, a window with many of
    /// them holds short words that are near to much by chance, so that words are as long as is worth it.
    [[nodiscard]] static std::uint64_t letters_for_windows(const variant_problem& given,
                                                           const variant_resources& resources, std::uint64_t length,
                                                           std::size_t windows);

    [[nodiscard]] bool are_made() const noexcept { return letters_ > 0; }
    /// Letters of a word; 0: nothing is known yet.
    [[nodiscard]] std::uint64_t letters() const noexcept { return letters_; }
    /// Time O(letters of the text + 4^letters letters k / threads).
    void make(const variant_problem& given, const variant_resources& resources, std::uint64_t letters);
    /// Drops windows of at least as many letters that cannot have the support.
    void drop(window_starts& starts, std::uint64_t length) const;

  private:
    /// Random sequences hold what is near to a word so often.
    [[nodiscard]] static double held_by_chance(const variant_problem& given, std::uint64_t letters);
    void judge(const variant_problem& given, const piece& in);
    [[nodiscard]] bool may_have_masked(const variant_problem& given, std::uint64_t start) const;

    std::uint64_t letters_ = 0;
    std::vector<std::uint16_t> runs_;               ///< by place of the text: words that may have it from there on
    std::vector<std::optional<near_words>> near_;   ///< with mismatches, beside so many letters that match nothing
    std::vector<std::optional<edit_balls>> edited_; ///< the same with edits
};

} // namespace concord::substring
