// Near pairs on a GPU as a call needs them: whether one is worth it, which plan it takes, and blocks of rows that fit.
#pragma once

#include "alignment/batch/batch_run.hpp"
#include "problems/distance/gpu/near_gpu.hpp"
#include "problems/distance/join/join_plan.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace concord::edit_distance {

/// The sets of a call on a GPU, if one is named or worth it for near pairs within `bound`; else null.
[[nodiscard]] std::unique_ptr<gpu_near_join> start_gpu_for_near_pairs(batch_run& run, std::uint64_t bound);

/// The same once it has turned out that, for the nearest of so many rows, all have to be compared.
[[nodiscard]] std::unique_ptr<gpu_near_join> start_gpu_for_nearest(batch_run& run, std::uint64_t rows);

class join_on_gpu {
  public:
    /// For `rows` of a, ascending, or any of them, against all of b.
    join_on_gpu(batch_run& run, gpu_near_join& gpu, std::uint64_t bound, std::span<const std::uint32_t> rows);

    /// Estimated cost as a share of that of comparing all.
    [[nodiscard]] double share_of_all() const noexcept { return share_; }
    [[nodiscard]] std::string describe() const { return plan_.describe(); }

    /// Passes the near pairs of these rows on, in ascending order.
    void find(std::span<const std::uint32_t> rows, wanted_pairs wanted, const near_pair_sink& sink);

  private:
    batch_run& run_;
    gpu_near_join& gpu_;
    std::uint64_t bound_;
    std::unique_ptr<information_profile> profile_;
    join_plan plan_;
    double share_ = 0;
};

} // namespace concord::edit_distance
