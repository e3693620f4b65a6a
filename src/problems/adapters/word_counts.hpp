// How many reads hold each word of 12 letters.
#pragma once

#include "base/host_device.hpp"
#include "problems/adapters/read_letters.hpp"
#include "problems/adapters/thresholds.hpp"
#include "runtime/distributed/task_queue.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace concord::adapters {

inline constexpr std::uint32_t word_count = 1U << 2 * threshold::word_letters;
inline constexpr std::uint32_t word_mask = word_count - 1;

/// Calls visit(word, first letter) for each word of letters without a gap, in the order of the letters.
template <class Visit>
void for_each_word(std::span<const std::uint8_t> letters, const Visit& visit) {
    std::uint32_t word = 0;
    unsigned held = 0; // letters since the last gap
    for (std::size_t i = 0; i < letters.size(); ++i) {
        if (letters[i] >= no_letter) {
            held = 0;
            continue;
        }
        word = (word << 2U | letters[i]) & word_mask;
        if (++held >= threshold::word_letters) visit(word, i + 1 - threshold::word_letters);
    }
}

/// Words that a read has already shown: each counts once. A table of stamps that lies in a cache.
class words_seen {
  public:
    /// Before a read of so many letters.
    void begin(std::size_t letters);
    /// True for the first time in this read.
    [[nodiscard]] bool is_new(std::uint32_t word) noexcept {
        for (std::uint32_t slot = word * 0x9e3779b1U >> shift_;; slot = (slot + 1) & (size() - 1)) {
            entry& at = entries_[slot];
            if (at.stamp != stamp_) {
                at = {word, stamp_};
                return true;
            }
            if (at.word == word) return false;
        }
    }

  private:
    struct entry {
        std::uint32_t word = 0;
        std::uint32_t stamp = 0;
    };
    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(entries_.size()); }

    std::vector<entry> entries_;
    std::uint32_t stamp_ = 0;
    unsigned shift_ = 32;
};

/// Some reads of a collection, one after the other.
using read_range = runtime::task_range;

/// Reads that are one task of a thread.
inline constexpr std::size_t reads_per_task = 4096;
[[nodiscard]] inline std::size_t tasks_of(std::size_t reads) noexcept {
    return (reads + reads_per_task - 1) / reads_per_task;
}
[[nodiscard]] inline read_range reads_of_task(const read_range& all, std::size_t task) noexcept {
    const std::uint64_t first = all.first + task * reads_per_task;
    return {first, std::min(first + reads_per_task, all.last)};
}

/// Counts some reads by words, where no letter of a word is masked. Time: O(letters).
[[nodiscard]] std::vector<std::uint32_t> count_words(const sequence::packed_sequences& set, const letter_mask& mask,
                                                     const read_range& reads, runtime::thread_pool& pool);

/// Adds `once`, a number modulo 2^32, to the count of each word that some of the reads hold where no letter of it is
/// masked. Time: O(letters of the reads that are wanted).
void add_words(const sequence::packed_sequences& set, const letter_mask& mask, const read_range& reads,
               runtime::thread_pool& pool, const std::function<bool(std::size_t)>& is_wanted, std::uint32_t once,
               std::vector<std::uint32_t>& counts);

/// A place of a word.
struct word_place {
    std::uint32_t read;
    std::uint32_t start;
};

/// A hash of the number of a read, of 32 bits.
[[nodiscard]] CONCORD_HD inline std::uint32_t hash_of_read(std::uint64_t read) noexcept {
    read = (read + 1) * 0x9e3779b97f4a7c15ULL;
    return static_cast<std::uint32_t>((read ^ read >> 29U) * 0xbf58476d1ce4e5b9ULL >> 32U);
}

/// Words of which places are wanted, in ascending order. Of frequent ones the places are wanted in those reads whose
/// hash is not above a bound.
struct wanted_words {
    /// `counts` are those of all words.
    wanted_words(const std::vector<std::uint32_t>& listed, const std::vector<std::uint32_t>& counts);
    /// A bit for each word says whether it is one of them.
    [[nodiscard]] std::vector<std::uint64_t> is_listed() const;

    const std::vector<std::uint32_t>& words;
    std::vector<std::uint32_t> greatest_hash; ///< of each word of the list
};

/// Up to some threshold::most_votes places of each word of a list, one a read, in order: of frequent words those in
/// reads that a hash of their number chooses, so that threads need not agree. `words` are in ascending order.
[[nodiscard]] std::vector<std::vector<word_place>>
sample_places(const sequence::packed_sequences& set, const letter_mask& mask, const std::vector<std::uint32_t>& words,
              const std::vector<std::uint32_t>& counts, const read_range& reads, runtime::thread_pool& pool);

} // namespace concord::adapters
