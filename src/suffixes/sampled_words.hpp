// The longest substring of two sequences without their suffix array: by words that are sampled.
#pragma once

#include "runtime/thread_pool.hpp"
#include "sequence/packed_sequences.hpp"
#include "suffixes/text.hpp"
#include "suffixes/word_table.hpp"

#include <cstdint>
#include <vector>

namespace concord::suffixes {

/// Letters [a, a + length) and [b, b + length) of the text are equal.
struct shared_letters {
    std::uint64_t length = 0;
    std::uint64_t a = 0;
    std::uint64_t b = 0;
};

/// The longest of them so far.
class longest_matches {
  public:
    /// `all`: of equal length all, else the first in A.
    explicit longest_matches(bool all) : all_(all) {}

    void add(const shared_letters& match) {
        const bool is_longer = match.length > first_.length;
        if (is_longer || (match.length == first_.length && match.a < first_.a)) first_ = match;
        if (!all_) return;
        if (is_longer) ties_.clear();
        if (match.length == first_.length) ties_.push_back(match);
    }
    void add(const longest_matches& others) {
        if (!all_) return add(others.first_);
        for (const shared_letters& match : others.ties_)
            add(match);
    }

    [[nodiscard]] const shared_letters& first() const noexcept { return first_; } ///< of length 0: there is none
    /// In any order, and perhaps several times.
    [[nodiscard]] const std::vector<shared_letters>& ties() const noexcept { return ties_; }

  private:
    bool all_;
    shared_letters first_;
    std::vector<shared_letters> ties_;
};

/// A search in a set of two sequences.
class sampled_search {
  public:
    /// `most_bytes` bounds the text and the table. `all`: as of longest_matches.
    sampled_search(const sequence::packed_sequences& set, runtime::thread_pool& workers, std::uint64_t most_bytes,
                   bool all = false);

    /// The longest match of `min_length` letters or more. False if it would take too much time or memory.
    [[nodiscard]] bool find(std::uint64_t min_length);

    /// What was found; it is shorter than `min_length` if none is as long.
    [[nodiscard]] const longest_matches& best() const noexcept { return best_; }
    [[nodiscard]] const text& letters() const noexcept { return text_; }
    [[nodiscard]] const char* why_not() const noexcept { return why_not_; } ///< find() returned false
    [[nodiscard]] unsigned word_letters() const noexcept { return word_letters_; }

    /// All positions of the first best match. False if it would take too long.
    [[nodiscard]] bool occurrences(std::vector<std::uint64_t>& found) const;

  private:
    [[nodiscard]] std::uint64_t shorter_than(std::uint64_t length) const;
    void choose_words(std::uint64_t length);
    void choose_strides(std::uint64_t length);
    [[nodiscard]] std::uint64_t most_words() const { return end_of_a_ / stride_a_ + 1; }
    template <class Slot>
    [[nodiscard]] bool pass();
    template <class Slot>
    [[nodiscard]] bool sample(word_table<Slot>& words) const;
    template <class Slot>
    [[nodiscard]] bool look_up(const word_table<Slot>& words);
    template <class Slot>
    [[nodiscard]] bool look_up(const word_table<Slot>& words, std::uint64_t first, std::uint64_t last,
                               longest_matches& best) const;

    text text_;
    const text_view& view_;
    runtime::thread_pool& workers_;
    std::uint64_t end_of_a_;
    std::uint64_t head_start_; ///< credit of each pass, in steps
    std::uint64_t most_bytes_;
    bool all_;
    const char* why_not_;
    longest_matches best_;
    unsigned word_letters_ = 0;
    std::uint64_t stride_a_ = 1;
    std::uint64_t stride_b_ = 1;
};

} // namespace concord::suffixes
