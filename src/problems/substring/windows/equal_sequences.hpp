// Equal sequences need one evaluation: they are found by their hashes, and told apart by their letters.
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "problems/substring/windows/window_set.hpp"

#include <cstdint>

namespace concord::substring {

/// A number for each sequence that equal ones share; and the sequences in order.
struct hash_sequences {
    collection given;
    std::uint64_t* hashes;
    std::uint32_t* sequences;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t end = given.offsets[index + 1];
        std::uint64_t hash = (end - given.offsets[index] + 1) * 0x9E3779B97F4A7C15U;
        for (std::uint64_t at = given.offsets[index]; at < end; at += sequence::letters_per_word) {
            const std::uint64_t rest = end - at;
            const auto letters =
                static_cast<unsigned>(rest < sequence::letters_per_word ? rest : sequence::letters_per_word);
            for (unsigned plane = 0; plane < given.letters.planes(); ++plane) {
                hash ^= given.letters.target(plane, at) & base::low_bits<std::uint64_t>(letters);
                hash *= 0xD6E8FEB86659FD93U;
                hash ^= hash >> 32U;
            }
        }
        hashes[index] = hash;
        sequences[index] = static_cast<std::uint32_t>(index);
    }
};

/// Whether each sequence, in the order of the hashes, is another one than that before it.
struct mark_first_of_equals {
    collection given;
    const std::uint64_t* hashes;    ///< sorted
    const std::uint32_t* sequences; ///< in the order of their hashes, equal hashes in ascending order
    std::uint32_t* first;

    CONCORD_HD counts operator()(std::uint64_t index) const {
        first[index] =
            index == 0 || hashes[index] != hashes[index - 1] || !equal(sequences[index], sequences[index - 1]);
        return {first[index], 0};
    }

  private:
    [[nodiscard]] CONCORD_HD bool equal(std::uint64_t a, std::uint64_t b) const {
        const std::uint64_t length = given.offsets[a + 1] - given.offsets[a];
        if (given.offsets[b + 1] - given.offsets[b] != length) return false;
        for (std::uint64_t at = 0; at < length; at += sequence::letters_per_word) {
            const std::uint64_t rest = length - at;
            const auto letters =
                static_cast<unsigned>(rest < sequence::letters_per_word ? rest : sequence::letters_per_word);
            for (unsigned plane = 0; plane < given.letters.planes(); ++plane)
                if (((given.letters.target(plane, given.offsets[a] + at) ^
                      given.letters.target(plane, given.offsets[b] + at)) &
                     base::low_bits<std::uint64_t>(letters)) != 0)
                    return false;
        }
        return true;
    }
};

/// Lets the first of each group of equal sequences stand for all.
struct group_equals {
    const std::uint32_t* sequences;
    const std::uint32_t* first;
    const std::uint64_t* firsts_before; ///< by index
    std::uint32_t* group_of;            ///< by sequence
    std::uint32_t* copies_of_group;     ///< zeros before
    std::uint32_t* speaker_of_group;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const auto group = static_cast<std::uint32_t>(firsts_before[index] + first[index] - 1);
        group_of[sequences[index]] = group;
        base::atomic_add(copies_of_group[group], 1);
        if (first[index] != 0) speaker_of_group[group] = sequences[index];
    }
};

/// By sequence: how many it stands for; 0 where another one stands for it.
struct count_copies {
    const std::uint32_t* group_of;
    const std::uint32_t* copies_of_group;
    const std::uint32_t* speaker_of_group;
    std::uint32_t* copies;
    std::uint8_t* speaks;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint32_t group = group_of[index];
        speaks[index] = speaker_of_group[group] == index ? 1 : 0;
        copies[index] = speaks[index] != 0 ? copies_of_group[group] : 0;
    }
};

/// Whether each of these sequences stands for others.
struct count_others {
    const std::uint64_t* sequences;
    const std::uint32_t* copies;
    CONCORD_HD counts operator()(std::uint64_t index) const { return {copies[sequences[index]] > 1 ? 1U : 0U, 0}; }
};

/// By sequence: whether it is of a shard, and speaks.
struct keep_shard {
    const std::uint8_t* speaks; ///< null: all do
    std::uint64_t index;
    std::uint64_t count;
    std::uint8_t* member;

    CONCORD_HD void operator()(std::uint64_t sequence) const {
        const bool does_speak = speaks == nullptr || speaks[sequence] != 0;
        member[sequence] = does_speak && sequence % count == index ? 1 : 0;
    }
};

/// Leaves only those that speak.
struct keep_speakers {
    const std::uint8_t* speaks;
    std::uint8_t* member;
    CONCORD_HD void operator()(std::uint64_t index) const { member[index] &= speaks[index]; }
};

} // namespace concord::substring
