// What all calls do with the options of a run.
#pragma once

#include "runtime/device_policy.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/overlap.hpp>

#include <string>
#include <vector>

namespace concord::overlap {

/// The device that an index is to be built on: the CPU or one GPU. Throws error (resource) where a GPU that is named
/// cannot be used, or the text is too long for it.
[[nodiscard]] runtime::device_choice choose_device(const sequence_set& set, const run_options& run,
                                                   std::vector<std::string>& notes);

/// A report to begin with, of work on the CPU. Throws error (resource) for a vector target that cannot run.
[[nodiscard]] run_report report_on_cpu(const run_options& run, const runtime::thread_pool& workers);

/// The same of a question to an index, which is answered on the CPU wherever that was built. Throws error (resource)
/// where the user names a GPU and the index was not built on one.
[[nodiscard]] run_report report_of_question(const overlap_index& index, const run_options& run,
                                            const runtime::thread_pool& workers);

} // namespace concord::overlap
