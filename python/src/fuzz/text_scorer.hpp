// A ratio of texts of any width: bytes where both have one byte a letter, else widened.
#pragma once

#include "fuzz/common_ends.hpp"
#include "fuzz/ratios.hpp"

#include <concord/symbols.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace concord::fuzz {

class text_scorer {
    using bytes = std::span<const std::uint8_t>;
    using numbers = std::span<const std::uint32_t>;

    [[nodiscard]] static bool is_narrow(const symbol_view& view) {
        return view.visit([](auto letters) { return sizeof(letters[0]) == 1; });
    }
    [[nodiscard]] static bytes narrow(const symbol_view& view) {
        return view.visit([](auto letters) -> bytes {
            if constexpr (std::is_same_v<decltype(letters), bytes>) return letters;
            return {};
        });
    }
    [[nodiscard]] static numbers wide(const symbol_view& view, std::vector<std::uint32_t>& kept) {
        return view.visit([&](auto letters) -> numbers {
            if constexpr (std::is_same_v<decltype(letters), numbers>) {
                return letters;
            } else {
                kept.assign(letters.begin(), letters.end());
                return kept;
            }
        });
    }

    template <class Take>
    auto with_scorer(const symbol_view& other, const Take& take) {
        if (is_narrow(own_) && is_narrow(other)) {
            if (!is_narrow_ready_) narrow_.assign(kind_, narrow(own_), true);
            is_narrow_ready_ = true;
            return take(narrow_, narrow(other), true);
        }
        if (!is_wide_ready_) wide_.assign(kind_, wide(own_, own_wide_), is_narrow(own_));
        is_wide_ready_ = true;
        return take(wide_, wide(other, other_wide_), is_narrow(other));
    }

  public:
    /// The letters must outlive their use.
    void assign(ratio_kind kind, const symbol_view& own) {
        kind_ = kind;
        own_ = own;
        is_narrow_ready_ = is_wide_ready_ = false;
    }

    [[nodiscard]] double score(const symbol_view& other, double cutoff) {
        const bool is_of_letters = kind_ == ratio_kind::ratio || kind_ == ratio_kind::quick_ratio ||
                                   kind_ == ratio_kind::weighted_ratio || kind_ == ratio_kind::partial_ratio;
        if (is_of_letters && own_.size() > 0 && are_equal(own_, other)) return cutoff <= 100 ? 100 : 0;
        return with_scorer(other, [&](auto& scorer, auto letters, bool only_ascii) {
            return scorer.score(letters, only_ascii, cutoff);
        });
    }

    /// take(part_texts) as of ratio_scorer, which is valid during the call.
    template <class Take>
    void texts_of(const symbol_view& other, double cutoff, const Take& take) {
        with_scorer(other, [&](auto& scorer, auto letters, bool only_ascii) {
            take(scorer.texts_of(letters, only_ascii, cutoff));
        });
    }
    /// take(part_search) as of ratio_scorer, which is valid during the call.
    template <class Take>
    void search_of(const symbol_view& other, double cutoff, std::size_t longest_word, std::size_t longest_text,
                   const Take& take) {
        with_scorer(other, [&](auto& scorer, auto letters, bool only_ascii) {
            take(scorer.search_of(letters, only_ascii, cutoff, longest_word, longest_text));
        });
    }

    [[nodiscard]] score_alignment partial_alignment(const symbol_view& other, double cutoff) {
        return with_scorer(other,
                           [&](auto& scorer, auto letters, bool) { return scorer.partial_alignment(letters, cutoff); });
    }

  private:
    ratio_kind kind_ = ratio_kind::ratio;
    symbol_view own_;
    bool is_narrow_ready_ = false;
    bool is_wide_ready_ = false;
    ratio_scorer<std::uint8_t> narrow_;
    ratio_scorer<std::uint32_t> wide_;
    std::vector<std::uint32_t> own_wide_;
    std::vector<std::uint32_t> other_wide_;
};

} // namespace concord::fuzz
