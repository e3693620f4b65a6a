// How many sequences hold the words of one length, by hashes. Words that share an entry count together, which only
// makes a bound weaker. A word with ambiguous letters is counted in all its spellings; where these are too many, the
// sequence may hold any word.
#pragma once

#include "problems/substring/variants/counted_places.hpp"
#include "problems/substring/variants/pieces.hpp"
#include "problems/substring/variants/spellings.hpp"
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
    /// `most_spellings`: of a word that is counted by these; `counts_nothing`: also words with letters that match
    /// nothing. Time O(letters / threads), where there are many
    /// sequences; memory: at most a sixteenth of `memory`.
    word_counts(const piece_collection& of, runtime::thread_pool& workers, std::uint64_t length, std::uint64_t memory,
                std::uint64_t most_spellings, bool counts_nothing)
        : of_(of), workers_(workers), length_(length), most_spellings_(most_spellings),
          counts_nothing_(counts_nothing) {
        const std::uint64_t most =
            std::max<std::uint64_t>(std::uint64_t{1} << 12U, memory / 8 / (2 * sizeof(std::uint32_t)));
        std::uint64_t entries = std::bit_ceil(of.text().size() + 1);
        while (entries > most)
            entries /= 2;
        shift_ = 64 - static_cast<unsigned>(std::bit_width(entries) - 1);
        table_ = runtime::far_array<std::uint32_t>(entries + 1);
        for (std::uint64_t at = 0; at <= length; ++at)
            powers_.push_back(at == 0 ? 1 : powers_.back() * word_hash_base);
        const auto of_any = static_cast<std::uint32_t>(entries);
        count_places(of, workers, table_.view(), [&](const piece& one, auto visit) {
            for_each_word(
                one, [&](std::uint64_t, std::uint64_t hash) { visit(static_cast<std::uint32_t>(place_of(hash))); },
                [&](std::uint64_t start) {
                    if (!is_spelled(start))
                        visit(of_any);
                    else
                        spell(start, [&](std::uint64_t hash) { visit(static_cast<std::uint32_t>(place_of(hash))); });
                });
        });
    }

    [[nodiscard]] std::uint64_t length() const noexcept { return length_; }
    /// Sequences that may hold any word, beside those that are counted by their words.
    [[nodiscard]] std::uint32_t of_any() const noexcept { return table_[table_.size() - 1]; }
    /// Of a word by its polynomial.
    [[nodiscard]] std::uint32_t of_hash(std::uint64_t hash) const noexcept { return table_[place_of(hash)]; }

    /// Of the word that begins at each place of the text, in all its spellings, but for those that may hold any; 0
    /// where none begins that is counted.
    [[nodiscard]] std::vector<std::uint32_t> by_start() const {
        std::vector<std::uint32_t> counts(of_.text().size(), 0);
        const std::uint64_t tasks = std::min<std::uint64_t>(of_.sequences(), 256);
        workers_.run(tasks, [&](std::size_t task, unsigned) {
            for (std::uint64_t sequence = task * of_.sequences() / tasks;
                 sequence < (task + 1) * of_.sequences() / tasks; ++sequence)
                for (const piece& one : of_.pieces(sequence))
                    for_each_word(
                        one, [&](std::uint64_t start, std::uint64_t hash) { counts[start] = of_hash(hash); },
                        [&](std::uint64_t start) { counts[start] = of_spellings(start); });
        });
        return counts;
    }

  private:
    [[nodiscard]] std::uint64_t place_of(std::uint64_t hash) const noexcept {
        return (hash ^ hash >> 32U) * word_hash_base >> shift_;
    }

    [[nodiscard]] bool is_spelled(std::uint64_t start) const {
        return has_few_spellings(of_.letters(start, length_), most_spellings_);
    }
    template <class Visit>
    void spell(std::uint64_t start, Visit visit) const {
        for_each_spelling<1>(
            of_.letters(start, length_), [&](std::size_t at) { return powers_[length_ - 1 - at]; }, visit);
    }
    [[nodiscard]] std::uint32_t of_spellings(std::uint64_t start) const {
        std::uint64_t sum = 0;
        if (!is_spelled(start)) return limit_of_counts();
        spell(start, [&](std::uint64_t hash) { sum += of_hash(hash); });
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, limit_of_counts()));
    }
    [[nodiscard]] std::uint32_t limit_of_counts() const noexcept {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(of_.sequences(), ~std::uint32_t{0}));
    }

    /// Of those of a piece that are counted visit(start, hash), or visit_ambiguous(start) where letters are ambiguous.
    template <class Visit, class VisitAmbiguous>
    void for_each_word(const piece& one, Visit visit, VisitAmbiguous visit_ambiguous) const {
        const std::span<const letter> text = of_.text();
        std::uint64_t hash = 0;
        std::uint64_t ordinary = 0;
        std::uint64_t plain = length_; // letters since the last ambiguous one
        for (std::uint64_t at = one.first; at < one.first + one.length; ++at) {
            ordinary = text[at] == of_.nothing() && !counts_nothing_ ? 0 : ordinary + 1;
            plain = text[at] > of_.nothing() ? 0 : plain + 1;
            hash = hash * word_hash_base + text[at] + 1;
            if (at >= one.first + length_) hash -= powers_[length_] * (text[at - length_] + std::uint64_t{1});
            if (ordinary < length_) continue;
            if (plain >= length_)
                visit(at + 1 - length_, hash);
            else
                visit_ambiguous(at + 1 - length_);
        }
    }

    const piece_collection& of_;
    runtime::thread_pool& workers_;
    std::uint64_t length_;
    std::uint64_t most_spellings_;
    bool counts_nothing_;
    std::vector<std::uint64_t> powers_; ///< of the base, by which letters of a word have been multiplied
    unsigned shift_ = 0;
    runtime::far_array<std::uint32_t> table_; ///< a look-up is a place anywhere in it; then those that may hold any
};

} // namespace concord::substring
