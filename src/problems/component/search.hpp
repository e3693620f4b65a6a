// From coded matrices to the best component, on the CPU.
#pragma once

#include "problems/component/problem.hpp"
#include "problems/component/sweeps.hpp"
#include "runtime/distributed/bytes.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace concord::component {

/// What a search is given beside the problem.
struct search_resources {
    const run_options& options;
    const sweep_kernels& kernels;
    std::uint64_t memory;            ///< bytes of working memory
    std::vector<std::string>& notes; ///< what was decided by bounds, and what was labelled
};

struct search_outcome {
    candidate best;             ///< size 0: none of min_size cells
    std::uint64_t labelled = 0; ///< shifts whose components were told apart
};

// For runtime::fold.
void merge(search_outcome& into, const search_outcome& part) noexcept;
void write(runtime::byte_writer& to, const search_outcome& outcome);
void read(runtime::byte_reader& from, search_outcome& outcome);

/// Throws error: resource (memory), cancelled.
[[nodiscard]] search_outcome search(const problem& given, const search_resources& resources);

} // namespace concord::component
