// The words of a text as counts of edit_balls.hpp begin with: a row for each number of edits, a place for each word of
// the letters that are not read.
//
//     ..ACRT..        a set          entered as ACAT and ACGT, without an edit
//     ..ACNT..        no letter      as ACAT, ACCT, ACGT, ACTT with one, and skipped as ACT. with one
#pragma once

#include "problems/substring/cpu/filter/filter_arrays.hpp"
#include "problems/substring/variants/near_words.hpp"
#include "problems/substring/variants/pieces.hpp"
#include "problems/substring/variants/spellings.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// Whole numbers up to 2^24 are exact, and greater sums are not smaller than that.
using ball_count = float;

/// Of a word of the text, at most; a piece with one that has more may hold any word.
inline constexpr std::uint64_t most_spellings_of_ball_word = 256;

[[nodiscard]] constexpr std::uint64_t balls_of(std::uint64_t letters) noexcept {
    return std::uint64_t{1} << 2 * letters;
}

/// Rows by edits: of all alignments, and behind them those whose last step skips no letter of the text; without edits
/// none does.
struct ball_rows {
    ball_count* rows;
    std::uint64_t of_row; ///< words of the letters that are not read
    std::uint64_t edits;

    [[nodiscard]] ball_count* all(std::uint64_t row) const noexcept { return rows + row * of_row; }
    [[nodiscard]] ball_count* unskipped(std::uint64_t row) const noexcept {
        return row == 0 ? rows : rows + (edits + row) * of_row;
    }
    /// Of an array of these.
    [[nodiscard]] static std::uint64_t number(std::uint64_t edits) noexcept { return edits == 0 ? 1 : 2 * edits; }
};

/// Enters the words of a text: letters that match nothing are substituted, for an edit, or skipped, for one, too. Of
/// the last letters, which an occurrence may lack, they cost nothing. Beyond the ends of a piece there are such
/// letters.
class ball_texts {
  public:
    /// `there`: a bit for each word that stands in the text. `beside_others`: other threads add to the same counts.
    ball_texts(const piece_collection& of, std::uint64_t letters, ball_rows to, std::vector<std::uint64_t>& there,
               bool beside_others)
        : of_(of), letters_(letters), to_(to), there_(there), beside_others_(beside_others) {}

    void add(const piece& in) {
        in_ = &in;
        const std::span<const letter> text = of_.letters(in.first, in.length);
        const bool is_spelled = !of_.has_sets() || are_few_spellings(text);
        near_words::for_each_word(
            text, letters_,
            [&](std::uint64_t, std::uint64_t number) {
                set(number);
                if (is_spelled) count(0, number);
            },
            [&](std::uint64_t start) {
                if (of_.has_sets()) set_spellings(text.subspan(start, letters_));
                if (is_spelled) extend(static_cast<std::int64_t>(start), 0, 0, 0, 0);
            });
        if (!is_spelled) {
            ++unspelled_;
            return;
        }
        const auto length = static_cast<std::int64_t>(in.length);
        const auto whole = static_cast<std::int64_t>(letters_);
        const auto edits = static_cast<std::int64_t>(to_.edits);
        for (std::int64_t start = -edits; start + whole - edits <= length; ++start)
            if (start < 0 || start + whole > length) extend(start, 0, 0, 0, 0);
    }
    /// After the last piece.
    void finish() {
        frequent_.add_all([&](std::size_t index, std::uint32_t more) { add_shared(index, more); });
    }

    /// Pieces that may hold any word.
    [[nodiscard]] std::uint64_t unspelled() const noexcept { return unspelled_; }

  private:
    /// Whether that is so wherever a word begins, as far as its letters can reach.
    [[nodiscard]] bool are_few_spellings(std::span<const letter> text) const {
        const std::uint64_t most = std::min<std::uint64_t>(letters_ + to_.edits, text.size());
        for (std::uint64_t start = 0; start + most <= text.size(); ++start)
            if (!has_few_spellings(text.subspan(start, most), most_spellings_of_ball_word)) return false;
        return true;
    }

    void set(std::uint64_t number) {
        std::uint64_t& word = there_[number / 64];
        const std::uint64_t bit = std::uint64_t{1} << number % 64;
        if (!beside_others_)
            word |= bit;
        else if ((std::atomic_ref(word).load(std::memory_order_relaxed) & bit) == 0)
            std::atomic_ref(word).fetch_or(bit, std::memory_order_relaxed);
    }
    /// Where a letter matches nothing the word is judged by its other letters, where it has many it is not.
    void set_spellings(std::span<const letter> word) {
        if (of_.count_nothing(word) == 0 && has_few_spellings(word, most_spellings_of_ball_word))
            for_each_spelling<0>(word, weights_of(word), [&](std::uint64_t number) { set(number); });
    }
    void add_shared(std::size_t index, std::uint32_t more) const {
        std::atomic_ref(to_.rows[index]).fetch_add(static_cast<ball_count>(more), std::memory_order_relaxed);
    }
    void count(std::uint64_t edits, std::uint64_t number) {
        const std::uint64_t index = edits * to_.of_row + number;
        if (beside_others_)
            frequent_.count(index, [&](std::size_t at, std::uint32_t more) { add_shared(at, more); });
        else
            to_.rows[index] += 1;
    }

    /// `at`: the next letter of the piece; `number`, `any`: of the first letters, those that are any with all bits set.
    void extend(std::int64_t at, std::uint64_t first, std::uint64_t edits, std::uint64_t number, std::uint64_t any) {
        const std::uint64_t needed = letters_ - to_.edits; // letters that every occurrence has
        for (; first < letters_; ++first, ++at) {
            const bool is_beyond = at < 0 || at >= static_cast<std::int64_t>(in_->length);
            const letter here = is_beyond ? of_.nothing() : of_.text()[in_->first + static_cast<std::uint64_t>(at)];
            number <<= 2U;
            any <<= 2U;
            if (here < plain_nucleotides) {
                number |= here;
                continue;
            }
            if (!is_beyond && here > plain_nucleotides) {
                extend_set(set_of_letter(here), at, first, edits, number, any);
                return;
            }
            any |= 3U;
            if (first >= needed) continue;
            if (at >= 0 && is_beyond) return;
            if (edits == to_.edits) return;
            if (first > 0 && !is_beyond) extend(at + 1, first, edits + 1, number >> 2U, any >> 2U);
            ++edits;
        }
        std::uint64_t spelling = 0;
        do {
            count(edits, number | spelling);
            spelling = (spelling - any) & any; // the next subset of these bits
        } while (spelling != 0);
    }

    /// With each nucleotide of a set as the next letter; `number`, `any`: with a place for it.
    void extend_set(std::uint16_t set, std::int64_t at, std::uint64_t first, std::uint64_t edits, std::uint64_t number,
                    std::uint64_t any) {
        for (std::uint64_t one = 0; one < plain_nucleotides; ++one)
            if ((set >> one & 1U) != 0) extend(at + 1, first + 1, edits, number | one, any);
    }

    const piece_collection& of_;
    std::uint64_t letters_;
    ball_rows to_;
    std::vector<std::uint64_t>& there_;
    bool beside_others_;
    frequent_counters frequent_;
    const piece* in_ = nullptr;
    std::uint64_t unspelled_ = 0;
};

} // namespace concord::substring
