// How far words of the text have the support: the sequences that hold what each begins with, letter by letter.
#pragma once

#include "problems/substring/variants/lane_blocks.hpp"
#include "problems/substring/variants/variant_engine.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <cstdint>
#include <vector>

namespace concord::substring {

/// One thread's words, in all blocks.
class reach_finder {
  public:
    reach_finder(const variant_problem& given, const row_kernels& kernels, const variant_lanes& lanes)
        : of_(given.of), blocks_(lanes.blocks), grower_(given.of, kernels, lanes.letters, given.allowed, true) {}

    /// Of the prefixes of a word, by sequence.
    [[nodiscard]] std::vector<std::uint64_t> find(const text_word& of) {
        std::vector<std::uint64_t> reaches(of_.sequences(), 0);
        for (const lane_block& block : blocks_) {
            word_rows word = grower_.begin(block);
            for (std::uint64_t at = 0; at < of.length && word.holders > 0; ++at) {
                grower_.extend(0, word, of_.text()[of.start + at], of.length - at - 1);
                grower_.for_each_holder(word, [&](std::uint64_t holder, std::size_t) { reaches[holder] = at + 1; });
            }
        }
        return reaches;
    }

  private:
    const piece_collection& of_;
    const std::vector<lane_block>& blocks_;
    word_grower grower_;
};

} // namespace concord::substring
