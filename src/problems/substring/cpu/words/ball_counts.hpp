// How many words lie within k mismatches of every word: of all possible words at once, by a table with an entry for
// each of them (Yates 1937, with sums). Where random sequences hold words nearly as often as is asked for, this costs
// less than to look up what is near to each: no time depends on how many are near.
//
//     word      ACG TTGCA ACG TCA        outer letters: one slice of the table after the other, to which the words of
//                                        all slices within k mismatches are added; then the letters of a column, then
//                                        of a block, which a cache holds; last the lanes of an entry
//
// Time O(letters^L L k / lanes), and for each word as many additions as slices are near to its own.
#pragma once

#include "base/unset_vector.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/word_set.hpp"
#include "problems/substring/piece_row.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace concord::substring {

/// Bytes of what a cache holds, in all rows.
struct ball_table_size {
    std::size_t block;
    std::size_t column;
};

/// As tuning.hpp says, but while a test has set another.
[[nodiscard]] const ball_table_size& current_ball_table_size() noexcept;

/// For tests: tables of few words have several slices while it lives.
class scoped_ball_table_size {
  public:
    explicit scoped_ball_table_size(const ball_table_size& size);
    ~scoped_ball_table_size();
    scoped_ball_table_size(const scoped_ball_table_size&) = delete;
    scoped_ball_table_size& operator=(const scoped_ball_table_size&) = delete;

  private:
    ball_table_size before_;
};

/// Of each word of the set, by its rank: the sum of the holders of the words within k mismatches.
[[nodiscard]] base::unset_vector<std::uint32_t> ball_counts(const problem& given, const cpu_resources& resources,
                                                            const word_set& words);

/// The same, and of other words what is near to them with fewer mismatches.
struct ball_counts_beside {
    base::unset_vector<std::uint32_t> counts;
    base::unset_vector<std::uint32_t> of_others; ///< by rank of these; within 0, 1 ... k - 1 mismatches
};
/// By one table. `others`: of the same length.
[[nodiscard]] ball_counts_beside count_balls_beside(const problem& given, const cpu_resources& resources,
                                                    const word_set& words, const numbered_words& others);

/// Of each word of the set, by its rank: what is near to it with each number of mismatches up to `mismatches`, at most
/// most_mismatches_of_piece; with more all of the support. By one table, whose rows are counts of all these numbers.
[[nodiscard]] base::unset_vector<bounds_of_word> ball_bounds(const problem& given, const cpu_resources& resources,
                                                             const word_set& words, unsigned mismatches);

/// Instructions of the set of all words of a length and of their counts; infinite: there are too many, or they do not
/// fit into half of `memory` bytes. `windows`: how many the set is made of; else all.
[[nodiscard]] double cost_of_counted_set(const problem& given, const growth_alphabet& letters, unsigned length,
                                         std::uint64_t memory, std::optional<double> windows = std::nullopt);

/// Instructions that it takes, for so many words, with so many bytes of memory.
[[nodiscard]] double cost_of_ball_counts(const problem& given, const split_word& split, double words,
                                         std::uint64_t memory);

/// Bytes that it takes, beside the set.
[[nodiscard]] double bytes_of_ball_counts(const problem& given, const split_word& split, double words,
                                          std::uint64_t memory);

} // namespace concord::substring
