// From a problem to all of its longest windows, on the CPU.
#pragma once

#include "problems/substring/near_pieces.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/thread_pool.hpp"

#include <string>
#include <vector>

namespace concord::substring {

/// How the windows are compared. Every path gives the same answer; tests force them all.
enum class search_path : std::uint8_t {
    automatic,      ///< by estimated cost
    dense,          ///< pieces of every sequence against every place of every sequence
    sieve_and_join, ///< the sieve, then its windows against each other
    sieve_and_scan, ///< the sieve, then the dense path over the sequences of its windows
};

/// What a search is given beside the problem.
struct search_means {
    runtime::thread_pool& workers;
    const piece_kernels& kernels;
    std::uint64_t memory;            ///< bytes of working memory
    std::uint64_t tile;              ///< sequences or starts of a unit of work; 0: chosen here
    std::vector<std::string>& notes; ///< what was chosen and why is added here
    search_path path = search_path::automatic;
    std::uint64_t pool = 0; ///< threads, of all processes, that tasks are cut for; 0: those of `workers`
};

/// No window that is longer can have the support: the support-th longest of the sequences.
[[nodiscard]] std::uint64_t longest_possible(const problem& given);

/// All windows of the greatest length >= min_length that have the support.
[[nodiscard]] longest_windows search(const problem& given, const search_means& means);

/// The candidate C_i of every sequence (of a shard: of its own sequences); none but a longer one of another shard is
/// longer than `longest`.
[[nodiscard]] std::vector<substring_candidate> search_each(const problem& given, std::uint64_t longest,
                                                           const search_means& means);

} // namespace concord::substring
