// The windows whose anchors are followed at a time, as steps of a device: the next one of every strip, and its blocks.
//
//   strip     windows of a piece, from the last to the first; a window that fails ends those that would hold it
//   task      the next window of a strip, and the places of its rarest blocks
#pragma once

#include "problems/substring/gpu/anchor_index_steps.hpp"

#include <cstdint>

namespace concord::substring {

/// Letters of a window, from its first, among which blocks are chosen.
inline constexpr std::uint32_t most_letters_of_blocks = 64;
inline constexpr std::uint32_t most_blocks_of_window = 8;
static_assert(most_edits_of_reaches + 1 <= most_blocks_of_window);
inline constexpr std::uint32_t most_anchor_indexes = 2;

/// Blocks of a window whose places are all that is looked at.
struct blocks_of_window {
    std::uint32_t end;                           ///< letters up to the end of the last one
    std::uint64_t places;                        ///< of all
    std::uint8_t offsets[most_blocks_of_window]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
    std::uint8_t indexes[most_blocks_of_window]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
};

/// A window of a strip that is looked at.
struct window_task {
    std::uint64_t start;
    std::uint64_t strip;
    std::uint64_t needed; ///< letters that must be reached
    blocks_of_window blocks;
};

struct indexes_there {
    index_there each[most_anchor_indexes]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
    std::uint32_t count;
};

/// The rarest `blocks` blocks among the first letters of a window, which has so many, as block_chooser chooses them;
/// `places_of_a_word` and `skipped_by_ends` are those of tuning.hpp.
CONCORD_HD inline void choose_blocks(const planes_there& planes, const indexes_there& indexes, std::uint64_t start,
                                     std::uint32_t length, std::uint32_t blocks, double places_of_a_word,
                                     double skipped_by_ends, blocks_of_window& chosen) {
    constexpr std::uint32_t width = most_letters_of_blocks + 1;
    constexpr std::uint64_t never = ~std::uint64_t{0};
    constexpr std::uint8_t none = 0xFF;
    const std::uint32_t letters = length < most_letters_of_blocks ? length : most_letters_of_blocks;
    std::uint32_t known[most_anchor_indexes][width]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
    std::uint8_t last[most_blocks_of_window][width]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
    std::uint64_t fewest[2][width];                  // NOLINT(cppcoreguidelines-avoid-c-arrays)
    for (std::uint32_t index = 0; index < indexes.count; ++index)
        for (std::uint32_t at = 0; at + indexes.each[index].letters <= letters; ++at)
            known[index][at] = indexes.each[index].count_at(planes, start + at);
    for (std::uint32_t end = 0; end <= letters; ++end)
        fewest[0][end] = 0;
    for (std::uint32_t count = 1; count <= blocks; ++count) {
        const std::uint64_t* const before = fewest[(count - 1) % 2];
        std::uint64_t* const here = fewest[count % 2];
        here[0] = never;
        last[count - 1][0] = none;
        for (std::uint32_t end = 1; end <= letters; ++end) {
            here[end] = here[end - 1];
            last[count - 1][end] = none;
            for (std::uint32_t index = 0; index < indexes.count; ++index) {
                const std::uint32_t q = indexes.each[index].letters;
                if (end < q || before[end - q] == never) continue;
                const std::uint64_t with = before[end - q] + known[index][end - q];
                if (with >= here[end]) continue;
                here[end] = with;
                last[count - 1][end] = static_cast<std::uint8_t>(index);
            }
        }
    }
    double least = -1;
    for (std::uint32_t end = 1; end <= letters; ++end) {
        const std::uint64_t places = fewest[blocks % 2][end];
        if (places == never) continue;
        const double cost = (static_cast<double>(places) + places_of_a_word) /
                            (1 + static_cast<double>(length - end) * skipped_by_ends);
        if (least >= 0 && cost >= least) continue;
        least = cost;
        chosen.end = end;
        chosen.places = places;
    }
    std::uint64_t end = chosen.end;
    for (std::uint32_t count = blocks; count > 0; --count) {
        while (last[count - 1][end] == none)
            --end;
        chosen.indexes[count - 1] = last[count - 1][end];
        end -= indexes.each[last[count - 1][end]].letters;
        chosen.offsets[count - 1] = static_cast<std::uint8_t>(end);
    }
}

/// Step: the next window of each strip that may have the support by the number of its places.
struct next_windows {
    planes_there planes;
    indexes_there indexes;
    const std::uint64_t* starts; ///< of the windows, in ascending order
    const std::uint64_t* strips; ///< where each begins in starts, and the end
    std::uint64_t* left;         ///< windows of each strip that have not been looked at: they are before this in starts
    std::uint64_t* ends;         ///< of each: no window that is left ends behind it and has the support
    window_task* tasks;          ///< of each; none left: its window needs no letters
    std::uint32_t length;
    std::uint32_t blocks;
    std::uint64_t support;
    double places_of_a_word;
    double skipped_by_ends;

    CONCORD_HD void operator()(std::uint64_t strip) const {
        window_task task{};
        while (left[strip] > strips[strip] && task.needed == 0) {
            const std::uint64_t start = starts[--left[strip]];
            if (start + length > ends[strip]) continue;
            choose_blocks(planes, indexes, start, length, blocks, places_of_a_word, skipped_by_ends, task.blocks);
            if (task.blocks.places < support) {
                ends[strip] = start + task.blocks.end - 1;
                continue;
            }
            task.start = start;
            task.strip = strip;
            task.needed = task.blocks.end;
        }
        tasks[strip] = task;
    }
};

/// Step: a task for each window, all of whose letters are needed.
struct whole_windows {
    planes_there planes;
    indexes_there indexes;
    const std::uint64_t* starts;
    window_task* tasks;
    std::uint32_t length;
    std::uint32_t blocks;
    double places_of_a_word;
    double skipped_by_ends;

    CONCORD_HD void operator()(std::uint64_t index) const {
        window_task task{};
        choose_blocks(planes, indexes, starts[index], length, blocks, places_of_a_word, skipped_by_ends, task.blocks);
        task.start = starts[index];
        task.strip = index;
        task.needed = length;
        tasks[index] = task;
    }
};

/// Steps that move the tasks that there are to the front; `runs` are their anchors in units.
struct count_task {
    static constexpr std::uint64_t unit = 256;
    const window_task* tasks;

    CONCORD_HD runtime::counts operator()(std::uint64_t strip) const {
        const window_task& task = tasks[strip];
        if (task.needed == 0) return {0, 0};
        return {1, static_cast<std::uint32_t>(task.blocks.places / unit + 1)};
    }
};
struct move_task {
    const window_task* tasks;
    const std::uint64_t* before;
    window_task* to;

    CONCORD_HD void operator()(std::uint64_t strip) const {
        if (tasks[strip].needed != 0) to[before[strip]] = tasks[strip];
    }
};

} // namespace concord::substring
