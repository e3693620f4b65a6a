// Something of each of many pairs that lanes do not give, such as an alignment: many pairs are divided among the
// threads, and all threads work on each of a few.
#pragma once

#include "runtime/thread_pool.hpp"

#include <concord/device.hpp>
#include <concord/error.hpp>
#include <concord/pairs.hpp>
#include <concord/sequences.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace concord::edit_distance {

/// Throws error (usage) for sets of different sizes.
template <class Sequences>
void check_zipped(const Sequences& a, const Sequences& b) {
    if (a.size() != b.size())
        throw error(error_code::usage, "sets of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
                                           " sequences cannot be compared one by one");
}

/// take(i, solve(i, options of its own)) for every i below `pairs` in ascending order, on the calling thread; solve()
/// by several threads of the CPU, or by one where there are few pairs or GPUs are named, which one thread uses at a
/// time. Every process does all of it. Memory: the results of some pairs. Throws error: cancelled; what both throw.
template <class Options, class Solve, class Take>
void solve_pairs(std::uint64_t pairs, const Options& given, const Solve& solve, const Take& take) {
    constexpr std::uint64_t pairs_a_thread = 64; // that are found before they are passed on
    runtime::thread_pool pool(given.run);
    Options each = given;
    each.run.on_progress = {};
    each.run.sharing = nullptr;
    const auto find = [&](std::uint64_t i) { return solve(i, std::as_const(each)); };
    if (pairs < std::uint64_t{4} * pool.threads() || given.run.device.names_gpus()) {
        for (std::uint64_t i = 0; i < pairs; ++i)
            take(i, find(i));
        return;
    }
    each.run.device = device::cpu();
    each.run.threads = 1;
    const std::uint64_t at_once = pairs_a_thread * pool.threads();
    std::vector<decltype(find(pairs))> found(std::min(at_once, pairs));
    for (std::uint64_t first = 0; first < pairs; first += at_once) {
        const std::uint64_t count = std::min(at_once, pairs - first);
        pool.run(count, [&](std::size_t index, unsigned) { found[index] = find(first + index); });
        for (std::uint64_t index = 0; index < count; ++index)
            take(first + index, found[index]);
        if (given.run.on_progress) given.run.on_progress({"comparing", first + count, pairs, "pairs"});
    }
}

/// The same of the pairs of two sets: solve(a[i], b[i], options of its own). Throws error (usage) for sets of different
/// sizes, too.
template <class Options, class Solve, class Take>
void solve_zipped(const sequence_set& a, const sequence_set& b, const Options& given, const Solve& solve,
                  const Take& take) {
    check_zipped(a, b);
    solve_pairs(
        a.size(), given,
        [&](std::uint64_t i, const Options& each) { return solve(sequence_ref(a, i), sequence_ref(b, i), each); },
        take);
}

} // namespace concord::edit_distance
