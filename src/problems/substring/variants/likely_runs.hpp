// Where words of a few nucleotides that may have the support with mismatches stand next to each other in the text: a
// longer window with the support is made of such words alone. Random sequences rarely hold one, and letters that are
// masked for an answer only lower supports, so that what is known here holds for all further answers.
//
//     text        ACGATCTTAGATCGGAAGAGCTTACG
//     may have it ........|||||||||.........      words of 12 letters that begin here
//     windows             |||                     of 18 letters, all of whose 7 words may have it
//
// A word that begins or ends with masked letters is judged by its other letters, with so many mismatches less.
#pragma once

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

    [[nodiscard]] bool are_made() const noexcept { return letters_ > 0; }
    /// Letters of a word; 0: nothing is known yet.
    [[nodiscard]] std::uint64_t letters() const noexcept { return letters_; }
    /// Time O(letters of the text + 4^letters letters k / threads).
    void make(const variant_problem& given, const variant_resources& resources, std::uint64_t letters);
    /// Drops windows of at least as many letters that cannot have the support.
    void drop(window_starts& starts, std::uint64_t length) const;

  private:
    void judge(const variant_problem& given, const piece& in);
    [[nodiscard]] bool may_have_support(const variant_problem& given, std::uint64_t start);

    std::uint64_t letters_ = 0;
    std::vector<std::uint16_t> runs_; ///< by place of the text: words that may have it from there on
    std::optional<near_words> near_;
    std::vector<std::optional<near_words>> plain_; ///< beside so many letters that match nothing
};

} // namespace concord::substring
