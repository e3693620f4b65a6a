// How many sequences are near to each window of a sequence along some diagonals: the windows of two sequences by the
// vector kernel of aligned_kernels.hpp, then rows of bits that are added up in digits of two.
//
//     row of one sequence     0 1 1 0 ...      digit 0  1 0 1 ...     a carry wanders only where there is one: of a
//     of the next             1 1 0 0 ...      digit 1  0 1 0 ...     thousand rows each costs about two steps
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/aligned_kernels.hpp"
#include "problems/substring/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class aligned_counts {
  public:
    enum class kept : std::uint8_t { first, all }; ///< counts of the sequence that is compared, or of all

    /// `asked`: lengths of windows, at most most_aligned_lengths, with at most most_aligned_mismatches.
    aligned_counts(const problem& given, const cpu_resources& resources, std::span<const aligned_length> asked,
                   kept what = kept::first);

    /// Bytes of counts of all sequences.
    [[nodiscard]] static double bytes(const problem& given);

    /// The sequence that others are compared with. Counts of a first one begin anew.
    void begin(std::uint64_t sequence);
    /// Which windows of both are near along these diagonals: where they begin in the other one. Counts those of the
    /// first sequence, and of the other where counts of all are kept.
    void compare(std::uint64_t other, std::span<const std::int32_t> diagonals);

    /// Of what begins at a letter of the collection, in a sequence that is counted.
    [[nodiscard]] std::uint64_t of(std::size_t question, std::uint64_t position) const;
    /// Words of diagonals that were compared.
    [[nodiscard]] std::uint64_t compared_words() const noexcept { return compared_words_; }

  private:
    using row = std::vector<std::uint64_t>;

    /// So many rows of a sequence, without a bit.
    static void clear(std::vector<row>& rows, std::size_t count, std::uint64_t letters);
    void add(const std::vector<row>& rows, std::uint64_t sequence);

    const problem& given_;
    const aligned_kernels& kernels_;
    std::vector<aligned_length> asked_;
    std::uint64_t longest_ = 0; ///< of what is asked
    std::size_t digits_;
    std::uint64_t first_ = 0; ///< the sequence that others are compared with
    std::uint64_t compared_words_ = 0;
    row differ_;
    row scratch_;
    std::vector<row> along_;    ///< near on one diagonal, by question
    std::vector<row> of_pair_;  ///< on any, of the first
    std::vector<row> of_other_; ///< of the other
    kept what_;
    std::uint64_t counted_from_ = 0; ///< the first letter that counts are of
    std::vector<row> counts_;        ///< by question and digit
};

} // namespace concord::substring
