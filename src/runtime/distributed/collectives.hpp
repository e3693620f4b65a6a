// A number of every rank, known to all.
#pragma once

#include "runtime/distributed/communicator.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::runtime {

/// Collective: `slots` numbers, each said by the one rank whose `slot` it is.
[[nodiscard]] inline std::vector<std::uint64_t> allgather(rank_group& ranks, std::size_t slots,
                                                          std::optional<std::size_t> slot, std::uint64_t value) {
    std::vector<std::uint32_t> halves(2 * slots, 0); // of all; each knows its own
    if (slot) {
        halves[2 * *slot] = static_cast<std::uint32_t>(value);
        halves[2 * *slot + 1] = static_cast<std::uint32_t>(value >> 32U);
    }
    ranks.allreduce_sum(halves);
    std::vector<std::uint64_t> all(slots);
    for (std::size_t each = 0; each < all.size(); ++each)
        all[each] = std::uint64_t{halves[2 * each + 1]} << 32U | halves[2 * each];
    return all;
}

/// Collective: what each rank says, by rank.
[[nodiscard]] inline std::vector<std::uint64_t> allgather(rank_group& ranks, std::uint64_t value) {
    return allgather(ranks, ranks.size(), ranks.rank(), value);
}

/// Collective: what rank 0 says.
[[nodiscard]] inline std::uint64_t broadcast(communicator& ranks, std::uint64_t value) {
    const auto bytes = std::as_writable_bytes(std::span(&value, 1));
    ranks.is_root() ? ranks.give(bytes) : ranks.take(bytes);
    return value;
}

/// Collective: the least that any rank says.
[[nodiscard]] inline std::uint64_t allreduce_min(rank_group& ranks, std::uint64_t value) {
    const std::vector<std::uint64_t> all = allgather(ranks, value);
    return *std::min_element(all.begin(), all.end());
}

} // namespace concord::runtime
