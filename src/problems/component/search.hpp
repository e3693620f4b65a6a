// The search: from coded matrices to the best component, on the CPU or on GPUs.
#pragma once

#include "problems/component/cpu/sweeps.hpp"
#include "problems/component/problem.hpp"
#include "runtime/distributed/bytes.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace concord::component {

/// Resources of a search on the CPU.
struct search_resources {
    const run_options& options;
    const sweep_kernels& kernels;
    std::uint64_t memory;            ///< bytes of working memory
    std::vector<std::string>& notes; ///< get how many shifts the bounds decided, and how many were labelled
};

struct search_outcome {
    candidate best;             ///< size 0: none of min_size cells
    std::uint64_t labelled = 0; ///< shifts whose components were computed
};

// For runtime::fold.
void merge(search_outcome& into, const search_outcome& part) noexcept;
void write(runtime::byte_writer& to, const search_outcome& outcome);
void read(runtime::byte_reader& from, search_outcome& outcome);

/// On the CPU. Throws error: resource (memory), cancelled.
[[nodiscard]] search_outcome search(const problem& given, const search_resources& resources);

/// Calls take(component) for all components of exactly `given.min_size` cells, which no component may exceed, in their
/// order. On the CPU, in one process; within the memory, however many they are. Throws error (cancelled).
void search_every(const problem& given, const search_resources& resources,
                  const std::function<void(const candidate&)>& take);

class repeated_shifts;

/// The best component of all shifts that do not repeat others. On the CPU. Throws error: resource (memory), cancelled.
[[nodiscard]] search_outcome search_shifts(const problem& given, const search_resources& resources,
                                           const repeated_shifts& repeated);

/// Rows of the shift table [first, end), and how many components of them are kept.
struct wanted_components {
    std::uint64_t first_row;
    std::uint64_t end_row;
    std::uint64_t most;
    bool one_each; ///< one component of each shift
};

/// Components of exactly `given.min_size` cells, which no component may exceed, in any order, of the shifts in these
/// rows that do not repeat others; nothing where they are more than the most. On the CPU. Throws error (cancelled).
[[nodiscard]] std::optional<std::vector<candidate>> components_of_shifts(const problem& given,
                                                                         const search_resources& resources,
                                                                         const repeated_shifts& repeated,
                                                                         const wanted_components& wanted);

/// The problem of a call. Throws error (usage).
[[nodiscard]] problem posed(const matrix& a, const matrix& b, const component_options& options);
/// Its answer, found on the device that the options name or that is the quickest. `without` are the cells that the
/// problem excludes.
[[nodiscard]] component_result solved(const matrix& a, const matrix& b, const component_options& options,
                                      const problem& given, const excluded_cells& without);

// GPUs: gpu/search.cu, or gpu/no_gpu.cpp in a build without CUDA.

/// Resources of a search on GPUs.
struct gpu_resources {
    std::vector<int> gpus; ///< the first leads
    std::uint64_t memory;  ///< bytes of working memory on each; 0: what is free
    std::uint64_t tile;    ///< shifts of a unit of work; 0: chosen
    std::vector<std::string>& notes;
    const runtime::thread_pool& workers;
    std::function<void()> check;                                ///< may throw error (cancelled)
    std::function<void(std::uint64_t, std::uint64_t)> searched; ///< progress: shifts searched, of so many
};

/// search() on GPUs. Throws error (resource) if they are absent, fail, or have too little memory.
[[nodiscard]] search_outcome search_on_gpus(const problem& given, const gpu_resources& resources);

} // namespace concord::component
