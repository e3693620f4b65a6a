// The search on GPUs. The same signatures with and without CUDA.
#pragma once

#include "problems/component/search.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace concord::component {

/// What a search on GPUs is given beside the problem.
struct gpu_resources {
    std::vector<int> gpus; ///< the first leads
    std::uint64_t memory;  ///< bytes of working memory on each; 0: what is free
    std::uint64_t tile;    ///< shifts of a unit of work; 0: chosen
    std::vector<std::string>& notes;
    const runtime::thread_pool& workers;
    std::function<void()> check;                                ///< may throw error (cancelled)
    std::function<void(std::uint64_t, std::uint64_t)> searched; ///< shifts, of so many
};

/// search() on GPUs. Throws error (resource) where they are not there, fail, or have too little memory.
[[nodiscard]] search_outcome search_on_gpus(const problem& given, const gpu_resources& resources);

} // namespace concord::component
