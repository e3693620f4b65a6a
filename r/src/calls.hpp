// What every call needs: sequences of R as a set of the library, options of a run, an end by Ctrl-C.
#pragma once

#include <Rcpp.h>

#include <concord/run.hpp>
#include <concord/sequences.hpp>

#include <atomic>
#include <chrono>
#include <future>
#include <string>

namespace concord::r {

/// A set of the elements of a character vector, with its names where it has some. `alphabet`: auto, dna, protein,
/// bytes, utf8. Errors say which element is bad, counted from 1.
[[nodiscard]] sequence_set set_of(const Rcpp::CharacterVector& letters, const std::string& alphabet);

/// Threads, 0: all cores; device: auto, cpu, cuda:0 ...
[[nodiscard]] run_options options_of(int threads, const std::string& device);

/// A count that R holds as a number; throws error (usage) unless it is a whole one from `least` on.
[[nodiscard]] std::uint64_t count_of(double number, std::uint64_t least, const char* name);

/// Names of the sequences, or their numbers from 1 on where they have none.
[[nodiscard]] Rcpp::CharacterVector names_of(const sequence_set& set);

[[nodiscard]] bool user_interrupts();

/// Calls `compute(run)` on a thread of its own, while this one, the only one that may ask R, looks for Ctrl-C.
template <class Compute>
auto interruptible(run_options run, const Compute& compute) {
    std::atomic<bool> stop = false;
    run.cancelled = [&stop] { return stop.load(); };
    auto answer = std::async(std::launch::async, [&] { return compute(run); });
    bool interrupted = false;
    while (answer.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready)
        if (!interrupted && user_interrupts()) interrupted = stop = true;
    if (!interrupted) return answer.get();
    try {
        answer.get();
    } catch (const error&) { // that it was cancelled
    }
    throw Rcpp::internal::InterruptedException();
}

} // namespace concord::r
