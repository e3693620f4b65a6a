// Groups of equal sequences and of equal windows. Equal sequences need one evaluation: amplicons and small RNAs come in
// thousands of copies. Equal windows need one comparison.
#pragma once

#include "base/unset_vector.hpp"
#include "problems/substring/cpu/window_bits.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// What a source is compared with.
struct target_list {
    std::vector<std::uint64_t> sequences; ///< in ascending order; empty: all
    std::vector<std::uint32_t> copies;    ///< by sequence: how many it represents, itself included; empty: one each

    [[nodiscard]] std::uint64_t size(const problem& given) const noexcept {
        return sequences.empty() ? given.sequences() : sequences.size();
    }
    [[nodiscard]] std::uint64_t operator[](std::uint64_t index) const noexcept {
        return sequences.empty() ? index : sequences[index];
    }
    [[nodiscard]] std::uint32_t copies_of(std::uint64_t sequence) const noexcept {
        return copies.empty() ? 1 : copies[sequence];
    }
};

/// The sequences grouped by their letters. The first of each group represents all: what holds for its windows holds for
/// theirs, because copies support each other exactly as far as their ambiguous letters let them.
class equal_sequences {
  public:
    /// Time O(letters + s log s) for s sequences.
    explicit equal_sequences(const problem& given);
    /// Some of them; the others belong to no group.
    equal_sequences(const problem& given, std::span<const std::uint64_t> among);

    [[nodiscard]] std::uint64_t size() const noexcept { return first_.size() - 1; }
    /// All with the same letters, in ascending order.
    [[nodiscard]] std::span<const std::uint64_t> copies(std::uint64_t group) const noexcept {
        return {members_.data() + first_[group], members_.data() + first_[group + 1]};
    }
    /// The group that a sequence belongs to.
    [[nodiscard]] std::uint64_t group_of(std::uint64_t sequence) const noexcept { return group_of_[sequence]; }
    [[nodiscard]] std::uint64_t representative_of(std::uint64_t sequence) const noexcept {
        return copies(group_of(sequence)).front();
    }
    [[nodiscard]] bool is_representative(std::uint64_t sequence) const noexcept {
        return representative_of(sequence) == sequence;
    }

    /// One target a group.
    [[nodiscard]] target_list targets() const;

  private:
    std::vector<std::uint64_t> members_;
    std::vector<std::uint64_t> first_; // of each group in members_, and the end
    std::vector<std::uint64_t> group_of_;
};

/// An exact occurrence of a window.
struct window_occurrence {
    std::uint64_t sequence;
    std::uint64_t position; ///< in the collection
};

/// Windows grouped by their letters: each distinct one with its occurrences.
class equal_windows {
  public:
    /// Groups the windows of `length` letters that are in the set. Time O(w log w / threads) for w windows.
    equal_windows(const problem& given, const window_bits& windows, std::uint64_t length,
                  runtime::thread_pool& workers);

    [[nodiscard]] std::size_t size() const noexcept { return first_.size() - 1; }
    /// Where a distinct window occurs, in ascending order; at least once.
    [[nodiscard]] std::span<const window_occurrence> occurrences(std::size_t index) const noexcept {
        return {occurrences_.data() + first_[index], occurrences_.data() + first_[index + 1]};
    }

  private:
    base::unset_vector<window_occurrence> occurrences_;
    std::vector<std::uint64_t> first_; // of each distinct window in occurrences_, and the end
};

} // namespace concord::substring
