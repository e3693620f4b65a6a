// Texts with their words in order: token_sort_ratio of all against all sorts each of them once.
#pragma once

#include "fuzz/words.hpp"

#include <concord/symbols.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace concord::python {

class sorted_texts {
  public:
    /// A view that is valid as long as this object lives.
    [[nodiscard]] symbol_view of(const symbol_view& text) {
        return text.visit([&](auto letters) {
            if constexpr (sizeof(letters[0]) == 1) {
                return joined(letters, true, narrow_);
            } else {
                kept_.assign(letters.begin(), letters.end());
                return joined(std::span<const std::uint32_t>(kept_), false, wide_);
            }
        });
    }

  private:
    template <class Letter>
    struct texts_of {
        fuzz::sorted_words<Letter> words;
        std::vector<Letter> text;
        std::deque<std::vector<Letter>> joined; ///< many texts each: none is moved later
    };

    template <class Letter>
    [[nodiscard]] static symbol_view joined(std::span<const Letter> text, bool only_ascii, texts_of<Letter>& of) {
        constexpr std::size_t letters_at_once = 1U << 14U;
        of.words.split(text, only_ascii);
        of.words.join(of.text);
        if (of.joined.empty() || of.joined.back().capacity() - of.joined.back().size() < of.text.size())
            of.joined.emplace_back().reserve(std::max(letters_at_once, of.text.size()));
        std::vector<Letter>& into = of.joined.back();
        into.insert(into.end(), of.text.begin(), of.text.end());
        return symbol_view(std::span<const Letter>(into).last(of.text.size()));
    }

    std::vector<std::uint32_t> kept_;
    texts_of<std::uint8_t> narrow_;
    texts_of<std::uint32_t> wide_;
};

} // namespace concord::python
