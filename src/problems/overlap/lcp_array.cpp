#include "problems/overlap/suffix_array.hpp"

#include "problems/overlap/tuning.hpp"

#include <algorithm>

namespace concord::overlap {
namespace {

/// Calls take(first, last) for parts of [0, size), by several threads.
template <class Take>
void in_parts(std::uint64_t size, runtime::thread_pool& workers, Take take) {
    const std::uint64_t tasks = (size + tuning::places_per_task - 1) / tuning::places_per_task;
    workers.run(tasks, [&](std::size_t task, unsigned) {
        take(task * tuning::places_per_task, std::min<std::uint64_t>(size, (task + 1) * tuning::places_per_task));
    });
}

/// From the position before each in the array (itself: there is none) to what the two share.
template <class Position>
void compare(const text_view& text, Position* pairs, std::uint64_t first, std::uint64_t last) {
    std::uint64_t shared = 0;
    for (std::uint64_t position = first; position < last; ++position) {
        if (position + tuning::near_ahead < last) {
            const std::uint64_t other = std::min(pairs[position + tuning::near_ahead] + shared, text.size);
            __builtin_prefetch(text.letters + other * text.bits / bits_per_word);
            __builtin_prefetch(text.cuts + other / bits_per_word);
        }
        const std::uint64_t before = pairs[position];
        shared = before == position ? 0 : common_prefix(text, position, before, shared);
        pairs[position] = static_cast<Position>(shared);
        if (shared > 0) --shared;
    }
}

} // namespace

template <class Position>
runtime::far_array<Position> prefixes_of(const text_view& text, std::span<const Position> suffixes,
                                         runtime::thread_pool& workers) {
    // Three walks, each of which jumps about in one array only; one walk that does all jumps about in four, and is
    // slower by far.
    const std::uint64_t size = suffixes.size();
    runtime::far_array<Position> in_text(size);
    in_parts(size, workers, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t rank = first; rank < last; ++rank) {
            if (rank + tuning::far_ahead < last) __builtin_prefetch(&in_text[suffixes[rank + tuning::far_ahead]], 1);
            in_text[suffixes[rank]] = suffixes[rank == 0 ? 0 : rank - 1];
        }
    });
    // Few and large parts: each begins by comparing from the first letter on.
    const std::uint64_t parts = std::clamp<std::uint64_t>(size / tuning::places_per_task, 1,
                                                          std::uint64_t{8} * std::max(2U, workers.threads()));
    workers.run(parts, {"comparing neighbours", "suffixes", size}, [&](std::size_t part, unsigned) {
        const std::uint64_t first = size / parts * part;
        const std::uint64_t last = part + 1 == parts ? size : size / parts * (part + 1);
        compare(text, in_text.data(), first, last);
        return last - first;
    });
    runtime::far_array<Position> prefixes(size);
    in_parts(size, workers, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t rank = first; rank < last; ++rank) {
            if (rank + tuning::far_ahead < last) __builtin_prefetch(&in_text[suffixes[rank + tuning::far_ahead]]);
            prefixes[rank] = in_text[suffixes[rank]];
        }
    });
    return prefixes;
}

template runtime::far_array<std::uint32_t> prefixes_of<std::uint32_t>(const text_view&, std::span<const std::uint32_t>,
                                                                      runtime::thread_pool&);
template runtime::far_array<std::uint64_t> prefixes_of<std::uint64_t>(const text_view&, std::span<const std::uint64_t>,
                                                                      runtime::thread_pool&);

} // namespace concord::overlap
