// What the programs that measure calls have in common.
#pragma once

#include <chrono>
#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <vector>

namespace concord::bench {

/// Calls so often, and tells the seconds of every call.
inline std::vector<double> seconds_of_calls(unsigned long repetitions, const std::function<void()>& call) {
    std::vector<double> seconds;
    for (unsigned long i = 0; i < repetitions; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        call();
        seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return seconds;
}

/// What main() returns: that of `run`, or 1 after a message about what it threw.
inline int run_program(const char* name, int argc, char** argv, int (*run)(const std::vector<std::string>&)) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "%s: %s\n", name, problem.what());
        return 1;
    }
}

} // namespace concord::bench
