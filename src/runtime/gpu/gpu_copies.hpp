// How fast a GPU starts, copies and launches: what tells one machine from another, beside its kernels.
#pragma once

#include <cstdint>

namespace concord::runtime {

struct gpu_copies {
    double start_seconds = 0;  ///< the driver and the GPU; about nothing where this process has started it before
    double copy_seconds = 0;   ///< of the bytes to it and back, ordinary memory of the host
    double launch_seconds = 0; ///< of the launches of a kernel that does nothing, each waited for
};

/// The shortest of `rounds` measurements. `threads` of the host copy. Throws error (resource).
[[nodiscard]] gpu_copies measure_gpu_copies(int gpu, std::uint64_t bytes, unsigned launches, unsigned rounds,
                                            unsigned threads);

} // namespace concord::runtime
