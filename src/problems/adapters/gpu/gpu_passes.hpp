// The passes of a search on a GPU, as host code sees them. The same signatures with and without CUDA.
#pragma once

#include "problems/adapters/read_passes.hpp"
#include "runtime/thread_pool.hpp"

#include <memory>

namespace concord::adapters {

/// Copies the reads there. The options of the pool bound the memory on the GPU and the threads that copy and do what
/// the GPU does not. Used by the thread that calls this; the pool must outlive it. Throws error (resource), as every
/// pass.
[[nodiscard]] std::unique_ptr<read_passes> passes_on_gpu(const searched_reads& reads, int gpu,
                                                         runtime::thread_pool& pool);

} // namespace concord::adapters
