// Ratios of short words, side by side in lanes, with those of longer texts.
#pragma once

#include "batch.hpp"
#include "fuzz/ratios.hpp"
#include "lanes/word_block.hpp"
#include "ratio_texts.hpp"

#include <algorithm>
#include <cstddef>

namespace concord::python {

/// The pairs of two lists that lanes compare: the shorter text of each is a word of 1 to 64 letters.
class lane_ratios {
  public:
    /// Both must outlive this.
    lane_ratios(const held_texts& a, const held_texts& b, fuzz::ratio_kind kind)
        : kind_(kind), a_(a, kind, numbers_), b_(b, kind, numbers_) {}

    /// Whether lanes have a kind, take less time for such texts, and know which scores are below the cutoff.
    [[nodiscard]] static bool are_of(fuzz::ratio_kind kind, const held_texts& a, const held_texts& b, double cutoff);

    [[nodiscard]] bool has(std::size_t row, std::size_t column) const {
        return a_.is_compared[row] != 0 && b_.is_compared[column] != 0 &&
               std::min(a_.measured()[row].size(), b_.measured()[column].size()) <= lanes::longest_word;
    }
    [[nodiscard]] bool has_all() const;

    /// Writes the scores of all that it has, times `multiplier`. Throws error (cancelled).
    void score(const batch& given, double cutoff, double multiplier) const;

  private:
    fuzz::ratio_kind kind_;
    numbered_words numbers_;
    ratio_texts a_;
    ratio_texts b_;
};

} // namespace concord::python
