// The sieve of sieve.hpp, step by step: counts of block choices in a table of hashes bound the support of a window.
#pragma once

#include "base/atomic.hpp"
#include "problems/substring/windows/window_set.hpp"

#include <cstdint>

namespace concord::substring {

/// Hashes of the windows of one length under some choices of blocks. A choice is a mask of letters.
struct choice_hash {
    sequence::letters_view letters;
    unsigned words;             ///< of a window
    const std::uint64_t* masks; ///< [choice][word]
    std::uint32_t choices;
    unsigned table_bits; ///< each choice has a table of 2^table_bits entries

    /// The index of the entry of a window's choice, among those of all tables.
    [[nodiscard]] CONCORD_HD std::uint64_t entry(std::uint64_t position, std::uint32_t choice) const {
        std::uint64_t hash = 0x9E3779B97F4A7C15U;
        for (unsigned word = 0; word < words; ++word) {
            const std::uint64_t mask = masks[choice * words + word];
            if (mask == 0) continue;
            for (unsigned plane = 0; plane < letters.planes(); ++plane) {
                hash ^= letters.target(plane, position + word * sequence::letters_per_word) & mask;
                hash *= 0xD6E8FEB86659FD93U;
                hash ^= hash >> 32U;
            }
        }
        hash *= 0xA0761D6478BD642FU;
        return (static_cast<std::uint64_t>(choice) << table_bits) + (hash >> (64 - table_bits));
    }
};

/// How many sequences each window stands for.
struct window_weight {
    collection given;
    const std::uint32_t* copies; ///< by sequence; null: one each

    [[nodiscard]] CONCORD_HD std::uint32_t of(std::uint64_t position) const {
        return copies == nullptr ? 1U : copies[given.sequence_at(position)];
    }
};

struct count_choices {
    choice_hash hash;
    window_weight weight;
    const std::uint64_t* positions;
    std::uint32_t* tables;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t position = positions[index];
        const std::uint32_t sequences = weight.of(position);
        for (std::uint32_t choice = 0; choice < hash.choices; ++choice)
            base::atomic_add(tables[hash.entry(position, choice)], sequences);
    }
};

/// Adds to the bound of each window how many others agree with it; bounds stop short of overflowing.
struct bound_supports {
    choice_hash hash;
    const std::uint64_t* positions;
    const std::uint32_t* tables;
    std::uint32_t* bounds;

    CONCORD_HD void operator()(std::uint64_t index) const {
        std::uint64_t bound = bounds[index];
        for (std::uint32_t choice = 0; choice < hash.choices; ++choice)
            bound += tables[hash.entry(positions[index], choice)] - 1;
        constexpr std::uint64_t most = 0xFFFFFFFF;
        bounds[index] = static_cast<std::uint32_t>(bound < most ? bound : most);
    }
};

/// Keeps the windows whose bound is at least `least`.
struct keep_bounded {
    const std::uint64_t* positions;
    const std::uint32_t* bounds;
    std::uint32_t least;
    std::uint64_t* kept; ///< a set

    CONCORD_HD void operator()(std::uint64_t index) const {
        if (bounds[index] < least) return;
        const std::uint64_t position = positions[index];
        base::atomic_or(kept[position / windows_per_word], std::uint64_t{1} << (position % windows_per_word));
    }
};

struct mark_choices {
    choice_hash hash;
    const std::uint64_t* positions;
    std::uint32_t* marks; ///< a bit an entry

    CONCORD_HD void operator()(std::uint64_t index) const {
        for (std::uint32_t choice = 0; choice < hash.choices; ++choice) {
            const std::uint64_t entry = hash.entry(positions[index], choice);
            const std::uint32_t bit = std::uint32_t{1} << (entry % 32);
            if ((marks[entry / 32] & bit) == 0) base::atomic_or(marks[entry / 32], bit);
        }
    }
};

/// Keeps the windows that agree with a marked one in some choice.
struct keep_marked {
    choice_hash hash;
    const std::uint64_t* positions;
    const std::uint32_t* marks;
    std::uint64_t* kept; ///< a set

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t position = positions[index];
        for (std::uint32_t choice = 0; choice < hash.choices; ++choice) {
            const std::uint64_t entry = hash.entry(position, choice);
            if ((marks[entry / 32] >> (entry % 32) & 1U) == 0) continue;
            base::atomic_or(kept[position / windows_per_word], std::uint64_t{1} << (position % windows_per_word));
            return;
        }
    }
};

} // namespace concord::substring
