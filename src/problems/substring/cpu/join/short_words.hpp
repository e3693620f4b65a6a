// Distinct windows of so few letters that a bit for every possible word fits into a cache: all of them within a few
// substitutions of a window are read off, without a hash and without looking at letters again.
//
//     word         ACGTAC|GTC     the front counts in the address, the last letters choose a bit of what is there
//     address      front in base s                     one entry for each front: up to 64 words that end differently
//     near         entry & mask[left][end]             ends within the mismatches that the front has left, all at once
//
// So the neighbours of the front are visited, and not those of the whole word: of 11 nucleotides within 3 substitutions
// 1,789 of 4,984.
#pragma once

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// How words of some letters are split.
struct split_word {
    std::uint64_t letters = 0; ///< values of a letter
    std::uint64_t front = 0;   ///< letters that count in the address
    std::uint64_t end = 0;     ///< letters that choose a bit

    /// The longest end that 64 bits hold.
    [[nodiscard]] static split_word of(std::uint64_t letters, std::uint64_t length) noexcept;
    /// Entries of a table of such words.
    [[nodiscard]] double fronts() const noexcept;
    /// How many words there are of so many letters.
    [[nodiscard]] std::uint64_t words_of(std::uint64_t length) const noexcept;
    /// Letters in which two words of one length differ, given as numbers.
    [[nodiscard]] std::uint64_t mismatches(std::uint64_t a, std::uint64_t b) const noexcept;
};

class short_words {
  public:
    /// Of distinct windows of `length` letters. Refers to `given` and `letters`. Time O(windows * length + fronts).
    short_words(const problem& given, runtime::thread_pool& workers, const growth_alphabet& letters,
                const equal_windows& windows, std::uint64_t length);

    /// Whether a table of all words of this length is small enough to be worth it.
    [[nodiscard]] static bool can_hold(std::uint64_t letters, std::uint64_t length) noexcept;

    /// The numbers of the windows within k mismatches of the one at a position, which has no ambiguous letter.
    /// Time O(count_neighbours of the front).
    void find_near(std::uint64_t position, std::vector<std::uint32_t>& near) const;

  private:
    struct place {
        std::uint64_t front; ///< the address
        std::uint64_t end;   ///< the bit there
    };

    [[nodiscard]] place place_of(std::span<const std::uint64_t> digits) const;
    static constexpr std::size_t most_letters = growth_alphabet::most_letters + 1;

    void take(std::uint64_t front, std::uint64_t ends, std::vector<std::uint32_t>& near) const;
    void substitute(std::span<const std::uint64_t> digits, std::uint64_t from, std::uint64_t left,
                    std::uint64_t address, const std::uint64_t* ends_by_rest, std::vector<std::uint32_t>& near) const;

    const problem& given_;
    const growth_alphabet& letters_;
    split_word split_;
    std::vector<std::uint64_t> weights_;   ///< of the letters of a front
    std::vector<std::uint64_t> ends_;      ///< by front: the ends that are there
    std::vector<std::uint32_t> before_;    ///< by front: how many words have a lower one
    std::vector<std::uint32_t> windows_;   ///< in the order of the words
    std::vector<std::uint64_t> near_ends_; ///< by end, then by mismatches: the ends within so many of it
};

} // namespace concord::substring
