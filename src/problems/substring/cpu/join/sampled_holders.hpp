// Which of some sequences hold each target: where nearly all sequences must hold an answer, a source that more of these
// lack than all may lack is dropped by one OR for each target near to it, whatever number of occurrences that has.
//
//   m sequences, support t      a source may be lacking in m - t of them, and so in m - t of those asked
//   targets near to it          0110…  1100…  0101…     a bit for each sequence that is asked
//   their union                 1111…                   which are lacking
#pragma once

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/thread_pool.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class sampled_holders {
  public:
    /// Asks no sequence where too many may lack an answer, or a row of bits for each target takes too much memory. Time
    /// O(occurrences of targets).
    sampled_holders(const problem& given, const equal_windows& targets, runtime::thread_pool& workers);

    /// Whether a source of this sequence may have the support by the targets near to it.
    [[nodiscard]] bool may_have_support(std::uint64_t sequence, std::span<const std::uint32_t> near) const;

  private:
    std::uint64_t asked_ = 0;           ///< sequences; 0: none
    std::uint64_t lacking_ = 0;         ///< sequences that may lack an answer
    std::size_t words_ = 0;             ///< of a row
    std::vector<std::uint32_t> bit_of_; ///< of each sequence; not_asked for most
    std::vector<std::uint64_t> rows_;   ///< of each target
};

} // namespace concord::substring
