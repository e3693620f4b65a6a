// The device and the report of a call.
#pragma once

#include "problems/overlap/tuning.hpp"
#include "runtime/device_policy.hpp"
#include "runtime/test_settings.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/overlap.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::overlap {

/// Where an index is built.
struct index_device {
    runtime::device_choice chosen;
    bool in_ranges = false; ///< on GPUs: the suffix array is sorted in ranges, and none of them holds it
};

/// The device to build an index on: the CPU, one GPU, or GPUs that sort ranges where it does not fit one; by the time
/// that it takes with the questions that follow. `bytes_of_letter`: that an index on a GPU takes there, the text apart.
/// `regions`: all intervals are walked then, for what more than two sequences share.
/// Throws error (resource) where a named GPU cannot be used, or a sequence is too long for it.
[[nodiscard]] index_device choose_device(const sequence_set& set, const run_options& run,
                                         const expected_questions& soon, std::uint64_t bytes_of_letter,
                                         std::vector<std::string>& notes, bool regions = false);

/// Whether GPUs can sort the suffix array of a set in ranges.
[[nodiscard]] bool can_be_in_ranges(const sequence_set& set) noexcept;

/// The initial report of work on the CPU. Throws error (resource) for a vector target that cannot run.
[[nodiscard]] run_report report_on_cpu(const run_options& run, const runtime::thread_pool& workers);

/// How many threads a call may use.
[[nodiscard]] unsigned threads_of(const run_options& run);

/// The initial report of a query: the device is that of the index. Throws error (resource)
/// where the user names a GPU and the index was not built on one.
[[nodiscard]] run_report report_of_question(const overlap_index& index, const run_options& run,
                                            const runtime::thread_pool& workers);

} // namespace concord::overlap
