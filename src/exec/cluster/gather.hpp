// A number of every rank, known to all.
#pragma once

#include "exec/cluster/communicator.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::exec {

/// Collective: what each rank says, by rank.
[[nodiscard]] inline std::vector<std::uint64_t> gathered(communicator& ranks, std::uint64_t value) {
    std::vector<std::uint32_t> halves(2 * std::size_t{ranks.size()}, 0); // of all; each knows its own
    halves[2 * std::size_t{ranks.rank()}] = static_cast<std::uint32_t>(value);
    halves[2 * std::size_t{ranks.rank()} + 1] = static_cast<std::uint32_t>(value >> 32U);
    ranks.sum(halves);
    std::vector<std::uint64_t> all(ranks.size());
    for (std::size_t rank = 0; rank < all.size(); ++rank)
        all[rank] = std::uint64_t{halves[2 * rank + 1]} << 32U | halves[2 * rank];
    return all;
}

/// Collective: what rank 0 says.
[[nodiscard]] inline std::uint64_t as_leader_says(communicator& ranks, std::uint64_t value) {
    const auto bytes = std::as_writable_bytes(std::span(&value, 1));
    ranks.leads() ? ranks.give(bytes) : ranks.take(bytes);
    return value;
}

/// Collective: the least that any rank says.
[[nodiscard]] inline std::uint64_t least_of_all(communicator& ranks, std::uint64_t value) {
    const std::vector<std::uint64_t> all = gathered(ranks, value);
    return *std::min_element(all.begin(), all.end());
}

} // namespace concord::exec
