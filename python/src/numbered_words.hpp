// Numbers for the words of many texts, by which two texts are known to share one.
#pragma once

#include <concord/symbols.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace concord::python {

class numbered_words {
  public:
    /// The distinct words of a text.
    struct of_text {
        std::uint64_t bits = 0; ///< one for each of them, of which several may have the same
        std::size_t first = 0;  ///< of their numbers
        std::size_t count = 0;
        bool has_word_twice = false;
    };

    /// `joined`: words in order, with one space between each two. Makes `distinct` the same with each word once.
    of_text add(const symbol_view& joined, std::u32string& distinct) {
        of_text made{0, numbers_.size(), 0, false};
        distinct.clear();
        joined.visit([&](auto letters) {
            for (auto first = letters.begin(); first != letters.end();) {
                const auto end = std::find(first, letters.end(), std::uint32_t{0x20});
                const bool is_twice = made.count > 0 && std::ranges::equal(std::span(first, end), word_);
                made.has_word_twice = made.has_word_twice || is_twice;
                if (!is_twice) {
                    word_.assign(first, end);
                    const auto number = static_cast<std::uint32_t>(known_.size());
                    numbers_.push_back(known_.try_emplace(word_, number).first->second);
                    made.bits |= std::uint64_t{1} << numbers_.back() % 64;
                    if (made.count++ > 0) distinct.push_back(U' ');
                    distinct += word_;
                }
                first = end == letters.end() ? end : end + 1;
            }
        });
        std::sort(numbers_.begin() + static_cast<std::ptrdiff_t>(made.first), numbers_.end());
        return made;
    }

    /// Whether some word is in both. Time: O(1) where no bit is, as with most texts; else O(words).
    [[nodiscard]] bool share_one(const of_text& a, const of_text& b) const noexcept {
        if ((a.bits & b.bits) == 0) return false;
        for (std::size_t i = 0, j = 0; i < a.count && j < b.count;) {
            const std::uint32_t of_a = numbers_[a.first + i];
            const std::uint32_t of_b = numbers_[b.first + j];
            if (of_a == of_b) return true;
            i += of_a < of_b ? 1 : 0;
            j += of_b < of_a ? 1 : 0;
        }
        return false;
    }

  private:
    std::unordered_map<std::u32string, std::uint32_t> known_;
    std::vector<std::uint32_t> numbers_; ///< ascending of each text
    std::u32string word_;
};

} // namespace concord::python
