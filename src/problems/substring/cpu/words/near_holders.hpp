// Windows with ambiguous letters, where words are counted (ball_counts.hpp): they are few, and each is looked up for
// itself, as a target of words and as a source.
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/hamming_ball.hpp"
#include "problems/substring/cpu/words/word_set.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class near_holders {
  public:
    near_holders(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                 const word_set& words);

    /// To the count of each word, how many of these windows are within k mismatches of it.
    void add_ambiguous(std::span<std::uint32_t> counts) const;
    /// Appends those that have the support.
    void find_ambiguous_with_support(std::vector<window>& found) const;

    /// Instructions that both take for so many windows.
    [[nodiscard]] static double cost(const problem& given, const split_word& split, double windows);

  private:
    /// The sequences that hold each word.
    struct holder_lists {
        std::vector<std::uint64_t> begins; ///< by rank, and the end
        std::vector<std::uint32_t> sequences;
    };

    [[nodiscard]] holder_lists list_holders() const;
    [[nodiscard]] std::vector<std::uint8_t> letters_of(const window_occurrence& window) const;

    const problem& given_;
    const cpu_resources& resources_;
    const growth_alphabet& letters_;
    const word_set& words_;
    ball_shape shape_;
};

} // namespace concord::substring
