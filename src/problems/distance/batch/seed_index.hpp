// The seeds of sequences, and an index of the seeds of b, to find the sequences of b that can be within K of a sequence
// of a.
//
//   b  GATTACAGATTACA         By the pigeonhole principle K edits leave one of K + 1 seeds unchanged. Take the first
// seed |---|----|----|        seed i with exactly i - 1 edits before it and none in it (seeds counted from 1). Its
//   a  GATACAGATTACCA         position in a differs from that in b by at most i - 1 letters, counted from the left
//          |----|             end, and by at most K + 1 - i from the right end. Only these positions are looked up.
//
// Source: Li, Deng, Wang, Feng, "Pass-Join: A Partition-based Method for Similarity Joins", PVLDB 5(3), 2011 (where
// seeds are segments), section 4.
#pragma once

#include "alignment/batch/batch_run.hpp"
#include "alignment/batch/metrics.hpp"
#include "alignment/batch/pair_comparer.hpp"

#include <concord/distance.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace concord::edit_distance {

/// Letters [begin, begin + length) of a sequence.
struct seed_range {
    std::uint64_t begin;
    std::uint64_t length;
};

/// The position of seed `index` (from 0) of a sequence of `length` letters that is divided into `count` seeds of nearly
/// equal length; count <= length.
[[nodiscard]] constexpr seed_range seed_of(std::uint64_t length, std::uint64_t count, std::uint64_t index) noexcept {
    const std::uint64_t shorter = count - length % count; // the first seeds
    return {length / count * index + (index > shorter ? index - shorter : 0),
            length / count + (index >= shorter ? 1 : 0)};
}

/// The positions at which a seed can occur unchanged in a sequence of `length` letters, given that it is at `seed` in
/// one of `other` letters and the `index`-th of `bound` + 1 seeds: begins [first, last]; none if first > last.
struct seed_positions {
    std::int64_t first;
    std::int64_t last;
};
[[nodiscard]] constexpr seed_positions positions_of(distance_metric metric, std::uint64_t length, std::uint64_t other,
                                                    std::uint64_t bound, std::uint64_t index,
                                                    seed_range seed) noexcept {
    const auto begin = static_cast<std::int64_t>(seed.begin);
    if (!traits_of(metric).has_matrix()) return {begin, begin};
    const auto longer = static_cast<std::int64_t>(length) - static_cast<std::int64_t>(other);
    const auto left = static_cast<std::int64_t>(index);
    const auto right = static_cast<std::int64_t>(bound - index);
    const auto last = static_cast<std::int64_t>(length) - static_cast<std::int64_t>(seed.length);
    return {std::max({std::int64_t{0}, begin - left, begin + longer - right}),
            std::min({last, begin + left, begin + longer + right})};
}

/// A hash of the letters `of` a sequence: equal for equal letters, rarely for others. Nothing if the range holds an
/// ambiguous letter, which equals no letter. Equal seeds with different salts get different hashes.
[[nodiscard]] std::optional<std::uint64_t> hash_seed(const compared_letters& letters, const compared_side& side,
                                                     std::uint64_t sequence, seed_range of, std::uint64_t salt);

/// Marks of candidates that were visited already; belongs to one thread.
class seen_marks {
  public:
    explicit seen_marks(std::uint64_t count) : words_((count + 63) / 64) {}
    /// Whether it is visited for the first time.
    bool add(std::uint64_t index) {
        std::uint64_t& word = words_[index / 64];
        const std::uint64_t bit = std::uint64_t{1} << (index % 64);
        const bool is_new = (word & bit) == 0;
        word |= bit;
        return is_new;
    }
    void forget(std::uint64_t index) { words_[index / 64] = 0; }

  private:
    std::vector<std::uint64_t> words_;
};

/// The lengths of sequences [first, last) of b that can be divided into bound + 1 seeds, ascending.
[[nodiscard]] std::vector<std::uint64_t> partitioned_lengths(const sequence::packed_sequences& b, std::uint64_t bound,
                                                             std::uint32_t first, std::uint32_t last);

/// The number of lookups for a sequence of `length` letters; stops counting at about `many`.
[[nodiscard]] std::uint64_t lookups_needed(distance_metric metric, std::uint64_t bound, std::uint64_t length,
                                           std::span<const std::uint64_t> lengths, std::uint64_t many);

/// For one bound K and a range of b: which of its sequences can be within K of a sequence.
class seed_index {
  public:
    /// Sequences [first, last) of b. Memory: bytes_for().
    seed_index(batch_run& run, std::uint64_t bound, std::uint32_t first, std::uint32_t last);

    [[nodiscard]] static std::uint64_t bytes_for(std::uint64_t sequences, std::uint64_t bound) noexcept;

    /// Appends to `found` all sequences of b that can be within the bound of sequence `a`, and some more; in no order,
    /// each once.
    void candidates(std::uint64_t a, seen_marks& seen, std::vector<std::uint32_t>& found) const;

    /// The number of entries that candidates() would visit.
    [[nodiscard]] std::uint64_t entries_to_read(std::uint64_t a) const;

    [[nodiscard]] std::uint32_t first() const noexcept { return first_; }
    [[nodiscard]] std::uint32_t last() const noexcept { return last_; }

  private:
    struct entry {
        std::uint32_t tag; ///< the part of the hash that does not select the bucket
        std::uint32_t sequence;
    };

    template <class Visit>
    void for_each_lookup(std::uint64_t a, Visit visit) const;
    template <class Visit>
    void for_each_seed(std::uint32_t b, Visit visit) const;
    [[nodiscard]] std::uint64_t salt_of(std::uint64_t length, std::uint64_t index) const noexcept;

    const compared_letters& letters_;
    distance_metric metric_;
    std::uint64_t bound_;
    std::uint32_t first_;
    std::uint32_t last_;
    unsigned bucket_shift_ = 63;
    std::vector<std::uint64_t> lengths_; ///< partitioned_lengths
    std::vector<std::uint64_t> bucket_begins_;
    std::vector<entry> entries_;
    std::vector<std::uint32_t>
        unpartitioned_; ///< too short for seeds: always candidates, if their length is within the bound
};

} // namespace concord::edit_distance
