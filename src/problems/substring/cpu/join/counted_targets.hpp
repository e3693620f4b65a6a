// The occurrences of all distinct targets of a join, so that those of many can be counted together.
#pragma once

#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/thread_pool.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// Targets by the sequence that they occur in, those of each side by side and once.
struct targets_of_sequences {
    std::vector<std::uint32_t> targets;
    std::vector<std::uint64_t> first; ///< of each sequence in targets, and the end
};

/// In most sequences no two targets are near each other: of these sequences at most one occurrence is near a source,
/// and their number is a sum. The others are counted one by one, and so are those of sequences whose owner has targets
/// in others, too.
class counted_targets {
  public:
    /// `owners` as join_pieces is given. Refers to the targets. Time O(occurrences + targets of a sequence squared).
    counted_targets(const problem& given, std::span<const std::uint64_t> owners, runtime::thread_pool& workers,
                    const candidate_windows& windows, const equal_windows& targets);

    /// Occurrences, by target.
    [[nodiscard]] std::span<const std::uint32_t> all() const noexcept { return all_; }
    /// Occurrences in sequences that no other near target occurs in, by target.
    [[nodiscard]] std::span<const std::uint32_t> alone() const noexcept { return alone_; }

    /// The sequences of the others, or their owners.
    [[nodiscard]] std::span<const std::uint64_t> others(std::size_t target) const noexcept {
        return {others_.data() + first_[target], others_.data() + first_[target + 1]};
    }
    [[nodiscard]] std::size_t others() const noexcept { return others_.size(); }
    /// The same by sequence, or by owner. Time O(sequences + others).
    [[nodiscard]] targets_of_sequences others_by_sequence(std::uint64_t sequences) const;

  private:
    std::vector<std::uint32_t> all_;
    std::vector<std::uint32_t> alone_;
    std::vector<std::uint64_t> others_;
    std::vector<std::size_t> first_; ///< of each target in others_, and the end
};

} // namespace concord::substring
