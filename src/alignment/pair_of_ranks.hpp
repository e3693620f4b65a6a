// One pair by the ranks of a run, in up to three steps that they do together:
//
//   decide   rank 0 looks for few edits, and fills a matrix alone that is not worth dividing; the others wait
//   fill     every rank fills its slab of columns, one behind the other; the distance is the sum of what the slabs add
//   trace    from the last rank to the first, each traces the alignment back through its slab
//
// After each step all ranks have the same result, so all of them return the whole outcome.
#pragma once

#include "alignment/pair_solver.hpp"
#include "alignment/slab_of_rank.hpp"

#include <functional>
#include <optional>

namespace concord::pairwise {

/// What rank 0 can do without the others.
struct lone_rank {
    /// Counts few edits, if the matrix takes so many times as long as with all ranks. Nothing: there are too many.
    std::function<std::optional<pair_outcome>(double times_faster)> few_edits;
    std::function<pair_outcome()> whole_matrix;
};

/// Collective: the outcome, on every rank. Throws what solve_pair() throws; error (cancelled) on all ranks.
[[nodiscard]] pair_outcome solve_by_ranks(const sequence::coded_pair& pair, const pair_recurrence& recurrence,
                                          const pair_options& wanted, const rank_resources& rank,
                                          const lone_rank& alone);

} // namespace concord::pairwise
