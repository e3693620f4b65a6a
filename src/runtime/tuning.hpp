// Constants that change speed and never an answer.
#pragma once

namespace concord::runtime::tuning {

/// Seconds until a GPU that nobody has started runs its first kernel. Whole processes on one H200 take 0.35 to 0.43 s
/// for work of milliseconds (docs/performance.md, «On GPUs»); the rest is for machines with more GPUs and for loading
/// kernels.
inline constexpr double seconds_to_start_a_gpu = 0.5;

/// Seconds on one GPU from which on sharing the work among all of them gains more than they take to start: with two,
/// half of it is saved, and the others start while the first one works (docs/performance.md, one process with several
/// GPUs).
inline constexpr double seconds_worth_all_gpus = 0.5;

} // namespace concord::runtime::tuning
