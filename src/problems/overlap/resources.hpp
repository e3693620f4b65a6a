// What all calls do with the options of a run.
#pragma once

#include "runtime/thread_pool.hpp"

#include <concord/overlap.hpp>

#include <optional>

namespace concord::overlap {

/// The GPU that an index is to be built on, if any.
struct gpu_choice {
    std::optional<int> gpu;
    bool named = false; ///< by the user: it is not replaced
};

/// Throws error: usage for what is no device, resource where one that is named cannot be used, or the text is too long
/// for it.
[[nodiscard]] gpu_choice choose_gpu(const sequence_set& set, const run_options& run);

/// A report to begin with, of work on the CPU. Throws error: usage for an unknown device or vector target.
[[nodiscard]] run_report report_on_cpu(const run_options& run, const runtime::thread_pool& workers);

/// The same of a question to an index, which is answered on the CPU wherever that was built. Throws error (resource)
/// where the user names a GPU and the index was not built on one.
[[nodiscard]] run_report report_of_question(const overlap_index& index, const run_options& run,
                                            const runtime::thread_pool& workers);

} // namespace concord::overlap
