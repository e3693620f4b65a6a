// The device and the report of a call.
#pragma once

#include "runtime/device_policy.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/overlap.hpp>

#include <string>
#include <vector>

namespace concord::overlap {

/// The device to build an index on: the CPU or one GPU, by the time that it takes with the questions that follow.
/// Throws error (resource) where a named GPU cannot be used, or the text is too long for it.
[[nodiscard]] runtime::device_choice choose_device(const sequence_set& set, const run_options& run,
                                                   const expected_questions& soon, std::vector<std::string>& notes);

/// The initial report of work on the CPU. Throws error (resource) for a vector target that cannot run.
[[nodiscard]] run_report report_on_cpu(const run_options& run, const runtime::thread_pool& workers);

/// How many threads a call may use.
[[nodiscard]] unsigned threads_of(const run_options& run);

/// The initial report of a query: the device is that of the index. Throws error (resource)
/// where the user names a GPU and the index was not built on one.
[[nodiscard]] run_report report_of_question(const overlap_index& index, const run_options& run,
                                            const runtime::thread_pool& workers);

} // namespace concord::overlap
