// The scores of rapidfuzz.fuzz, with its numbers to the last bit: one text against many others.
#pragma once

#include "fuzz/letter_places.hpp"
#include "fuzz/partial_ratio.hpp"
#include "fuzz/words.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::fuzz {

enum class ratio_kind : std::uint8_t {
    ratio,
    partial_ratio,
    token_sort_ratio,
    token_set_ratio,
    token_ratio,
    partial_token_sort_ratio,
    partial_token_set_ratio,
    partial_token_ratio,
    weighted_ratio, ///< WRatio
    quick_ratio,    ///< QRatio
};

inline constexpr double words_share = 0.95;         ///< of WRatio: what a score by words counts
inline constexpr double least_times_of_parts = 1.5; ///< so many times as long is a text whose parts WRatio compares
/// What their score counts.
[[nodiscard]] constexpr double share_of_parts(double times) { return times <= 8.0 ? 0.9 : 0.6; }

[[nodiscard]] constexpr bool is_partial(ratio_kind kind) {
    return kind == ratio_kind::partial_ratio || kind == ratio_kind::partial_token_sort_ratio ||
           kind == ratio_kind::partial_token_set_ratio || kind == ratio_kind::partial_token_ratio;
}

/// Two texts whose best part is a score; or a score that is known without.
template <class Letter>
struct part_texts {
    double score = 0;
    bool is_known = false;
    std::span<const Letter> own;
    std::span<const Letter> other;
};

/// The same, with what lanes need to find the best part.
template <class Letter>
struct part_search {
    double score = 0;
    const needle<Letter>* word = nullptr; ///< of the shorter text, or the first of two; null: the score is known
    std::size_t word_length = 0;
    std::span<const Letter> text;
};

/// token_set_ratio or token_ratio of texts that have no word in both and none twice: of so many letters, words joined,
/// and with such a longest common subsequence.
[[nodiscard]] double ratio_of_unlike_words(ratio_kind kind, std::size_t own, std::size_t other, std::size_t common,
                                           double cutoff);

/// One text, with what its comparisons need, and the buffers of a comparison: no allocation once they have grown.
/// Letters are of 1 or 4 bytes. Not for several threads at once.
template <class Letter>
class ratio_scorer {
  public:
    using text = std::span<const Letter>;

    /// `only_ascii`: the text has one byte a letter where it comes from (is_space). The text must outlive its use.
    void assign(ratio_kind kind, text own, bool only_ascii);

    /// From 0 to 100; 0 below the cutoff. Time: O(n m / 64), of partial ratios O(n m^2 / 64) at worst.
    [[nodiscard]] double score(text other, bool only_ascii, double cutoff);

    /// What score() searches, by a ratio that is_partial(). Valid until the next call.
    [[nodiscard]] part_texts<Letter> texts_of(text other, bool only_ascii, double cutoff);
    /// The same, if it is a search in texts of up to so many letters.
    [[nodiscard]] part_search<Letter> search_of(text other, bool only_ascii, double cutoff, std::size_t longest_word,
                                                std::size_t longest_text);

    /// partial_ratio, with the slices. The own text is the source.
    [[nodiscard]] score_alignment partial_alignment(text other, double cutoff);

  private:
    /// What is made when it is first needed.
    [[nodiscard]] needle<Letter>& own_needle();
    [[nodiscard]] needle<Letter>& sorted_needle();
    [[nodiscard]] needle<Letter>& rest_needle(); ///< of joined_, each time anew
    [[nodiscard]] const letter_places& own_places();
    [[nodiscard]] const letter_places& sorted_places();

    [[nodiscard]] double own_ratio(text other, double cutoff);
    [[nodiscard]] double sorted_ratio(double cutoff); ///< of joined_other_
    template <class FindNeedle>
    [[nodiscard]] score_alignment partial(const FindNeedle& find_needle, text own, text other, double cutoff);
    /// Two texts whose best part is the score, and where the needle of the own one comes from; null: it is known.
    struct parts {
        double score = 0;
        needle<Letter>& (ratio_scorer::*own_needle)() = nullptr;
        text own = {};
        text other = {};
    };
    [[nodiscard]] parts parts_of(text other, bool only_ascii, double cutoff);
    [[nodiscard]] double score_of(const parts& given, double cutoff);
    [[nodiscard]] double sorted_partial(double cutoff);  ///< of sorted_ and joined_other_
    [[nodiscard]] double partial_of_rest(double cutoff); ///< of the words that only one has
    [[nodiscard]] double set_ratio(double cutoff);
    [[nodiscard]] double ratio_of_unlike_words(double cutoff);
    [[nodiscard]] bool are_words_unlike() const;    ///< none is in both texts, and none is twice in one
    [[nodiscard]] bool are_words_texts(text other); ///< the sorted words, joined, are the texts themselves
    /// What is known when words are compared: 0 is returned where `as_they_are` gave the same score already.
    enum class words_compared : std::uint8_t { not_yet, as_they_are };
    [[nodiscard]] double token_ratio(text other, bool only_ascii, double cutoff, words_compared known);
    [[nodiscard]] double partial_token_ratio(text other, bool only_ascii, double cutoff, words_compared known);
    [[nodiscard]] double weighted_ratio(text other, bool only_ascii, double cutoff);
    void decompose(text other, bool only_ascii);
    void sort_own_words();            ///< once
    [[nodiscard]] text sorted_text(); ///< the own words in their order, joined when it is first needed

    ratio_kind kind_ = ratio_kind::ratio;
    text own_;
    letter_places places_;
    bool has_places_ = false;
    bool is_own_ascii_ = true;
    bool has_sorted_words_ = false;
    bool has_sorted_text_ = false;
    bool has_needle_ = false;
    bool has_sorted_needle_ = false;
    bool has_sorted_places_ = false;
    needle<Letter> needle_;
    sorted_words<Letter> words_;
    std::vector<Letter> sorted_; ///< of sorted_text()
    letter_places sorted_places_;
    std::vector<std::uint8_t> crossing_; ///< of the columns of long patterns
    needle<Letter> sorted_needle_;

    // Of a comparison:
    sorted_words<Letter> other_words_;
    sorted_words<Letter> both_;
    sorted_words<Letter> only_own_;
    sorted_words<Letter> only_other_;
    std::vector<Letter> joined_;
    std::vector<Letter> joined_other_;
    letter_places joined_places_;
    needle<Letter> joined_needle_;
    needle<Letter> other_needle_;
};

extern template class ratio_scorer<std::uint8_t>;
extern template class ratio_scorer<std::uint32_t>;

} // namespace concord::fuzz
