// The pairs of words of one sequence that some word may be near to both of: those that differ in at most 2k letters, of
// so many sequences at once as memory is for (walked_pairs.hpp).
#pragma once

#include "base/unset_vector.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/pair_kernels.hpp"
#include "problems/substring/cpu/words/word_set.hpp"

#include <cstdint>
#include <vector>

namespace concord::substring {

/// Letters in which two words differ, two bits each.
[[nodiscard]] std::uint32_t mismatches_between(std::uint32_t a, std::uint32_t b) noexcept;

class pair_list {
  public:
    /// Without what was there.
    void reserve(std::size_t pairs) {
        if (pairs + padding_of_pairs <= capacity_) return;
        capacity_ = pairs + padding_of_pairs;
        all_.resize(3 * capacity_);
    }
    [[nodiscard]] pair_rows rows() noexcept {
        return {all_.data(), all_.data() + capacity_, all_.data() + 2 * capacity_};
    }
    std::size_t size = 0;

  private:
    std::size_t capacity_ = 0;
    base::unset_vector<std::uint32_t> all_;
};

/// A sequence with windows of ambiguous letters: these are counted as the words that they are written as, but may be
/// farther from a word than those are.
struct ambiguous_sequence {
    struct window {
        std::uint32_t word;
        std::uint32_t known; ///< the lower bit of each letter that is not ambiguous
        unsigned mismatches; ///< ambiguous letters
    };
    std::vector<std::uint32_t> ordinary;
    std::vector<std::uint32_t> counted;
    std::vector<window> ambiguous;

    /// How many words too many are counted as near to a word.
    [[nodiscard]] std::uint32_t surplus(std::uint32_t word, unsigned mismatches) const;
};

/// The pairs of some sequences.
struct pair_part {
    pair_list pairs;
    std::vector<std::int32_t> ambiguous_of; ///< by sequence; -1: it has no ambiguous letters
    std::vector<ambiguous_sequence> ambiguous;
};

/// The pairs of the next sequences, in parts, whose memory is used again.
class pair_chunk {
  public:
    pair_chunk(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
               const word_set& words, const pair_kernels& kernels);

    /// Reads sequences from `first` on, all if they fit; the one after the last. Time O(letters + pairs of words of a
    /// sequence).
    [[nodiscard]] std::uint64_t read(std::uint64_t first);

    [[nodiscard]] std::size_t pairs() const noexcept { return pairs_; }
    /// In ascending order of the sequences, and of the first word of a pair.
    [[nodiscard]] std::vector<pair_part>& parts() noexcept { return parts_; }
    [[nodiscard]] bool has_ambiguous() const noexcept { return has_ambiguous_; }
    /// A sequence by its number in the chunk; null: it has no windows with ambiguous letters.
    [[nodiscard]] const ambiguous_sequence* ambiguous(std::uint32_t sequence) const {
        const pair_part& part = parts_[sequence / sequences_of_part_];
        const std::int32_t index = part.ambiguous_of[sequence % sequences_of_part_];
        return index < 0 ? nullptr : &part.ambiguous[static_cast<std::size_t>(index)];
    }

  private:
    const problem& given_;
    const cpu_resources& resources_;
    const growth_alphabet& letters_;
    const word_set& words_;
    const pair_kernels& kernels_;
    std::vector<pair_part> parts_;
    std::uint64_t sequences_of_part_;
    std::size_t pairs_ = 0;
    bool has_ambiguous_ = false;
};

/// Pairs of a chunk, but for those of its last parts, in a quarter of so many bytes, beside the lists that threads make
/// of them.
[[nodiscard]] double pairs_of_chunk(std::uint64_t memory, unsigned threads);

/// Bytes of the pairs of a part, at most.
[[nodiscard]] double bytes_of_pair_part(const problem& given);

} // namespace concord::substring
