// The lanes of several blocks that hold a word, put together: a word that few sequences hold is walked in all of them
// at once, so that it is left as soon as they are fewer than are wanted.
#pragma once

#include "problems/substring/variants/lane_blocks.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::substring {

/// Some words, each with the lanes that hold it, added block by block.
class gathered_lanes {
  public:
    /// Empty, for so many words.
    void begin(std::size_t words);
    /// The lanes that hold a word in the block that the grower is in.
    void add(std::size_t word, const word_grower& grower, const word_rows& held);
    /// The same of a word that is only counted.
    void count(std::size_t word, const word_rows& held) { holders_[word] += held.holders; }
    /// Of all blocks.
    [[nodiscard]] std::size_t holders(std::size_t word) const noexcept { return holders_[word]; }

    /// A word in its lanes: one element for each number of words of 64 places that these have. A grower of
    /// `growers`, which are made as they are needed, is in each. Valid until the next call of any method.
    template <class MakeGrower>
    [[nodiscard]] std::vector<word_rows> together(std::size_t word, std::vector<word_grower>& growers,
                                                  MakeGrower make) {
        join(word);
        std::vector<word_rows> made;
        for (std::size_t index = 0; index < joined_of_word_; ++index) {
            if (growers.size() == index) growers.push_back(make());
            const joined_lanes& joined = joined_[index];
            made.push_back(growers[index].resume(joined.shape, joined.rows.data(), joined.lanes, joined.stride,
                                                 joined.holders, joined.letters));
        }
        return made;
    }

  private:
    /// Of one block: rows of the word, then those of the block, in storage_ from `at` on.
    struct lanes_of_block {
        std::size_t at;
        std::size_t rows;
        std::size_t stride;
        std::size_t holders;
        lane_shape shape;
        std::uint64_t letters;
    };
    struct joined_lanes {
        lane_rows rows;
        lane_shape shape;
        std::uint64_t letters = 0;
        std::size_t lanes = 0;
        std::size_t stride = 0;
        std::size_t holders = 0;
    };

    void join(std::size_t word);

    lane_rows storage_;
    std::size_t used_ = 0;
    std::vector<std::vector<lanes_of_block>> of_word_;
    std::vector<std::size_t> holders_;
    std::vector<joined_lanes> joined_; ///< of one word, by the number of words of 64 places
    std::size_t joined_of_word_ = 0;
};

} // namespace concord::substring
