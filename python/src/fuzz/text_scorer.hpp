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
        if (is_surely_100(other)) return cutoff <= 100 ? 100 : 0;
        return with_scorer(other, [&](auto& scorer, auto letters, bool only_ascii) {
            return scorer.score(letters, only_ascii, cutoff);
        });
    }

    /// take(part_texts) as of ratio_scorer, which is valid during the call.
    template <class Take>
    void texts_of(const symbol_view& other, double cutoff, const Take& take) {
        if (cutoff <= 100 && is_surely_100(other)) return take(part_texts<std::uint8_t>{100, true, {}, {}});
        with_scorer(other, [&](auto& scorer, auto letters, bool only_ascii) {
            take(scorer.texts_of(letters, only_ascii, cutoff));
        });
    }
    /// take(part_search) as of ratio_scorer, which is valid during the call.
    template <class Take>
    void search_of(const symbol_view& other, double cutoff, std::size_t longest_word, std::size_t longest_text,
                   const Take& take) {
        if (cutoff <= 100 && is_surely_100(other)) return take(part_search<std::uint8_t>{100, nullptr, 0, {}});
        with_scorer(other, [&](auto& scorer, auto letters, bool only_ascii) {
            take(scorer.search_of(letters, only_ascii, cutoff, longest_word, longest_text));
        });
    }

    [[nodiscard]] score_alignment partial_alignment(const symbol_view& other, double cutoff) {
        return with_scorer(other,
                           [&](auto& scorer, auto letters, bool) { return scorer.partial_alignment(letters, cutoff); });
    }

  private:
    /// Known at sight, before letters are widened and words sorted: of equal texts, and by ratios of parts where the
    /// first words are the same, or the last ones.
    [[nodiscard]] bool is_surely_100(const symbol_view& other) const {
        switch (kind_) {
        case ratio_kind::ratio:
        case ratio_kind::quick_ratio:
        case ratio_kind::weighted_ratio:
        case ratio_kind::partial_ratio: return own_.size() > 0 && are_equal(own_, other);
        case ratio_kind::partial_token_ratio:
        case ratio_kind::partial_token_set_ratio: return have_word_at_an_end(other) || are_equal_words(other);
        default: return are_equal_words(other);
        }
    }
    static constexpr std::size_t short_text = 32; ///< whose words are sorted as soon
    [[nodiscard]] bool are_equal_words(const symbol_view& other) const {
        if (own_.size() != other.size() || own_.size() <= short_text) return false;
        const bool only_ascii = is_narrow(own_);
        return only_ascii == is_narrow(other) && are_equal(own_, other) &&
               own_.visit([=](auto letters) { return has_word(letters, only_ascii); });
    }
    [[nodiscard]] bool have_word_at_an_end(const symbol_view& other) const {
        if (own_.size() <= short_text || other.size() <= short_text) return false;
        const bool only_ascii = is_narrow(own_);
        if (only_ascii != is_narrow(other)) return false; // whose spaces differ
        return own_.visit([&](auto a) {
            return other.visit([&](auto b) {
                return begin_with_one_word(a.begin(), a.end(), b.begin(), b.end(), only_ascii) ||
                       begin_with_one_word(a.rbegin(), a.rend(), b.rbegin(), b.rend(), only_ascii);
            });
        });
    }

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
