// The words of a few letters that have the support, all at once: no window has it whose words do not.
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/window_bits.hpp"
#include "problems/substring/cpu/words/word_table.hpp"
#include "problems/substring/problem.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace concord::substring {

class supported_words {
  public:
    /// Of as many letters as tables tell of within so many instructions. Nothing where they tell of none: letters are
    /// many.
    [[nodiscard]] static std::optional<supported_words> find(const problem& given, const cpu_resources& resources,
                                                             double most_cost);

    [[nodiscard]] std::uint64_t letters() const noexcept { return table_.letters_of_word; }

    /// The windows of `length` >= letters() all of whose words have the support, or an ambiguous letter. Time O(letters
    /// of the collection * (length - letters()) / 64).
    [[nodiscard]] window_bits windows(std::uint64_t length) const;

    /// Sets the candidates of those of the sequences that have none: windows of at most letters() ordinary letters.
    /// Time: that of a table for each length.
    void settle(const std::vector<std::uint64_t>& sequences, std::vector<substring_candidate>& candidates) const;

  private:
    supported_words(const problem& given, const cpu_resources& resources, growth_alphabet alphabet, unsigned letters);

    [[nodiscard]] word_table table_of(unsigned letters) const;

    const problem& given_;
    const cpu_resources& resources_;
    growth_alphabet alphabet_;
    word_table table_;
    window_bits supported_; ///< where words of the table begin that have the support
};

} // namespace concord::substring
