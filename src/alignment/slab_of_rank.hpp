// The slab of a matrix that one rank has: a matrix of its own, except that deltas enter on its left.
#pragma once

#include "alignment/bit_parallel/block_matrix.hpp"
#include "alignment/recurrences/pair_recurrence.hpp"
#include "alignment/slab_plan.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/thread_pool.hpp"
#include "sequence/coded_pair.hpp"

#include <concord/pairs.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace concord::pairwise {

struct rank_resources {
    task_sharing& sharing;
    runtime::thread_pool& workers;
    std::atomic<bool>& stopped; ///< set when another rank ends the call; the workers' options look at it
    const block_kernel& kernel;
    rank_speed speed;                               ///< of this rank
    std::function<gpu_matrix_resources()> gpus{};   ///< of this rank, once they have started; empty: the CPU
    std::function<void(const std::string&)> note{}; ///< adds a line to the report
};

/// How the columns of a matrix are divided.
struct slab_division {
    bool is_turned = false;              ///< columns are the letters of b
    std::vector<std::uint64_t> bounds{}; ///< as in slab_plan
};

/// Columns [first, last) of a pair's matrix as a pair: letters of a, and all of b; if turned, the other way round. Time
/// and memory linear in the letters.
[[nodiscard]] sequence::coded_pair columns_of(const sequence::coded_pair& pair, bool is_turned, std::uint64_t first,
                                              std::uint64_t last);

class slab_of_rank {
  public:
    slab_of_rank(const sequence::coded_pair& pair, const pair_recurrence& recurrence, bool alignment,
                 const rank_resources& rank, const slab_division& division);

    /// Fills the slab; returns by how much the distance of the last row grows over its columns, modulo 2^64.
    [[nodiscard]] std::uint64_t fill(runtime::pipeline_run& neighbours);

    /// The alignment of the slab's columns: from the row in which the rank on the right has left off to the one in
    /// which the rank on the left goes on.
    [[nodiscard]] alignment trace(runtime::pipeline_run& neighbours);

  private:
    [[nodiscard]] block_matrix& on_cpu();
    /// A slab without columns.
    std::uint64_t let_pass(runtime::pipeline_run& neighbours) const;
    [[nodiscard]] slab_neighbours beside_of(runtime::pipeline_run& neighbours) const;

    const pair_recurrence& recurrence_;
    bool alignment_;
    const rank_resources& rank_;
    unsigned number_;
    bool is_last_;
    bool takes_part_;
    sequence::coded_pair slab_;
    std::optional<block_matrix> matrix_;
    std::optional<kept_edges> edges_;
    std::unique_ptr<gpu_matrix> on_gpus_;
};

} // namespace concord::pairwise
