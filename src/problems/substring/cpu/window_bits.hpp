// A set of windows: one bit for every letter of the collection, set where a window of the current length starts.
#pragma once

#include "base/bits.hpp"
#include "problems/substring/problem.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace concord::substring {

/// How many windows of `length` letters there are in the first of the sequences.
[[nodiscard]] inline std::uint64_t count_windows(const problem& given, std::uint64_t length, std::uint64_t sequences) {
    std::uint64_t count = 0;
    for (std::uint64_t sequence = 0; sequence < sequences; ++sequence)
        count += given.length(sequence) < length ? 0 : given.length(sequence) - length + 1;
    return count;
}

class window_bits {
  public:
    /// All windows of `length` letters.
    window_bits(const problem& given, std::uint64_t length) : window_bits(given, length, given.sequences()) {}
    /// Those of the first of the sequences.
    window_bits(const problem& given, std::uint64_t length, std::uint64_t sequences)
        : words_(given.set.letters() / 64 + 1, 0) {
        for (std::uint64_t sequence = 0; sequence < sequences; ++sequence) {
            const std::uint64_t letters = given.strand_length(sequence);
            const std::uint64_t first = given.offset(sequence);
            if (letters < length) continue;
            set(first, first + letters - length + 1);
            if (given.are_both_strands) set(first + letters + 1, first + 2 * letters - length + 2);
        }
    }

    void set(std::uint64_t position) noexcept { words_[position / 64] |= std::uint64_t{1} << (position % 64); }

    void set(std::uint64_t first, std::uint64_t last) noexcept {
        for (std::uint64_t position = first; position < last;) {
            const std::uint64_t end = std::min(last, (position / 64 + 1) * 64);
            words_[position / 64] |= base::low_bits<std::uint64_t>(static_cast<unsigned>(end - position))
                                     << (position % 64);
            position = end;
        }
    }

    void clear(std::uint64_t first, std::uint64_t last) noexcept {
        for (std::uint64_t position = first; position < last;) {
            const std::uint64_t end = std::min(last, (position / 64 + 1) * 64);
            words_[position / 64] &=
                ~(base::low_bits<std::uint64_t>(static_cast<unsigned>(end - position)) << (position % 64));
            position = end;
        }
    }

    /// Drops windows with more ambiguous letters than may differ: nothing is near to them but what stands there.
    /// Time O(ambiguous letters + what is dropped / 64).
    void drop_ambiguous(const problem& given, std::uint64_t length) {
        if (given.mismatches >= length) return;
        const std::uint64_t several = given.mismatches + 1;
        std::vector<std::uint64_t> last(several); // the places of so many ambiguous letters before, in turn
        std::uint64_t count = 0;
        for (std::uint64_t at = given.set.next_ambiguous(0); at < given.set.letters();
             at = given.set.next_ambiguous(at + 1)) {
            last[count++ % several] = at;
            const std::uint64_t first = last[count % several];
            if (count >= several && at - first < length) clear(at < length ? 0 : at + 1 - length, first + 1);
        }
    }

    /// Safe beside other threads that remove other windows.
    void remove(std::uint64_t position) noexcept {
        std::atomic_ref<std::uint64_t>(words_[position / 64])
            .fetch_and(~(std::uint64_t{1} << (position % 64)), std::memory_order_relaxed);
    }

    /// Of the same length.
    void intersect(const window_bits& others) noexcept {
        for (std::size_t word = 0; word < words_.size(); ++word)
            words_[word] &= others.words_[word];
    }
    void clear() { std::fill(words_.begin(), words_.end(), 0); }

    /// Keeps those of some sequences, which are in ascending order.
    void keep(const problem& given, const std::vector<std::uint64_t>& sequences) {
        std::vector<std::uint64_t> all = std::exchange(words_, std::vector<std::uint64_t>(words_.size(), 0));
        for (const std::uint64_t sequence : sequences)
            for (std::uint64_t at = given.offset(sequence), end = given.offset(sequence + 1); at < end;) {
                const std::uint64_t until = std::min(end, (at / 64 + 1) * 64);
                words_[at / 64] |= all[at / 64] & base::low_bits<std::uint64_t>(static_cast<unsigned>(until - at))
                                                      << (at % 64);
                at = until;
            }
    }

    /// Keeps the starts of windows one letter longer both of whose shorter windows are in the set.
    void lengthen(const problem& given, std::uint64_t new_length) {
        for (std::size_t word = 0; word < words_.size(); ++word)
            words_[word] &= (words_[word] >> 1) | (word + 1 < words_.size() ? words_[word + 1] << 63 : 0);
        extend(given, new_length);
    }

    /// Keeps the starts of windows one letter longer, whether or not the next window is in the set.
    void extend(const problem& given, std::uint64_t new_length) {
        for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence)
            if (given.length(sequence) >= new_length - 1) {
                const std::uint64_t last = given.offset(sequence) + given.length(sequence) - (new_length - 1);
                words_[last / 64] &= ~(std::uint64_t{1} << (last % 64)); // no other thread is there yet
            }
    }

    /// How many windows start before each word.
    [[nodiscard]] std::vector<std::uint64_t> counts_before() const {
        std::vector<std::uint64_t> before(words_.size());
        for (std::size_t word = 1; word < words_.size(); ++word)
            before[word] = before[word - 1] + base::count_ones(words_[word - 1]);
        return before;
    }
    /// The number of a window in the order of positions, from counts_before().
    [[nodiscard]] std::uint64_t index_of(std::uint64_t position, const std::vector<std::uint64_t>& before) const {
        const std::uint64_t below = words_[position / 64] & ~(~std::uint64_t{0} << (position % 64));
        return before[position / 64] + base::count_ones(below);
    }

    [[nodiscard]] std::span<std::uint64_t> words() noexcept { return words_; }
    /// Takes the words of another set of the same collection; throws error (bad_input) where they are of another size.
    void replace(std::vector<std::uint64_t> words) {
        if (words.size() != words_.size()) throw error(error_code::bad_input, "a set of windows of another collection");
        words_ = std::move(words);
    }

    [[nodiscard]] std::uint64_t count() const noexcept {
        std::uint64_t ones = 0;
        for (const std::uint64_t word : words_)
            ones += base::count_ones(word);
        return ones;
    }

    /// Of windows that start in [first, last).
    [[nodiscard]] std::uint64_t count(std::uint64_t first, std::uint64_t last) const {
        std::uint64_t ones = 0;
        for (std::uint64_t position = first; position < last;) {
            const std::uint64_t end = std::min(last, (position / 64 + 1) * 64);
            ones += base::count_ones(words_[position / 64] >> (position % 64) &
                                     base::low_bits<std::uint64_t>(static_cast<unsigned>(end - position)));
            position = end;
        }
        return ones;
    }
    [[nodiscard]] bool operator==(const window_bits&) const = default;

    /// Calls visit(position) for every window that starts in [first, last), in ascending order.
    template <class Visit>
    void for_each(std::uint64_t first, std::uint64_t last, Visit visit) const {
        for (std::uint64_t position = first; position < last;) {
            const std::atomic_ref<const std::uint64_t> shared(words_[position / 64]);
            std::uint64_t word = shared.load(std::memory_order_relaxed) >> (position % 64);
            const std::uint64_t base = position;
            position += 64 - position % 64;
            if (last < position) word &= base::low_bits<std::uint64_t>(static_cast<unsigned>(last - base));
            for (; word != 0; word &= word - 1)
                visit(base + base::lowest_one(word));
        }
    }

    /// Calls visit(position) for a sample of `wanted` windows of the set, or for all where these are no more: of each
    /// of so many equal parts of them one, and not the same of each, for a sequence may have as many as a part.
    template <class Visit>
    void for_each_sampled(std::uint64_t wanted, Visit visit) const {
        const std::uint64_t all = count();
        const std::uint64_t parts = std::min(wanted, all);
        std::uint64_t part = 0;
        const auto rank_of = [&](std::uint64_t of_part) {
            const std::uint64_t first = of_part * all / parts;
            return first + of_part * 7919 % ((of_part + 1) * all / parts - first);
        };
        std::uint64_t passed = 0; // windows before a word
        std::uint64_t next = parts == 0 ? 0 : rank_of(0);
        for (std::size_t at = 0; at < words_.size() && part < parts; ++at) {
            const std::uint64_t end = passed + base::count_ones(words_[at]);
            std::uint64_t rest = words_[at];
            for (std::uint64_t rank = passed; part < parts && next < end;) {
                for (; rank < next; ++rank)
                    rest &= rest - 1;
                visit(at * 64 + base::lowest_one(rest));
                if (++part < parts) next = rank_of(part);
            }
            passed = end;
        }
    }

    /// The first one that starts in [first, last); `last`: there is none.
    [[nodiscard]] std::uint64_t first_in(std::uint64_t first, std::uint64_t last) const {
        while (first < last) {
            const std::uint64_t word = words_[first / 64] >> (first % 64);
            if (word != 0) return std::min(last, first + base::lowest_one(word));
            first += 64 - first % 64;
        }
        return last;
    }
    [[nodiscard]] bool any(std::uint64_t first, std::uint64_t last) const { return first_in(first, last) < last; }

  private:
    std::vector<std::uint64_t> words_;
};

} // namespace concord::substring
