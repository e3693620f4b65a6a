// The candidates of sequences by words that grow letter by letter: where words are frequent, windows are equal or near
// to each other in numbers that no join bears, and yet few are worth a look.
//
//     sequence   A A A A A A C A T T A G A G C A
//     start 8            |->|               T T A has the support, T T A G has not: no window that holds T T A G has
//                        :  ^               it, so that windows that begin before end here at most,
//     start 0    |-------->|                and begin with a longer one: the others are not worth a look
//
// Starts are looked at in rounds, every 64th ones, then every 16th, and so on, as far as their windows
// may still be longer than the best of their sequence, or as long and further to the left. Those of a round are walked
// together, along the trie of the words that begin there (growth_block.hpp), as far as these have the support.
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/growth/literal_walk.hpp"
#include "problems/substring/problem.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace concord::substring {

class grown_candidates {
  public:
    /// Nothing where words cannot be grown: a support of one, many mismatches, long sequences, too many letters, or
    /// rows that are not held in memory. `longest`: no window with the support is longer.
    [[nodiscard]] static bool are_possible(const problem& given, const cpu_resources& resources, std::uint64_t longest);

    /// Refers to all of these.
    grown_candidates(const problem& given, const cpu_resources& resources, const equal_sequences& groups,
                     std::uint64_t longest);

    /// Sets the candidates of some sequences, which are representatives in ascending order. False, and none is set:
    /// that would take more than `most_cost` instructions. Time O(words that are walked * (k + 1) m) for m sequences.
    [[nodiscard]] bool find(std::span<const std::uint64_t> sequences, double most_cost,
                            std::vector<substring_candidate>& candidates);

    /// Instructions that it has taken so far.
    [[nodiscard]] double cost() const noexcept;

  private:
    struct level : places_by_letter { ///< of the letters behind a word, less its length: where it begins
        std::vector<std::uint64_t> supports;
    };
    struct near_word {
        std::uint64_t position; ///< in the collection
        std::uint64_t letters;  ///< from there to the end of its sequence
        std::uint64_t sequence;
    };
    struct walker {
        growth_walk walk;
        std::vector<level> levels;
        std::vector<std::uint32_t> sorted;        ///< scratch
        std::vector<near_word> near;              ///< the same, sequence by sequence
        std::vector<std::uint64_t> reached;       ///< the same: copies of sequences, by length
        std::vector<substring_candidate> settled; ///< by sequence of the text: the best that this one found

        walker(const problem& given, const growth_kernels& kernels, const growth_alphabet& letters,
               std::span<const growth_block> blocks, std::size_t sequences)
            : walk(given, kernels, letters, blocks, false, true), levels(1), settled(sequences) {}
    };

    [[nodiscard]] std::uint64_t start_in_sequence(std::uint32_t start) const noexcept {
        return start - first_of_[owner_[start]];
    }
    /// Whether a window from here may be better than the best of its sequence.
    [[nodiscard]] bool is_open(std::uint32_t start) const noexcept;
    /// A word of `depth` letters has the support.
    void offer(std::uint32_t start, std::uint64_t depth, std::uint64_t support, walker& by) const;
    /// A word of `depth` letters has it, and the one with another letter has not.
    void end(std::uint32_t start, std::uint64_t depth) const;

    /// Open starts of some sequences, every `stride`th.
    [[nodiscard]] std::vector<std::uint32_t> starts_of_round(std::span<const std::uint64_t> sequences,
                                                             std::uint32_t stride) const;
    /// Walks along the words that begin there.
    void walk(std::vector<std::uint32_t> starts);
    void walk_below(std::size_t depth, walker& by);
    /// Follows the occurrences of the word of `depth` letters, where that takes less than to walk on. False: it does
    /// not.
    [[nodiscard]] bool follow(std::size_t depth, walker& by);
    /// What of the words with one more letter may still be of use, into the next level. False: nothing.
    bool descend(std::size_t depth, std::size_t index, walker& by) const;

    const problem& given_;
    const cpu_resources& resources_;
    growth_alphabet letters_;
    std::uint64_t longest_;
    std::vector<std::uint64_t> sequences_; ///< of the text: one of each group
    std::vector<std::uint32_t> copies_;    ///< by sequence of the collection: how many are equal to it
    literal_text text_;
    std::vector<std::uint32_t> owner_;          ///< by place in the text: the index of its sequence
    std::vector<std::uint32_t> first_of_;       ///< places, by index; and the end
    mutable std::vector<std::uint32_t> bounds_; ///< by start: where windows that begin here end at most
    mutable std::vector<std::uint64_t> best_;   ///< by index: length << 32 | ~start
    std::vector<growth_block> blocks_;
    std::vector<std::uint32_t> index_of_; ///< by sequence of the collection that is in the text
    std::vector<std::unique_ptr<walker>> walker_of_;
    std::atomic<std::uint64_t> work_ = 0;
    double most_work_ = 0;
    std::atomic<bool> is_too_much_ = false;
};

} // namespace concord::substring
