// Waiting for what another thread does.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace concord::runtime {

/// Returns once the condition holds, which is looked at whenever `changed` is notified. What condition_variable::wait()
/// is, which would need the standard library of GCC 12 where the program runs: a wheel is for older systems, too.
/// Waiting with a time is older.
template <class Condition>
void await(std::condition_variable& changed, std::unique_lock<std::mutex>& lock, const Condition& condition) {
    while (!changed.wait_for(lock, std::chrono::hours(1), condition)) {
    }
}

} // namespace concord::runtime
