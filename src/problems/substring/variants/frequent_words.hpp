// Words of a few letters that many sequences hold, and stretches of the text in which nearly all words are such ones:
// there windows are long.
#pragma once

#include "problems/substring/variants/variant_search.hpp"
#include "runtime/far_array.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::substring {

/// `length` letters of the text.
struct stretch {
    std::uint64_t start = 0;
    std::uint64_t length = 0;
};

class frequent_words {
  public:
    /// Of one sequence in `sampled`; words that share a hash are counted together. Time O(letters of these).
    frequent_words(const piece_collection& of, runtime::thread_pool& workers, std::uint64_t letters,
                   std::uint64_t sampled);

    /// Of each piece of these, on the forward strand, the longest stretch in which all words but so many are held by
    /// `support` of them; the longest ones first, and at most so many. Time O(letters of these / threads).
    [[nodiscard]] std::vector<stretch> stretches(std::uint64_t support, std::uint64_t others, std::size_t most) const;
    /// Where words stand on the forward strand that the most sequences hold: one place of each of `most` words, at
    /// most, which are no longer known then. Time O(letters).
    [[nodiscard]] window_starts take_places(std::size_t most);

  private:
    /// `rare` is working memory.
    [[nodiscard]] stretch longest_stretch(const piece& one, std::uint64_t support, std::uint64_t others,
                                          std::vector<std::uint64_t>& rare) const;
    /// visit(start, place in holders_) of the words of a piece; false ends it.
    template <class Visit>
    void for_each_word(const piece& one, Visit visit) const;

    const piece_collection& of_;
    runtime::thread_pool& workers_;
    std::uint64_t letters_;
    std::uint64_t sampled_;
    unsigned bits_;                             ///< of a hash
    runtime::far_array<std::uint32_t> holders_; ///< sequences that hold a word, by its hash
};

} // namespace concord::substring
