// The search of the variants on a GPU, as host code sees it. The same signatures with and without CUDA.
#pragma once

#include "problems/substring/variants/variant_engine.hpp"

#include <memory>

namespace concord::substring {

/// Copies the letters there. `resources` are of the host and for what it does beside the GPU; their pool bounds the
/// memory of the GPU by its options. All must outlive it; one thread uses it. Throws error (resource), as all of its
/// functions.
[[nodiscard]] std::unique_ptr<variant_engine> make_gpu_engine(const variant_problem& given,
                                                              const variant_resources& resources, int gpu);

} // namespace concord::substring
