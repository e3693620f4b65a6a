// The longest region that occurs twice in one sequence, on a data-parallel device: each suffix and the one before it of
// the same sequence, all at once.
//
//   rank      0  1  2  3  4       by sequence: a has the ranks 0, 2, 3 and b has 1, 4; the pairs (0, 2), (2, 3), (1, 4)
//   sequence  a  b  a  a  b       share as much as the least prefix between them
#pragma once

#include "base/atomic.hpp"
#include "problems/overlap/gpu/index_view.hpp"
#include "problems/overlap/gpu/match_rows.hpp"
#include "problems/overlap/gpu/shared_regions.hpp"
#include "runtime/gpu/device_concept.hpp"

#include <cstdint>
#include <limits>

namespace concord::overlap {

/// Neighbours in the order by sequence and rank.
struct neighbours_of_one {
    index_view index;
    const std::uint64_t* keys;  ///< equal for suffixes of one sequence; null: all are
    const std::uint32_t* ranks; ///< null: those from 0 on

    /// The repeat of the suffix at `at` of that order and the one before it. A palindrome stands on both strands at one
    /// place, which is no repeat; without its last letter it is one.
    [[nodiscard]] CONCORD_HD repeat_of_one operator()(std::uint64_t at) const {
        if (at == 0 || (keys != nullptr && keys[at] != keys[at - 1])) return {};
        const std::uint64_t before = ranks == nullptr ? at - 1 : ranks[at - 1];
        const std::uint64_t rank = ranks == nullptr ? at : ranks[at];
        std::uint64_t length = index.shared_by_ranks(before, rank);
        if (length == 0) return {};
        std::uint64_t lower = index.suffixes[before];
        std::uint64_t higher = index.suffixes[rank];
        if (higher < lower) {
            const std::uint64_t other = lower;
            lower = higher;
            higher = other;
        }
        if (index.is_reverse(higher) && !index.is_reverse(lower) && index.on_forward_strand(higher, length) == lower)
            --length;
        return {static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(lower)};
    }
};

struct raise_repeat {
    neighbours_of_one neighbours;
    std::uint32_t* longest;

    CONCORD_HD void operator()(std::uint64_t at) const {
        const std::uint32_t length = neighbours(at).length;
        if (*static_cast<volatile std::uint32_t*>(longest) < length) base::atomic_max(*longest, length);
    }
};

struct lower_repeat {
    neighbours_of_one neighbours;
    const std::uint32_t* longest;
    std::uint32_t* lowest;

    CONCORD_HD void operator()(std::uint64_t at) const {
        const repeat_of_one found = neighbours(at);
        if (found.length > 0 && found.length == *longest) base::atomic_min(*lowest, found.position);
    }
};

/// Time O(n); memory, where there are several sequences, up to 36 bytes a letter beside the index. Throws error:
/// resource, cancelled.
template <runtime::data_parallel_device Machine>
[[nodiscard]] repeat_of_one longest_repeat_of_one(Machine& machine, const index_view& index) {
    repeat_of_one found;
    const std::uint64_t size = index.text.size;
    if (size < 2) return found;
    const bool several = index.sequences > 1;
    const auto keys = machine.template make<std::uint64_t>(several ? size : 0);
    const auto ranks = machine.template make<std::uint32_t>(several ? size : 0);
    neighbours_of_one neighbours{index, nullptr, nullptr};
    if (several) {
        const double sequences_per_letter = static_cast<double>(index.sequences) / static_cast<double>(size);
        machine.for_each(size, key_by_sequence{{index.suffixes, index.prefixes, size, index.offsets, index.sequences,
                                                index.of_one_strand},
                                               sequences_per_letter,
                                               keys.data(),
                                               ranks.data()});
        machine.sort(keys.data(), ranks.data(), size);
        machine.check();
        neighbours.keys = keys.data();
        neighbours.ranks = ranks.data();
    }
    const auto longest = machine.template zeroed<std::uint32_t>(1);
    machine.for_each(size, raise_repeat{neighbours, longest.data()});
    machine.get(&found.length, longest.data(), 1);
    if (found.length == 0) return found;
    machine.check();
    const auto lowest = machine.template make<std::uint32_t>(1);
    const std::uint32_t highest = std::numeric_limits<std::uint32_t>::max();
    machine.put(lowest.data(), &highest, 1);
    machine.for_each(size, lower_repeat{neighbours, longest.data(), lowest.data()});
    machine.get(&found.position, lowest.data(), 1);
    return found;
}

} // namespace concord::overlap
