// The Levenshtein matrix on GPUs: its recurrence in the lanes of warps.
#include "alignment/bit_parallel/gpu/gpu_matrix.cuh"
#include "alignment/recurrences/levenshtein-inl.hpp"
#include "alignment/recurrences/pair_recurrence.hpp"
#include "alignment/tuning.hpp"

namespace concord::pairwise {
namespace {

struct lane_recurrence : scalar::levenshtein<scalar_word<std::uint32_t>> {
    static constexpr tuning::lane_cost cost = tuning::levenshtein_lane_cost;
};

} // namespace

std::unique_ptr<gpu_matrix> levenshtein_on_gpus(const sequence::coded_pair& pair, const matrix_boundary& boundary,
                                                const gpu_matrix_resources& resources) {
    return std::make_unique<strips_on_gpus<lane_recurrence>>(pair, boundary, resources);
}

} // namespace concord::pairwise
