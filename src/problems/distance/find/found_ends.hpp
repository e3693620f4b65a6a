// From the ends of substrings within the bound, wherever they were found, to occurrences: local minima, and alignments.
#pragma once

#include "problems/distance/find/pattern_letters.hpp"
#include "problems/distance/find/pattern_row_masks.hpp"
#include "problems/distance/find/text_bytes.hpp"
#include "runtime/thread_pool.hpp"
#include "sequence/packed_sequences.hpp"

#include <concord/find.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// A pattern, and which one it is.
struct oriented_pattern {
    std::uint64_t number;
    bool is_reverse;
    pattern_letters letters;
};

/// Neighbouring letters of one sequence, counted through all sequences, each of which is the last letter of a substring
/// within the bound, with the same edits.
struct found_end {
    std::uint64_t last; ///< of these letters
    std::uint32_t edits;
    std::uint32_t letters = 1;

    [[nodiscard]] std::uint64_t first() const { return last + 1 - letters; }
};

/// Appends letters [first, behind), or lengthens the last of `ends` if they follow it with the same edits: in a text
/// that repeats one letter nearly all of them are ends. `is_of_last`: of the same sequence as the letter before them.
inline void append_end(std::vector<found_end>& ends, std::uint64_t first, std::uint64_t behind, std::uint32_t edits,
                       bool is_of_last) {
    const auto letters = static_cast<std::uint32_t>(behind - first);
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max(); // of one record; what follows is another
    if (is_of_last && !ends.empty() && ends.back().last + 1 == first && ends.back().edits == edits &&
        ends.back().letters <= most - letters) {
        ends.back().last += letters;
        ends.back().letters += letters;
    } else {
        ends.push_back({behind - 1, edits, letters});
    }
}

/// Of the last run of ends with the same cost, where it reaches the end of a block and its sequence goes on: whether
/// the cost fell before it.
struct open_run {
    bool falls = false;
};

class occurrence_finder {
  public:
    /// `workers` are asked now and then whether the call was cancelled.
    occurrence_finder(const sequence::packed_sequences& text, const find_block& block,
                      const runtime::thread_pool& workers)
        : text_(text), block_(block), workers_(workers) {}

    /// Of the ends, all of the pattern in the block and ascending, the last letters of those that are local minima and
    /// whose runs (one after the other, with the same edits) begin from `first` to `last`, with their alignments.
    /// `before`: the run that the block before left open; `left`: the one that this block leaves, if it begins among
    /// them.
    [[nodiscard]] std::vector<pattern_occurrence> occurrences(const oriented_pattern& pattern,
                                                              std::span<const found_end> ends, std::size_t first,
                                                              std::size_t last, const open_run& before,
                                                              open_run& left) const;

  private:
    /// How occurrences of one pattern are aligned, with working memory.
    struct traceback {
        traceback(const pattern_letters& pattern, const sequence::packed_sequences& text)
            : masks(pattern.rows()), bytes(pattern.rows(), text), of_text(text) {}
        pattern_row_masks masks;
        pattern_bytes bytes;
        text_bytes of_text;
        diagonal_traceback diagonals;
        std::vector<std::uint32_t> letters;
    };

    [[nodiscard]] pattern_occurrence aligned(const oriented_pattern& pattern, traceback& way, std::uint64_t sequence,
                                             const found_end& found) const;
    /// The alignment of letters [begin, end) of the text.
    [[nodiscard]] traced_end traced(traceback& way, std::uint64_t begin, std::uint64_t end, std::uint64_t edits) const;
    /// Of the letters from `begin` to `end` of the text.
    void put_codes(std::uint64_t begin, std::uint64_t end, std::vector<std::uint32_t>& codes) const;

    const sequence::packed_sequences& text_;
    const find_block& block_;
    const runtime::thread_pool& workers_;
};

} // namespace concord::edit_distance
