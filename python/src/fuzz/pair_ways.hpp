// Which of the ways to count the edits of a pair there are for texts of some lengths.
#pragma once

#include "fuzz/edit_columns.hpp"
#include "fuzz/vector_columns.hpp"
#include "lanes/band.hpp"
#include "lanes/columns.hpp"

#include <concord/distance.hpp>
#include <concord/symbols.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace concord::fuzz {

class pair_ways {
  public:
    static constexpr std::size_t longest_indel = 512; ///< as many as lcs_length() keeps in registers

    [[nodiscard]] static bool can_count(const symbol_view& a, const symbol_view& b, distance_metric metric) {
        return can_count(a.size(), b.size(), metric);
    }
    /// Of lengths; where it can count a pair, it can count all shorter ones. Up to some tenths of a millisecond.
    [[nodiscard]] static bool can_count(std::size_t a, std::size_t b, distance_metric metric) {
        if (metric == distance_metric::hamming) return true;
        if (metric == distance_metric::damerau_levenshtein) return a <= 64 && b <= 64;
        return are_few_steps(std::min(a, b), std::max(a, b), metric);
    }
    /// Whether a word of columns at most is to be filled, or so.
    [[nodiscard]] static bool is_quick(std::size_t a, std::size_t b, distance_metric metric) {
        return can_count(a, b, metric) && (metric == distance_metric::hamming || std::min(a, b) <= 64 ||
                                           (metric == distance_metric::indel && std::min(a, b) <= longest_indel));
    }

    /// Whether count_within() does not take longer than it has to.
    [[nodiscard]] static bool can_count_within(std::size_t a, std::size_t b, distance_metric metric,
                                               std::uint64_t most) {
        if (can_count(a, b, metric) || is_worth_bounding(a, b, metric, most) || is_gap(a, b, metric, most)) return true;
        if (has_band(a, b, metric, most)) return false; // count_if_quick() looks whether they are similar
        if (metric == distance_metric::damerau_levenshtein || most >= a + b) return false;
        if (is_for_vectors(std::min(a, b), metric, most))
            return std::min(a, b) <= longest_in_vectors &&
                   lanes::words_of_window(std::min(a, b), most) * std::max(a, b) <= most_vector_steps;
        constexpr std::size_t of_strip = 256; // letters of the pattern, whose text is all in the corridor
        return are_few_steps(std::min(a, b),
                             std::min<std::uint64_t>(std::max(a, b), std::max<std::uint64_t>(most, 1) + of_strip),
                             metric);
    }
    /// Whether few edits are looked for on diagonals.
    [[nodiscard]] static bool has_bounds(distance_metric metric) {
        return metric == distance_metric::levenshtein || metric == distance_metric::indel;
    }
    /// Whether diagonals take less time than whole columns.
    [[nodiscard]] static bool is_worth_bounding(std::size_t a, std::size_t b, distance_metric metric,
                                                std::uint64_t most) {
        constexpr std::uint64_t most_of_table = 31; // whole columns of more do not take longer
        if (most > most_of_table || !has_bounds(metric)) return false;
        const std::size_t words = (std::min(a, b) + 63) / 64;
        return (most + 1) * (most + 1) <= std::max(a, b) * words;
    }

    /// Letters of a text that assign() takes.
    [[nodiscard]] static std::size_t longest_own(distance_metric metric) {
        if (metric == distance_metric::hamming) return std::numeric_limits<std::size_t>::max();
        if (metric == distance_metric::indel) return longest_indel;
        return metric == distance_metric::damerau_levenshtein ? 64 : longest_in_columns;
    }
    /// Whether few edits are looked for in a band. As many words of whole columns take no longer.
    [[nodiscard]] static bool has_band(std::size_t a, std::size_t b, distance_metric metric, std::uint64_t most) {
        constexpr std::uint64_t most_before_vectors = 255; // of four words, which stay in registers
        constexpr std::uint64_t most_of_indel = 240;       // the same; strips of columns take less time than more words
        const bool is_indel = metric == distance_metric::indel;
        if (!has_bounds(metric)) return false;
        if (most > (is_indel ? most_of_indel : has_vector_columns() ? most_before_vectors : lanes::most_edits_in_band))
            return false;
        const std::size_t words = is_indel ? lanes::words_of_indel_band(most) : lanes::words_of_band(most);
        const std::size_t most_steps = is_indel ? 2 * most_word_steps : most_word_steps;
        // A band goes along the shorter one, whole columns along the longer one.
        const std::size_t shorter = std::min(a, b);
        return shorter > 64 && words * shorter < (shorter + 63) / 64 * std::max(a, b) && words * shorter <= most_steps;
    }
    /// Whether the lengths alone are nearly as many edits as there may be: few diagonals are left for each edit.
    [[nodiscard]] static bool is_gap(std::size_t a, std::size_t b, distance_metric metric, std::uint64_t most) {
        constexpr std::uint64_t least_gap = 32;
        constexpr std::uint64_t most_beside = 62;
        const std::size_t shorter = std::min(a, b);
        const std::size_t apart = std::max(a, b) - shorter;
        if (!has_bounds(metric) || shorter <= 64 || apart < least_gap || most < apart || most - apart > most_beside)
            return false;
        const std::uint64_t words = std::min<std::uint64_t>((shorter + 63) / 64, most / 64 + 1);
        return (most + 1) * (most - apart + 1) <= words * std::max(a, b);
    }

  protected:
    static constexpr std::size_t most_word_steps = 1U << 18U;   ///< some tenths of a millisecond
    static constexpr std::size_t most_vector_steps = 1U << 20U; ///< in vectors

    /// Of Levenshtein and OSA, before blocks of the library in vectors take less time: two texts of 2,900 letters.
    [[nodiscard]] static std::size_t most_edit_steps() { return 1U << 17U; }

    /// Whether the words of so many columns are filled in some tenths of a millisecond. Those of indel take half of the
    /// time.
    [[nodiscard]] static bool are_few_steps(std::size_t pattern, std::uint64_t columns, distance_metric metric) {
        constexpr std::size_t longest_pattern = 1U << 12U; // of more, the table of places outgrows the caches
        const std::uint64_t most = has_vector_columns()               ? most_vector_steps
                                   : metric == distance_metric::indel ? most_word_steps
                                                                      : most_edit_steps();
        return pattern <= longest_pattern && (pattern + 63) / 64 * columns <= most;
    }

    [[nodiscard]] static bool has_column(distance_metric metric) { return metric != distance_metric::hamming; }
};

} // namespace concord::fuzz
