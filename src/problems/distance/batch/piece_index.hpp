// The pieces of all sequences of b, by what they hold, in flat lists.
#pragma once

#include "problems/distance/batch/batch_run.hpp"
#include "problems/distance/batch/pieces.hpp"

#include <cstdint>
#include <vector>

namespace concord::edit_distance {

/// Marks of candidates that were seen already; of one thread.
class seen_marks {
  public:
    explicit seen_marks(std::uint64_t count) : words_((count + 63) / 64) {}
    /// Whether it is new.
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

/// Lengths that there are among sequences [first, last) of b and that can be cut into bound + 1 pieces, ascending.
[[nodiscard]] std::vector<std::uint64_t> lengths_to_cut(const sequence::packed_sequences& b, std::uint64_t bound,
                                                        std::uint32_t first, std::uint32_t last);

/// How many lists a sequence of `length` letters is looked up in; about `many` or more is soon told as `many`.
[[nodiscard]] std::uint64_t lists_to_look_up(distance_metric metric, std::uint64_t bound, std::uint64_t length,
                                             std::span<const std::uint64_t> lengths, std::uint64_t many);

/// For one bound K and a range of b: which of these can be within K of a sequence.
class piece_index {
  public:
    /// Sequences [first, last) of b. Memory: bytes_for().
    piece_index(batch_run& run, std::uint64_t bound, std::uint32_t first, std::uint32_t last);

    [[nodiscard]] static std::uint64_t bytes_for(std::uint64_t sequences, std::uint64_t bound) noexcept;

    /// Appends to `found`, in no order, each once, all of b that can be within the bound of sequence `a`, and some
    /// more.
    void candidates(std::uint64_t a, seen_marks& seen, std::vector<std::uint32_t>& found) const;

    /// How many entries candidates() would go through.
    [[nodiscard]] std::uint64_t entries_to_read(std::uint64_t a) const;

    [[nodiscard]] std::uint32_t first() const noexcept { return first_; }
    [[nodiscard]] std::uint32_t last() const noexcept { return last_; }

  private:
    struct entry {
        std::uint32_t tag; ///< the part of the hash that the bucket does not tell
        std::uint32_t sequence;
    };

    template <class Visit>
    void for_each_list(std::uint64_t a, Visit visit) const;
    template <class Visit>
    void for_each_piece(std::uint32_t b, Visit visit) const;
    [[nodiscard]] std::uint64_t seed_of(std::uint64_t length, std::uint64_t index) const noexcept;

    const compared_letters& letters_;
    distance_metric metric_;
    std::uint64_t bound_;
    std::uint32_t first_;
    std::uint32_t last_;
    unsigned bucket_shift_ = 63;
    std::vector<std::uint64_t> lengths_; ///< lengths_to_cut
    std::vector<std::uint64_t> bucket_begins_;
    std::vector<entry> entries_;
    std::vector<std::uint32_t> uncut_; ///< too short for pieces: always candidates, as far as the length allows
};

} // namespace concord::edit_distance
