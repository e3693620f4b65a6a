// Tasks that need the same letters, as steps of a device: one of each class is followed for all of them, since reads
// that share a word share windows as well.
//
//   keys      a hash of the letters that each task needs
//   sorted    neighbours with the same letters are a class; what hashes alike and differs only makes more classes
#pragma once

#include "problems/substring/gpu/window_tasks.hpp"

#include <cstdint>

namespace concord::substring {

/// Step: a key of the letters of a task, whose upper bits are as good as random; letters that match nothing are As.
struct hash_task {
    planes_there planes;
    const window_task* tasks;
    std::uint64_t* keys;
    std::uint32_t* numbers; ///< of the tasks

    CONCORD_HD void operator()(std::uint64_t index) const {
        const window_task& task = tasks[index];
        std::uint64_t key = task.needed;
        for (std::uint64_t at = 0; at < task.needed; at += 32) {
            const auto mask =
                base::low_bits<std::uint64_t>(static_cast<unsigned>(task.needed - at < 32 ? task.needed - at : 32));
            key ^= planes.letters(task.start + at + margin_of_planes) & (mask | mask << 32U);
            key *= 0x9E3779B97F4A7C15U;
            key ^= key >> 32U;
        }
        keys[index] = key * 0x9E3779B97F4A7C15U;
        numbers[index] = static_cast<std::uint32_t>(index);
    }
};

/// Tasks in the order of their keys.
struct sorted_tasks {
    planes_there planes;
    const window_task* tasks;
    const std::uint32_t* numbers;

    /// Whether a task needs other letters than the one before it. One with a letter that matches nothing always does.
    [[nodiscard]] CONCORD_HD bool begins_class(std::uint64_t index) const {
        if (index == 0) return true;
        const window_task& here = tasks[numbers[index]];
        const window_task& before = tasks[numbers[index - 1]];
        if (here.needed != before.needed) return true;
        for (std::uint64_t at = 0; at < here.needed; at += 64) {
            const auto mask =
                base::low_bits<std::uint64_t>(static_cast<unsigned>(here.needed - at < 64 ? here.needed - at : 64));
            if ((planes.differences(here.start + at + margin_of_planes, before.start + at + margin_of_planes) & mask) !=
                0)
                return true;
        }
        return false;
    }
};

/// Steps that number the classes, and keep the first task of each.
struct count_class_begin {
    sorted_tasks sorted;

    CONCORD_HD runtime::counts operator()(std::uint64_t index) const {
        return {sorted.begins_class(index) ? 1U : 0, 0};
    }
};
struct keep_class {
    sorted_tasks sorted;
    const std::uint64_t* before; ///< classes that begin before each
    std::uint64_t count;         ///< of the tasks
    std::uint64_t classes;
    window_task* first;      ///< of each class
    std::uint32_t* class_of; ///< of each task, by its number

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t here = (index + 1 < count ? before[index + 1] : classes) - 1;
        const std::uint32_t number = sorted.numbers[index];
        if (before[index] == here) first[here] = sorted.tasks[number];
        class_of[number] = static_cast<std::uint32_t>(here);
    }
};

} // namespace concord::substring
