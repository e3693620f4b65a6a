// The filter by block combinations (block_combinations.hpp), step by step: a counting sketch bounds the support of each
// window, a Bloom filter holds the combinations of the sources. A step is what one thread does to one window.
#pragma once

#include "base/atomic.hpp"
#include "problems/substring/gpu/window_sets.hpp"

#include <cstdint>

namespace concord::substring {

/// Hashes of the windows of one length under some combinations of blocks. A combination is a mask of letters.
struct combination_hash {
    sequence::letters_view letters;
    unsigned words;             ///< of a window
    const std::uint64_t* masks; ///< [combination][word]
    std::uint32_t combinations;
    unsigned index_bits; ///< each combination has a row of 2^index_bits entries

    /// The index of the entry of a window's combination, among those of all rows.
    [[nodiscard]] CONCORD_HD std::uint64_t entry(std::uint64_t position, std::uint32_t combination) const {
        std::uint64_t hash = 0x9E3779B97F4A7C15U;
        for (unsigned word = 0; word < words; ++word) {
            const std::uint64_t mask = masks[combination * words + word];
            if (mask == 0) continue;
            for (unsigned plane = 0; plane < letters.planes(); ++plane) {
                hash ^= letters.target(plane, position + word * sequence::letters_per_word) & mask;
                hash *= 0xD6E8FEB86659FD93U;
                hash ^= hash >> 32U;
            }
        }
        hash *= 0xA0761D6478BD642FU;
        return (static_cast<std::uint64_t>(combination) << index_bits) + (hash >> (64 - index_bits));
    }
};

/// How many sequences each window represents.
struct window_weight {
    collection given;
    const std::uint32_t* copies; ///< by sequence; null: one each

    [[nodiscard]] CONCORD_HD std::uint32_t of(std::uint64_t position) const {
        return copies == nullptr ? 1U : copies[given.sequence_at(position)];
    }
};

/// Adds the combinations of each window to the sketch.
struct count_combinations {
    combination_hash hash;
    window_weight weight;
    const std::uint64_t* positions;
    std::uint32_t* sketch;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t position = positions[index];
        const std::uint32_t sequences = weight.of(position);
        for (std::uint32_t combination = 0; combination < hash.combinations; ++combination)
            base::atomic_add(sketch[hash.entry(position, combination)], sequences);
    }
};

/// Adds to the bound of each window how many others agree with it; bounds stop short of overflowing.
struct bound_supports {
    combination_hash hash;
    const std::uint64_t* positions;
    const std::uint32_t* sketch;
    std::uint32_t* bounds;

    CONCORD_HD void operator()(std::uint64_t index) const {
        std::uint64_t bound = bounds[index];
        for (std::uint32_t combination = 0; combination < hash.combinations; ++combination)
            bound += sketch[hash.entry(positions[index], combination)] - 1;
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

/// Inserts the combinations of each window into the Bloom filter.
struct insert_combinations {
    combination_hash hash;
    const std::uint64_t* positions;
    std::uint32_t* bloom; ///< a bit an entry

    CONCORD_HD void operator()(std::uint64_t index) const {
        for (std::uint32_t combination = 0; combination < hash.combinations; ++combination) {
            const std::uint64_t entry = hash.entry(positions[index], combination);
            const std::uint32_t bit = std::uint32_t{1} << (entry % 32);
            if ((bloom[entry / 32] & bit) == 0) base::atomic_or(bloom[entry / 32], bit);
        }
    }
};

/// Keeps the windows that have a combination of the Bloom filter, beside those that are kept already.
struct keep_members {
    combination_hash hash;
    const std::uint64_t* positions;
    const std::uint32_t* bloom;
    std::uint64_t* kept; ///< a set

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t position = positions[index];
        if ((kept[position / windows_per_word] >> (position % windows_per_word) & 1U) != 0) return;
        for (std::uint32_t combination = 0; combination < hash.combinations; ++combination) {
            const std::uint64_t entry = hash.entry(position, combination);
            if ((bloom[entry / 32] >> (entry % 32) & 1U) == 0) continue;
            base::atomic_or(kept[position / windows_per_word], std::uint64_t{1} << (position % windows_per_word));
            return;
        }
    }
};

} // namespace concord::substring
