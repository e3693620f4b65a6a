// Equal sequences need one evaluation: amplicons and small RNAs come in thousands of copies.
#pragma once

#include "problems/substring/problem.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// What a source is compared with.
struct target_list {
    std::vector<std::uint64_t> sequences; ///< in ascending order; empty: all
    std::vector<std::uint32_t> copies;    ///< by sequence: how many it stands for, itself included; empty: one each

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

/// The sequences grouped by their letters. The first of each group stands for all: what holds for its windows holds for
/// theirs, because copies support each other exactly as far as their ambiguous letters let them.
class distinct_sequences {
  public:
    /// Time O(letters + s log s) for s sequences.
    explicit distinct_sequences(const problem& given);

    [[nodiscard]] std::uint64_t size() const noexcept { return first_.size() - 1; }
    /// All with the same letters, in ascending order.
    [[nodiscard]] std::span<const std::uint64_t> copies(std::uint64_t group) const noexcept {
        return {members_.data() + first_[group], members_.data() + first_[group + 1]};
    }
    /// The group that a sequence belongs to.
    [[nodiscard]] std::uint64_t group_of(std::uint64_t sequence) const noexcept { return group_of_[sequence]; }
    [[nodiscard]] bool stands_for_others(std::uint64_t sequence) const noexcept {
        return copies(group_of(sequence)).front() == sequence;
    }

    /// One target a group.
    [[nodiscard]] target_list targets() const;

  private:
    std::vector<std::uint64_t> members_;
    std::vector<std::uint64_t> first_; // of each group in members_, and the end
    std::vector<std::uint64_t> group_of_;
};

} // namespace concord::substring
