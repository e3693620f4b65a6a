// One diagonal of a pair of sequences.
#pragma once

#include "base/bits.hpp"
#include "sequence/letters_view.hpp"

#include <cstdint>

namespace concord::substring {

/// Walks along one diagonal of a pair, a word of differences at a time. Positions are those of the source.
class diagonal {
  public:
    diagonal(const sequence::letters_view& letters, std::uint64_t source_offset, std::uint64_t target_offset)
        : letters_(letters), source_(source_offset), target_(target_offset) {}

    /// The first mismatch at or behind `position`, or something at or behind `end`. Positions never go back.
    std::uint64_t next_mismatch(std::uint64_t position, std::uint64_t end) {
        for (;;) {
            if (position >= base_ + sequence::letters_per_word) {
                if (position >= end) return end;
                base_ = position;
                word_ = letters_.differences(source_ + base_, target_ + base_);
            }
            const std::uint64_t rest = word_ >> (position - base_);
            if (rest != 0) return position + base::lowest_one(rest);
            position = base_ + sequence::letters_per_word;
        }
    }

    void start_at(std::uint64_t position) {
        base_ = position;
        word_ = letters_.differences(source_ + base_, target_ + base_);
    }

    /// The differences of the 64 letters from start_at's position on.
    [[nodiscard]] std::uint64_t word() const noexcept { return word_; }

  private:
    const sequence::letters_view& letters_;
    std::uint64_t source_; // where the source begins in the collection
    std::uint64_t target_; // where the target's letter on this diagonal of source position 0 would stand (modulo 2^64)
    std::uint64_t base_ = 0;
    std::uint64_t word_ = 0;
};

} // namespace concord::substring
