// All windows with one mismatch to each of some, by letters that are not expected where they stand
// (expected_letters.hpp): a window of a short period, or with one letter nearly everywhere, has few of them.
#pragma once

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/join/expected_letters.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/thread_pool.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::substring {

class one_mismatch_pairs {
  public:
    /// Of distinct windows of `length` letters, both fewer than 2^32. With one mismatch allowed. Time and memory O(the
    /// letters of their sequences), and for each window O(length / 64), and for each of its unexpected letters O(s) for
    /// s letters, and what is found. Throws error (cancelled).
    one_mismatch_pairs(const problem& given, runtime::thread_pool& workers, const growth_alphabet& letters,
                       const equal_windows& sources, const equal_windows& targets, std::uint64_t length,
                       const expected_letters& rule);

    /// The targets within one mismatch of a source without ambiguous letters, in ascending order, appended.
    void find_near(std::size_t source, std::vector<std::uint32_t>& near) const;

  private:
    std::vector<std::uint64_t> pairs_; ///< source * 2^32 + target, ascending
};

/// Instructions of finding them for a source and for a target, in estimates.
struct cost_of_expectation {
    double source;
    double target;
};
[[nodiscard]] cost_of_expectation cost_of_unexpected(const likely_letters& likely, const growth_alphabet& letters,
                                                     std::uint64_t length);

} // namespace concord::substring
