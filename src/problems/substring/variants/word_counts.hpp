// How many sequences hold the words of one length, by hashes. Words that share an entry count together, which only
// makes a bound weaker.
#pragma once

#include "problems/substring/variants/counted_places.hpp"
#include "problems/substring/variants/pieces.hpp"
#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// Polynomial in the letters of a word, so that the hash of a word with an edit is a few products (Karp and Rabin
/// 1987).
inline constexpr std::uint64_t word_hash_base = 0x9E3779B97F4A7C15U;

class word_counts {
  public:
    /// `counts_nothing`: also words with letters that match nothing. Time O(letters / threads), where there are many
    /// sequences; memory: at most a sixteenth of `memory`.
    word_counts(const piece_collection& of, runtime::thread_pool& workers, std::uint64_t length, std::uint64_t memory,
                bool counts_nothing)
        : of_(of), workers_(workers), length_(length), counts_nothing_(counts_nothing) {
        const std::uint64_t most =
            std::max<std::uint64_t>(std::uint64_t{1} << 12U, memory / 8 / (2 * sizeof(std::uint32_t)));
        std::uint64_t entries = std::bit_ceil(of.text().size() + 1);
        while (entries > most)
            entries /= 2;
        shift_ = 64 - static_cast<unsigned>(std::bit_width(entries) - 1);
        table_ = runtime::far_array<std::uint32_t>(entries);
        for (std::uint64_t at = 0; at < length; ++at)
            power_ *= word_hash_base;
        count_places(of, workers, table_.view(), [&](const piece& one, auto visit) {
            for_each_word(
                one, [&](std::uint64_t, std::uint64_t hash) { visit(static_cast<std::uint32_t>(place_of(hash))); });
        });
    }

    [[nodiscard]] std::uint64_t length() const noexcept { return length_; }
    /// Of a word by its polynomial.
    [[nodiscard]] std::uint32_t of_hash(std::uint64_t hash) const noexcept { return table_[place_of(hash)]; }

    /// Of the word that begins at each place of the text; 0 where none begins that is counted.
    [[nodiscard]] std::vector<std::uint32_t> by_start() const {
        std::vector<std::uint32_t> counts(of_.text().size(), 0);
        const std::uint64_t tasks = std::min<std::uint64_t>(of_.sequences(), 256);
        workers_.run(tasks, [&](std::size_t task, unsigned) {
            for (std::uint64_t sequence = task * of_.sequences() / tasks;
                 sequence < (task + 1) * of_.sequences() / tasks; ++sequence)
                for (const piece& one : of_.pieces(sequence))
                    for_each_word(one, [&](std::uint64_t start, std::uint64_t hash) { counts[start] = of_hash(hash); });
        });
        return counts;
    }

  private:
    [[nodiscard]] std::uint64_t place_of(std::uint64_t hash) const noexcept {
        return (hash ^ hash >> 32U) * word_hash_base >> shift_;
    }

    /// visit(start, hash) of those of a piece that are counted.
    template <class Visit>
    void for_each_word(const piece& one, Visit visit) const {
        const std::span<const letter> text = of_.text();
        std::uint64_t hash = 0;
        std::uint64_t ordinary = 0;
        for (std::uint64_t at = one.first; at < one.first + one.length; ++at) {
            ordinary = text[at] == of_.nothing() && !counts_nothing_ ? 0 : ordinary + 1;
            hash = hash * word_hash_base + text[at] + 1;
            if (at >= one.first + length_) hash -= power_ * (text[at - length_] + std::uint64_t{1});
            if (ordinary >= length_) visit(at + 1 - length_, hash);
        }
    }

    const piece_collection& of_;
    runtime::thread_pool& workers_;
    std::uint64_t length_;
    bool counts_nothing_;
    std::uint64_t power_ = 1; ///< of the base, by which the first letter of a word has been multiplied when it leaves
    unsigned shift_ = 0;
    runtime::far_array<std::uint32_t> table_; ///< a look-up is a place anywhere in it
};

} // namespace concord::substring
