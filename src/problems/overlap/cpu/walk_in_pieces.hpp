// The walk over LCP intervals by several threads. An interval of L letters lies between two suffixes that share fewer
// than L letters with the next one outside: a walk that is cut where neighbours share fewer than L finds all intervals
// of L letters and more, and whatever stands in two pieces shares fewer.
//
//   prefixes   3 9 8 9 2 7 9 9 8 1 9 9 6      cuts before 2 and 1: intervals of 3 letters and more are whole
//             |       |         |     |
#pragma once

#include "problems/overlap/cpu/interval_walk.hpp"
#include "runtime/test_settings.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace concord::overlap {

struct walk_cuts {
    std::vector<std::uint64_t> borders; ///< ranks, from 0 to the number of suffixes
    std::uint64_t least = 1;            ///< letters of intervals that are found whole

    [[nodiscard]] std::size_t pieces() const noexcept { return borders.size() - 1; }
};

/// So many pieces of about the same number of suffixes, cut where neighbours share the fewest letters around. Time
/// O(n / 8), at most.
template <class Position>
[[nodiscard]] walk_cuts cuts_of_walk(const arrays<Position>& of, std::uint64_t pieces) {
    const std::uint64_t size = of.suffixes.size();
    const std::uint64_t around = std::clamp<std::uint64_t>(size / pieces / 8, 1, tuning::places_per_task);
    walk_cuts cuts{{0}, 1};
    for (std::uint64_t piece = 1; piece < pieces; ++piece) {
        const auto from = of.prefixes.begin() + static_cast<std::ptrdiff_t>(piece * size / pieces);
        const auto fewest = std::min_element(from, from + static_cast<std::ptrdiff_t>(around));
        cuts.least = std::max<std::uint64_t>(cuts.least, std::uint64_t{*fewest} + 1);
        cuts.borders.push_back(static_cast<std::uint64_t>(fewest - of.prefixes.begin()));
    }
    cuts.borders.push_back(size);
    return cuts;
}

/// Calls at_interval(worker, interval), at_pair(worker, pair) and check(bytes) as interval_walk::run does, the bytes
/// those of one thread's walk, for all intervals and pairs of cuts.least letters and more; of shorter ones it may call
/// them with what is none.
template <class Position, class AtInterval, class AtPair, class Check>
void walk_in_pieces(const arrays<Position>& of, const index_tables& held, const walk_cuts& cuts,
                    runtime::thread_pool& workers, AtInterval at_interval, AtPair at_pair, Check check) {
    std::vector<std::unique_ptr<interval_walk<Position>>> walks(workers.threads());
    workers.run(cuts.pieces(), [&](std::size_t piece, unsigned worker) {
        if (!walks[worker]) walks[worker] = std::make_unique<interval_walk<Position>>(of, held);
        walks[worker]->run(
            {cuts.borders[piece], cuts.borders[piece + 1]},
            [&](const region_interval& met) { at_interval(worker, met); },
            [&](const region_pair& met) { at_pair(worker, met); }, check);
    });
}

/// How to cut a walk for the threads; one piece where that does not pay, or where their memory would not suffice.
template <class Position>
[[nodiscard]] walk_cuts cuts_for(const arrays<Position>& of, const index_tables& held,
                                 const runtime::thread_pool& workers, const room_beside& room) {
    const std::uint64_t threads = workers.threads();
    const std::uint64_t least = runtime::forced_tile() > 0 ? tuning::pieces_of_thread : tuning::least_suffixes_of_piece;
    if (threads == 1 || of.suffixes.size() < least * threads ||
        !room.has(2 * threads * held.given.size() * sizeof(Position)))
        return {{0, of.suffixes.size()}, 1};
    return cuts_of_walk(of, tuning::pieces_of_thread * threads);
}

} // namespace concord::overlap
