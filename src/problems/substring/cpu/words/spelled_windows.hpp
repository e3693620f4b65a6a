// Windows with ambiguous letters, by the words that they may be: how much is near to each is known from a table of what
// is near to all words (ball_counts.hpp), so that no time depends on how much that is.
//
//     window       ACG?TCA             within 2 mismatches, of which the ambiguous letter is one whatever stands there
//     words        ACGATCA ACGCTCA ACGGTCA ACGTTCA          S(e): the sum of what is within e mismatches of each
//     near         A(1) = S(1) - 3 A(0),  A(0) = S(0)       a word that differs in d of the other letters is within d
//                                                           of one of these, and within d + 1 of three
#pragma once

#include "base/unset_vector.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/words/word_set.hpp"
#include "runtime/thread_pool.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class spelled_windows {
  public:
    /// Ambiguous letters of a window that is spelled, at most.
    static constexpr std::uint64_t most_ambiguous = 2;

    /// Time O(windows * length).
    spelled_windows(const problem& given, const growth_alphabet& letters, std::span<const window_occurrence> windows,
                    const split_word& split, runtime::thread_pool& workers);

    /// All that the windows may be.
    [[nodiscard]] const numbered_words& words() const noexcept { return words_; }
    [[nodiscard]] bool is_spelled(std::size_t window) const noexcept {
        return windows_[window].ambiguous <= most_ambiguous;
    }
    /// How much is within k mismatches of a window that is spelled: `near`, by rank of a word, is what is within
    /// 0, 1 ... k - 1 mismatches of it.
    [[nodiscard]] std::uint64_t near(std::size_t window, std::span<const std::uint32_t> near) const;

  private:
    struct spelled {
        std::uint64_t word = 0;                                ///< with the first letter in place of ambiguous ones
        std::array<std::uint64_t, most_ambiguous> of_letter{}; ///< what the next letter in such a place adds to it
        std::uint64_t ambiguous = 0;
    };

    template <class Visit>
    void for_each_spelling(const spelled& window, const Visit& visit) const;

    std::uint64_t mismatches_;
    numbered_words words_;
    std::vector<spelled> windows_;
};

} // namespace concord::substring
