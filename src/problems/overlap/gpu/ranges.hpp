// The suffix array in ranges, from GPUs, as host code sees it. The same signatures with and without CUDA.
#pragma once

#include "problems/overlap/gpu/gpu.hpp"
#include "problems/overlap/gpu/range_queue.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace concord::overlap {

struct range_resources {
    std::vector<int> gpus;     ///< at least one
    std::uint64_t memory;      ///< bytes on each; 0: what is free
    std::uint64_t host_memory; ///< bytes for ranges that wait here
    unsigned threads;          ///< threads that copy; with 1, one GPU sorts and the caller takes by turns
    std::uint64_t room;        ///< before the first suffix of each chunk
};

/// A common prefix has fewer letters.
inline constexpr std::uint64_t most_letters_in_ranges = 0xFFFF'FFFE;

/// Calls take(chunk) for the suffix array of a text, one chunk after the other, on this thread. The text has no
/// sequence of most_letters_in_ranges or more. Appends the method to `notes`. Position: 32 or 64 bits. Throws error:
/// resource, cancelled, and what `take` throws.
template <class Position>
void ranges_on_gpus(const text_view& text, const range_resources& resources, const cancel_check& check,
                    std::vector<std::string>& notes, const take_chunk<Position>& take);

} // namespace concord::overlap
