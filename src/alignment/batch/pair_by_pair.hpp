// Something of each of many pairs that lanes do not give, such as an alignment: many pairs are divided among the
// threads, and all threads work on each of a few.
#pragma once

#include "runtime/thread_pool.hpp"

#include <concord/error.hpp>
#include <concord/run.hpp>
#include <concord/sequences.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace concord::edit_distance {

/// Throws error (usage) for sets of different sizes.
inline void check_zipped(const sequence_set& a, const sequence_set& b) {
    if (a.size() != b.size())
        throw error(error_code::usage, "sets of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
                                           " sequences cannot be compared one by one");
}

/// take(i, find(i, options)) for every pair in ascending order, on the calling thread; find() by several threads, and
/// every process for itself. Memory: the results of some pairs. Throws what both throw; error (cancelled).
template <class Find, class Take>
void pair_by_pair(std::uint64_t pairs, const run_options& given, const Find& find, const Take& take) {
    constexpr std::uint64_t pairs_a_thread = 64; // that are found before they are passed on
    runtime::thread_pool pool(given);
    run_options each = given;
    each.on_progress = {};
    each.sharing = nullptr;
    if (pairs < std::uint64_t{4} * pool.threads()) {
        for (std::uint64_t i = 0; i < pairs; ++i)
            take(i, find(i, std::as_const(each)));
        return;
    }
    each.threads = 1;
    const std::uint64_t at_once = pairs_a_thread * pool.threads();
    std::vector<decltype(find(pairs, std::as_const(each)))> found(std::min(at_once, pairs));
    for (std::uint64_t first = 0; first < pairs; first += at_once) {
        const std::uint64_t count = std::min(at_once, pairs - first);
        pool.run(count, [&](std::size_t index, unsigned) { found[index] = find(first + index, std::as_const(each)); });
        for (std::uint64_t index = 0; index < count; ++index)
            take(first + index, found[index]);
        if (given.on_progress) given.on_progress({"comparing", first + count, pairs, "pairs"});
    }
}

} // namespace concord::edit_distance
