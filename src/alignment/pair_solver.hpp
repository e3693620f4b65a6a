// A pair compared by whatever is cheapest: edits counted from both ends where they are few, else the whole table.
#pragma once

#include "alignment/bit_parallel/block_matrix.hpp"
#include "alignment/bit_parallel/gpu/gpu_matrix.hpp"
#include "runtime/thread_pool.hpp"
#include "sequence/coded_pair.hpp"
#include "simd/vector_target.hpp"

#include <concord/run.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace concord::pairwise {

/// What a problem gives for its pairs to be compared.
struct pair_law {
    table_law table;
    bool may_replace; ///< the edits are those of Levenshtein; else only insertions and deletions
    follow_path follow;
    /// Of 64 columns of a row: where the edits that lead there grow by one, and where they shrink by one.
    struct column_steps {
        std::uint64_t more;
        std::uint64_t fewer;
    };
    column_steps (*steps)(const std::uint64_t* state, std::size_t stride, std::size_t word);
    make_gpu_table on_gpus;
    double table_speed; ///< cells of the table that the best vectors and one thread fill while one diagonal is extended
};

struct pair_wishes {
    bool alignment;
    std::optional<std::uint64_t> most_edits; ///< more are of no interest
};

struct pair_outcome {
    std::optional<std::uint64_t> edits; ///< empty: more than most_edits
    alignment path;
};

/// The edits of a pair and, if wished for, the alignment that concord::alignment describes. `report` is told what was
/// done. Throws error: resource, cancelled.
[[nodiscard]] pair_outcome solve_pair(const sequence::coded_pair& pair, const pair_law& law, const tile_kernel& kernel,
                                      const pair_wishes& wishes, const run_options& options, run_report& report);

} // namespace concord::pairwise
