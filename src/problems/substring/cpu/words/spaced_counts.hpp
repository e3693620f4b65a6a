// Supports of windows by the places in which near ones agree (spaced_words.hpp): upper bounds, and exact ones.
//
// Each shape of L - k places has a table. Exact: an entry for each word that the shape may spell, a bit for each of 512
// sequences, set where one holds a window that spells it; the OR of the entries of a window, one of each table, has a
// bit for each sequence that holds it. Where there are too many words, entries are those that the windows asked about
// spell. Bound: a number for each word, of the sequences, and
//
//     support <= 1 + sum over shapes (sequences with the word - 1)          words that share an entry only raise it
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/words/placed_windows.hpp"
#include "simd/aligned_vector.hpp"

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class spaced_costs {
  public:
    spaced_costs(const problem& given, const cpu_resources& resources, const growth_alphabet& letters);

    /// Instructions for so many windows of a length; infinite: not possible.
    [[nodiscard]] double of_bounds(std::uint64_t length, double windows) const;
    [[nodiscard]] double of_supports(std::uint64_t length, double windows) const;

    /// Bits of a letter in a word.
    [[nodiscard]] unsigned bits() const noexcept { return bits_; }
    /// Whether a table has entries for all words of a shape.
    [[nodiscard]] bool has_all_words(std::uint64_t places) const noexcept;

  private:
    [[nodiscard]] bool is_possible(std::uint64_t length) const;

    const problem& given_;
    const cpu_resources& resources_;
    unsigned bits_;
};

class spaced_counts {
  public:
    /// Refers to all of these. Time O(letters).
    spaced_counts(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                  const spaced_costs& costs);

    [[nodiscard]] std::vector<std::uint32_t> bounds(const placed_windows& windows, std::uint64_t length) const;
    [[nodiscard]] std::vector<std::uint32_t> supports(const placed_windows& windows, std::uint64_t length) const;

  private:
    struct window_shapes;
    struct workspace;
    using entry = std::uint64_t;

    void spell(std::uint64_t position, std::size_t count, std::span<const std::uint32_t> shape,
               std::uint64_t* words) const;
    template <class Visit>
    void for_each_run(const placed_windows& windows, std::size_t first, std::size_t last, const Visit& visit) const;
    template <class Visit>
    void for_each_target(std::uint64_t first, std::uint64_t last, std::uint64_t length,
                         std::span<const std::uint32_t> shape, std::vector<std::uint64_t>& words,
                         const Visit& visit) const;
    void add_by_all_words(const placed_windows& windows, std::size_t first, std::size_t last,
                          const window_shapes& shapes, std::uint64_t first_sequence, workspace& work) const;
    void add_by_asked_words(const placed_windows& windows, std::size_t first, std::size_t last,
                            const window_shapes& shapes, std::uint64_t first_sequence, workspace& work) const;

    const problem& given_;
    const cpu_resources& resources_;
    const growth_alphabet& letters_;
    const spaced_costs& costs_;
    std::vector<std::uint16_t> codes_; ///< by position
};

} // namespace concord::substring
