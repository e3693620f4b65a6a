// The pairs of equal sequences of one set, or of two: near pairs within 0 edits.
//
//   sequences  0 CASSL   1 CARF   2 CASSL   3 CASSL      group 1: 0 2 3      pairs (0, 2) (0, 3) (2, 3)
//
// A hash table has a slot for each distinct sequence, with a part of its hash, so that others are distinguished without
// a look at their letters. Only sequences with an equal one are put into groups: where there are few, all else stays
// untouched.
#pragma once

#include "problems/distance/join/found_pairs.hpp"
#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"
#include "sequence/packed_sequences.hpp"

#include <concord/distance.hpp>

#include <cstdint>
#include <vector>

namespace concord::edit_distance {

class equal_sequences {
  public:
    /// Finds the groups of b, and which of them each sequence of a belongs to; both may be one set. They are of one
    /// alphabet, without ambiguous letters, and of less than 2^32 - 1 sequences each. Time O(letters); memory
    /// bytes_of_sequence each, at most. Throws error: resource, cancelled.
    equal_sequences(const sequence::packed_sequences& a, const sequence::packed_sequences& b,
                    runtime::thread_pool& pool);

    static constexpr std::uint64_t bytes_of_sequence = 48;

    /// Sequences of b without their copies.
    [[nodiscard]] std::uint64_t distinct() const noexcept { return distinct_; }

    /// Passes the pairs on in ascending order. Time O(sequences + pairs).
    void deliver(runtime::thread_pool& pool, wanted_pairs wanted, const near_pair_sink& sink) const;

  private:
    void find_groups(const sequence::packed_sequences& a, const sequence::packed_sequences& b,
                     runtime::thread_pool& pool);
    void list_members();
    void cut_rows();
    [[nodiscard]] const runtime::far_array<std::uint32_t>& group_of_row() const { return is_one_ ? group_of_ : rows_; }

    bool is_one_;                                ///< a is b
    runtime::far_array<std::uint32_t> group_of_; ///< of each sequence of b, from 1 on; 0: it equals no other
    runtime::far_array<std::uint32_t> rows_;     ///< the same of a, where that is another set
    std::vector<std::uint32_t> sizes_;           ///< of each group
    std::vector<std::uint32_t> ends_;            ///< of each group in members_
    std::vector<std::uint32_t> members_;         ///< group by group, ascending
    std::vector<std::uint32_t> cuts_;            ///< rows between which there are pairs for one task
    std::uint64_t distinct_ = 0;
};

} // namespace concord::edit_distance
