// What chance explains: a third-order Markov model of the reads.
#pragma once

#include "problems/adapters/word_counts.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace concord::adapters {

/// Probabilities of a letter behind three others, and of the first three, as counted in the reads.
class background {
  public:
    /// Of the words of 12 letters and the reads that hold them. Time: O(4^12).
    explicit background(const std::vector<std::uint32_t>& counts);

    /// The reads that are expected to hold the word.
    [[nodiscard]] double expected_reads(std::uint32_t word) const noexcept;
    /// The number of words, of all 4^12, that chance is expected to give in so many reads or more: an upper bound, by
    /// Chernoff's inequality for a Poisson distribution. 4^12 at most.
    [[nodiscard]] double expected_words(std::uint32_t word, std::uint64_t reads) const noexcept;

  private:
    std::array<double, 64> first_{};      ///< by three letters
    std::array<double, 256> following_{}; ///< by three letters and the next
    double words_ = 0;                    ///< of all reads together
};

} // namespace concord::adapters
