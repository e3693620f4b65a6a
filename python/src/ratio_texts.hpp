// The texts of a list as a ratio compares them: as they are, or with their words in order.
#pragma once

#include "fuzz/common_ends.hpp"
#include "fuzz/ratios.hpp"
#include "held_texts.hpp"
#include "numbered_words.hpp"
#include "sorted_texts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace concord::python {

/// Whether texts with a word in both have another score than their letters say.
[[nodiscard]] inline bool is_of_sets(fuzz::ratio_kind kind) {
    return kind != fuzz::ratio_kind::partial_ratio && kind != fuzz::ratio_kind::partial_token_sort_ratio;
}

/// Without missing and empty texts, and without those whose score takes more than one comparison of letters: where a
/// word is twice in a text, and counts as often in one of the ratios that are compared.
class ratio_texts {
  public:
    /// All must outlive this.
    ratio_texts(const held_texts& texts, fuzz::ratio_kind kind, numbered_words& numbers)
        : given(texts), is_weighted_(kind == fuzz::ratio_kind::weighted_ratio) {
        std::vector<symbol_view> views;
        views.reserve(texts.size());
        const bool takes_twice =
            is_weighted_ || kind == fuzz::ratio_kind::token_ratio || kind == fuzz::ratio_kind::partial_token_ratio;
        std::u32string distinct;
        is_compared.resize(texts.size());
        if (is_weighted_) is_in_order.resize(texts.size());
        if (is_of_sets(kind)) words.resize(texts.size());
        for (std::size_t i = 0; i < texts.size(); ++i) {
            views.push_back(texts[i]);
            if (texts.is_missing_at(i)) continue;
            if (kind != fuzz::ratio_kind::partial_ratio) views[i] = sorted_.of(texts[i]);
            if (is_weighted_) is_in_order[i] = static_cast<char>(fuzz::are_equal(views[i], texts[i]));
            if (is_of_sets(kind)) {
                words[i] = numbers.add(views[i], distinct);
                if (words[i].has_word_twice) {
                    if (takes_twice) continue;
                    const std::vector<std::uint32_t>& kept = distinct_.emplace_back(distinct.begin(), distinct.end());
                    views[i] = symbol_view(std::span<const std::uint32_t>(kept));
                }
            }
            if (views[i].size() == 0) continue;
            is_compared[i] = 1;
            indexes.push_back(i);
        }
        compared_.emplace(std::move(views));
    }

    [[nodiscard]] const held_texts& letters() const { return *compared_; }
    /// Those whose lengths say which of two is the shorter one: of WRatio the texts as they are.
    [[nodiscard]] const held_texts& measured() const { return is_weighted_ ? given : *compared_; }

    const held_texts& given;
    std::vector<char> is_compared;
    std::vector<char> is_in_order;              ///< of WRatio: those that are letters() as they are
    std::vector<std::size_t> indexes;           ///< of those that are
    std::vector<numbered_words::of_text> words; ///< of a kind that is_of_sets()

  private:
    bool is_weighted_;
    std::optional<held_texts> compared_;
    sorted_texts sorted_;
    std::deque<std::vector<std::uint32_t>> distinct_;
};

} // namespace concord::python
