// Sequences that are equal, in groups: where there are many copies, one of each is compared, and the copies share what
// is found.
#pragma once

#include "runtime/thread_pool.hpp"
#include "sequence/packed_sequences.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// By equal_letters.
class copy_groups {
  public:
    /// Time O(letters); bytes_of_sequence each, at most.
    copy_groups(const sequence::packed_sequences& set, runtime::thread_pool& pool);

    static constexpr std::uint64_t bytes_of_sequence = 48;

    /// Groups are numbered by their first members.
    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(firsts_.size()); }
    [[nodiscard]] std::uint32_t group_of(std::uint64_t sequence) const noexcept { return group_of_[sequence]; }
    [[nodiscard]] std::span<const std::uint32_t> firsts() const noexcept { return firsts_; } ///< ascending
    /// All members, ascending.
    [[nodiscard]] std::span<const std::uint32_t> copies(std::uint32_t group) const noexcept {
        return std::span(copies_).subspan(begins_[group], begins_[group + 1] - begins_[group]);
    }

    /// Copies that a sequence has on average, itself included: comparing sequences with their own copies alone takes so
    /// many comparisons a sequence.
    [[nodiscard]] double copies_each() const noexcept;

  private:
    std::vector<std::uint32_t> group_of_;
    std::vector<std::uint32_t> firsts_;
    std::vector<std::uint32_t> begins_; ///< of each group in copies_, and the end
    std::vector<std::uint32_t> copies_; ///< group by group
};

/// copies_each() as a sample has it.
[[nodiscard]] double estimate_copies_each(const sequence::packed_sequences& set, std::uint64_t sampled);

} // namespace concord::edit_distance
