// The distinct words of a few letters that sequences hold, as a bit for every possible word: which of them lie within
// some mismatches of a word is read off, 64 at a time (short_words.hpp draws how a word is split into front and end).
//
// A window with ambiguous letters is there as the word that it is with the first letter in place of each: this word is
// near to whatever the window is near to, so what is counted with it is never too little.
#pragma once

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/join/short_words.hpp"
#include "problems/substring/cpu/words/word_table.hpp"
#include "runtime/far_allocator.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// A word of ordinary letters.
struct front_and_end {
    std::uint64_t front;
    std::uint64_t end;
};

/// Where words stand: at least so many letters from the beginning of their sequence, and from its end.
struct word_margins {
    std::uint64_t before = 0;
    std::uint64_t after = 0;

    [[nodiscard]] bool hold(std::uint64_t start, std::uint64_t length, std::uint64_t letters) const noexcept {
        return start >= before && start + length + after <= letters;
    }
};

/// Some of all words of a length, as a bit for each, and their numbers in ascending order.
class numbered_words {
  public:
    explicit numbered_words(const split_word& split)
        : split_(split), of_end_(split.words_of(split.end)), ends_(static_cast<std::size_t>(split.fronts()), 0) {}

    /// Of any words that are split so.
    [[nodiscard]] static double bytes(const split_word& split) {
        return split.fronts() * (sizeof(std::uint64_t) + sizeof(std::uint32_t));
    }

    [[nodiscard]] const split_word& split() const noexcept { return split_; }
    [[nodiscard]] unsigned length() const noexcept { return static_cast<unsigned>(split_.front + split_.end); }
    /// How many there are, once they are numbered.
    [[nodiscard]] std::size_t size() const noexcept { return before_.back(); }
    [[nodiscard]] std::uint64_t number(const front_and_end& word) const noexcept {
        return word.front * of_end_ + word.end;
    }
    /// A word, as its number among all words.
    [[nodiscard]] front_and_end parted(std::uint64_t word) const noexcept { return {word / of_end_, word % of_end_}; }

    [[nodiscard]] bool has(const front_and_end& word) const noexcept {
        return (ends_[word.front] >> word.end & 1U) != 0;
    }
    /// Ends of the words with a front.
    [[nodiscard]] std::uint64_t ends(std::uint64_t front) const noexcept { return ends_[front]; }
    /// The number of a word that is there, in ascending order of the words.
    [[nodiscard]] std::uint32_t rank(std::uint64_t front, std::uint64_t end) const noexcept {
        return before_[front] +
               base::count_ones(ends_[front] & base::low_bits<std::uint64_t>(static_cast<unsigned>(end)));
    }
    /// Words with a lower front; of the number of fronts: all.
    [[nodiscard]] std::uint32_t before(std::uint64_t front) const noexcept { return before_[front]; }
    [[nodiscard]] const runtime::far_vector<std::uint64_t>& all_ends() const noexcept { return ends_; }

    /// Threads may add words at the same time; then all are numbered.
    void add(const front_and_end& word) {
        const std::uint64_t bit = std::uint64_t{1} << word.end;
        const std::atomic_ref<std::uint64_t> ends(ends_[word.front]);
        if ((ends.load(std::memory_order_relaxed) & bit) == 0) ends.fetch_or(bit, std::memory_order_relaxed);
    }
    void number_words();

  protected:
    split_word split_;
    std::uint64_t of_end_; ///< different ends
    runtime::far_vector<std::uint64_t> ends_;
    runtime::far_vector<std::uint32_t> before_;
};

/// What is counted for each word.
enum class counted_holders : std::uint8_t { sequences, places };

class word_set : public numbered_words {
  public:
    /// Of all windows of `length` letters that stand so, at most k of their letters ambiguous. Time O(letters +
    /// fronts).
    word_set(const problem& given, const growth_alphabet& letters, unsigned length, runtime::thread_pool& workers,
             const word_margins& margins = {}, counted_holders counted = counted_holders::sequences);

    /// Bytes that a set takes at most.
    [[nodiscard]] static double bytes(const problem& given, const growth_alphabet& letters, unsigned length);

    /// By rank: how many sequences hold the word as it is, or as a window with ambiguous letters is written; or in how
    /// many places it stands so.
    [[nodiscard]] std::span<const std::uint32_t> holders() const noexcept { return holders_; }
    /// visit(start, word, is_ordinary) for each window of a sequence that has at most k ambiguous letters; ordinary
    /// ones have none. `reader` is of words of this length.
    template <class Visit>
    void for_each(word_reader& reader, std::uint64_t sequence, Visit visit) const {
        reader.for_each(sequence, [&](std::uint64_t end, std::size_t word, std::uint64_t before, bool is_ordinary) {
            if (reader.is_word(before, is_ordinary))
                visit(end - length(), parted(word), true);
            else if (end >= length())
                if (const auto spelled = reader.spelled(end - length(), mismatches_))
                    visit(end - length(), parted(*spelled), false);
        });
    }

    /// visit(rank, word) for each word, the first letter counting most.
    template <class Visit>
    void for_each_word(Visit visit) const {
        std::size_t rank = 0;
        for (std::size_t front = 0; front < ends_.size(); ++front)
            for (std::uint64_t rest = ends_[front]; rest != 0; rest &= rest - 1)
                visit(rank++, front * of_end_ + base::lowest_one(rest));
    }

    /// Only the words of these ranks stay; the others' numbers are closed up.
    void keep(std::span<const std::uint8_t> is_kept, runtime::thread_pool& workers);

  private:
    std::uint64_t mismatches_;
    runtime::far_vector<std::uint32_t> holders_;
};

/// The words that a set had, before some were dropped.
class word_bits {
  public:
    /// `is_asked`: else nothing is kept, and nothing may be asked. `order`: in which words are written.
    word_bits(const word_set& words, const word_order& order, bool is_asked) : split_(words.split()), order_(order) {
        if (is_asked) ends_ = words.all_ends();
    }

    /// Whether is_it(word) is true for any of the words that were there, and that are counted for what a window may be.
    /// `window`: its letters as they are written; those that are no ordinary ones may be any.
    template <class IsIt>
    [[nodiscard]] bool any_spelling(std::span<const std::uint8_t> window, const IsIt& is_it,
                                    std::uint64_t word = 0) const {
        if (window.empty()) {
            const std::uint64_t of_end = split_.words_of(split_.end);
            const std::uint64_t counted = order_.counted(word);
            const front_and_end split{counted / of_end, counted % of_end};
            return (ends_[split.front] >> split.end & 1U) != 0 && is_it(split);
        }
        const std::uint64_t first = window.front() < split_.letters ? window.front() : 0;
        const std::uint64_t last = window.front() < split_.letters ? first : split_.letters - 1;
        for (std::uint64_t letter = first; letter <= last; ++letter)
            if (any_spelling(window.subspan(1), is_it, word * split_.letters + letter)) return true;
        return false;
    }

  private:
    split_word split_;
    word_order order_;
    runtime::far_vector<std::uint64_t> ends_;
};

/// Different words that a collection may hold, at most.
[[nodiscard]] inline double most_words(const problem& given, const split_word& split) {
    return std::min(static_cast<double>(given.set.letters()), split.fronts() * 64);
}

} // namespace concord::substring
