// A set as a text, its suffix array and its LCP array: what questions of several sequences begin with.
#pragma once

#include "runtime/parts.hpp"
#include "runtime/thread_pool.hpp"
#include "suffixes/shared_intervals.hpp"
#include "suffixes/suffix_array.hpp"
#include "suffixes/text.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace concord::suffixes {

/// The arrays, and what they refer to.
template <class Position>
struct sorted_suffixes {
    /// Time and errors as of suffix_array() and prefixes_of(). The set must outlive it.
    sorted_suffixes(const sequence::packed_sequences& set, runtime::thread_pool& workers,
                    std::vector<std::string>& notes)
        : letters(set, workers), order(suffix_array<Position>(letters.view(), {}, workers, notes)) {
        if (order.prefixes.size() != order.suffixes.size())
            order.prefixes =
                prefixes_of<Position>(letters.view(), order.suffixes.view(), workers, std::move(order.preceding));
    }
    [[nodiscard]] suffix_arrays<Position> arrays(std::span<const std::uint64_t> owners) const {
        return {order.suffixes.view(), order.prefixes.view(), letters.map(), owners};
    }

    text letters;
    suffix_order<Position> order;
};

/// The greatest number of letters that suffixes of `support` (>= 2) of the sequences share, if it is `least` (>= 1) or
/// more; else least - 1. Time O(letters / threads).
template <class Position>
[[nodiscard]] std::uint64_t greatest_shared(const suffix_arrays<Position>& of, std::uint64_t sequences,
                                            std::uint64_t support, std::uint64_t least, runtime::thread_pool& workers) {
    std::vector<held_sequences> held(workers.threads(), held_sequences(sequences));
    // A window reaches behind its part: parts are larger than most windows.
    const runtime::equal_parts parts(workers, of.size(), std::max(places_of_task(), 4 * support));
    std::atomic<std::uint64_t> best{least - 1};
    workers.run(parts.size(), [&](std::size_t part, unsigned worker) {
        longest_window<Position>(of, support, held[worker], best).find(parts.first(part), parts.last(part));
    });
    return best.load();
}

} // namespace concord::suffixes
