// Words near to each other, by few centres: each word is within the radius of its own. A word of many windows is a
// centre by itself. Of the others, greedily: the word of most windows that no centre holds is the next one.
#pragma once

#include "base/bits.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::substring {

/// Letters in which two words of up to 16 nucleotides differ: one plane in the low half, the other in the high half.
[[nodiscard]] inline unsigned mismatches_of_words(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t differ = a ^ b;
    return base::count_ones((differ | differ >> 16U) & 0xFFFFU);
}

class piece_centres {
  public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    struct centre {
        std::uint32_t word;
        unsigned radius;
    };

    /// Of the words of some windows, in any order; so many centres at most, and fewer where the words are so many that
    /// they would be compared more often than that. Time O(n log n + comparisons).
    piece_centres(std::vector<std::uint32_t> of_windows, std::uint32_t many, unsigned radius, std::size_t most,
                  std::uint64_t comparisons) {
        std::ranges::sort(of_windows);
        struct counted_word {
            std::uint32_t word;
            std::uint32_t windows;
        };
        std::vector<counted_word> left;
        for (const std::uint32_t word : of_windows)
            if (left.empty() || left.back().word != word)
                left.push_back({word, 1});
            else
                ++left.back().windows;
        for (const counted_word& each : left)
            words_.push_back(each.word);
        centre_of_.assign(words_.size(), none);
        std::ranges::stable_sort(left, [](const auto& a, const auto& b) { return a.windows > b.windows; });
        while (!left.empty() && centres_.size() < most && left.size() <= comparisons) {
            comparisons -= left.size();
            const centre next{left.front().word, left.front().windows >= many ? 0 : radius};
            std::erase_if(left, [&](const counted_word& each) {
                if (mismatches_of_words(next.word, each.word) > next.radius) return false;
                centre_of_[index_of(each.word)] = static_cast<std::uint32_t>(centres_.size());
                return true;
            });
            centres_.push_back(next);
        }
    }

    [[nodiscard]] const centre& operator[](std::size_t index) const noexcept { return centres_[index]; }
    /// The centre of one of the words, or none.
    [[nodiscard]] std::uint32_t of(std::uint32_t word) const { return centre_of_[index_of(word)]; }

  private:
    [[nodiscard]] std::size_t index_of(std::uint32_t word) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(words_, word) - words_.begin());
    }

    std::vector<std::uint32_t> words_; ///< distinct, in ascending order
    std::vector<std::uint32_t> centre_of_;
    std::vector<centre> centres_;
};

} // namespace concord::substring
