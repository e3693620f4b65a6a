// Sets of windows of one length: one bit for every letter of the collection, set where a window starts.
//
//   letters  ACGTACG|TTGCATGCA|...      length 5: a window may start at the first three letters of the first sequence
//   bits     1110000 111110000          and at the first five of the second
//
// Each step is what one thread does to one word of 64 bits; threads do not communicate.
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/gpu/device_concept.hpp"
#include "sequence/letters_view.hpp"
#include "sequence/sequence_at.hpp"

#include <cstdint>

namespace concord::substring {

/// The input as the steps of a parallel machine see it: plain pointers, into a GPU's memory or into the host's.
struct collection {
    sequence::letters_view letters;
    const std::uint64_t* offsets; ///< sequences + 1 of them
    std::uint64_t sequences;
    std::uint64_t size;          ///< letters in all
    double sequences_per_letter; ///< for guesses only

    /// The sequence that holds the letter at `position` < size.
    [[nodiscard]] CONCORD_HD std::uint64_t sequence_at(std::uint64_t position) const {
        return sequence::sequence_at(offsets, sequences, sequences_per_letter, position);
    }
};

inline constexpr std::uint64_t windows_per_word = 64;

/// Numbers of one thread in fast memory, beside those of its neighbours.
struct memory_of_thread {
    std::uint32_t* first;
    std::uint32_t stride;

    [[nodiscard]] CONCORD_HD std::uint32_t& operator[](unsigned index) const { return first[index * stride]; }
};

/// Neighbours that are asked together where sequences are asked in parts.
inline constexpr std::uint64_t sequences_of_group = 32;

/// Groups of sequences, each 2^bits behind the one before it.
struct part_of_groups {
    unsigned bits = 0;
    std::uint64_t first = 0; ///< below 2^bits

    [[nodiscard]] CONCORD_HD std::uint64_t groups(std::uint64_t sequences) const {
        const std::uint64_t all = (sequences + sequences_of_group - 1) / sequences_of_group;
        return all > first ? ((all - first - 1) >> bits) + 1 : 0;
    }
    /// Where group number `index` of the part begins.
    [[nodiscard]] CONCORD_HD std::uint64_t sequence(std::uint64_t index) const {
        return ((index << bits) + first) * sequences_of_group;
    }
};

/// Words of a set, with one of padding.
[[nodiscard]] CONCORD_HD inline std::uint64_t words_of_set(std::uint64_t letters) {
    return letters / windows_per_word + 2;
}

using runtime::counts;

/// Windows of a word, and runs of neighbours: one that crosses words counts in each.
[[nodiscard]] CONCORD_HD inline counts counts_of(std::uint64_t word) {
    return {base::count_ones(word), base::count_ones(word & ~(word << 1U))};
}

/// A set and the number of windows before each of its words, so that each window has a number.
struct window_set_view {
    const std::uint64_t* bits;
    const std::uint64_t* before;

    [[nodiscard]] CONCORD_HD std::uint64_t rank(std::uint64_t position) const {
        const auto bit = static_cast<unsigned>(position % windows_per_word);
        return before[position / windows_per_word] +
               base::count_ones(bits[position / windows_per_word] & base::low_bits<std::uint64_t>(bit));
    }
    /// One bit for each of the 64 positions from `position` on.
    [[nodiscard]] CONCORD_HD std::uint64_t from(std::uint64_t position) const {
        return sequence::bits_from(bits, position);
    }
};

/// Whether a sequence has a window in a set.
[[nodiscard]] CONCORD_HD inline bool has_window(const window_set_view& set, std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t at = first; at < last; at += windows_per_word) {
        const std::uint64_t rest = last - at < windows_per_word ? last - at : windows_per_word;
        if ((set.from(at) & base::low_bits<std::uint64_t>(static_cast<unsigned>(rest))) != 0) return true;
    }
    return false;
}

/// Whether a group of sequences has a window in a set.
struct count_groups {
    collection given;
    window_set_view set;

    CONCORD_HD counts operator()(std::uint64_t group) const {
        const std::uint64_t first = group * sequences_of_group;
        const std::uint64_t end = first + sequences_of_group;
        return {has_window(set, given.offsets[first], given.offsets[end < given.sequences ? end : given.sequences]), 0};
    }
};

/// The positions [first, last) of a word that begins with `base`, as bits.
[[nodiscard]] CONCORD_HD inline std::uint64_t bits_within(std::uint64_t base, std::uint64_t first, std::uint64_t last) {
    if (last <= base || first >= base + windows_per_word || first >= last) return 0;
    const std::uint64_t begin = first > base ? first - base : 0;
    const std::uint64_t end = last - base < windows_per_word ? last - base : windows_per_word;
    return base::low_bits<std::uint64_t>(static_cast<unsigned>(end)) &
           ~base::low_bits<std::uint64_t>(static_cast<unsigned>(begin));
}

/// All windows of `length` letters of the sequences whose `member` is not 0 (null: of all).
struct mark_windows {
    collection given;
    std::uint64_t length;
    const std::uint8_t* member;
    std::uint64_t* bits;

    [[nodiscard]] CONCORD_HD std::uint64_t word(std::uint64_t index) const {
        const std::uint64_t base = index * windows_per_word;
        std::uint64_t marked = 0;
        if (base >= given.size) return marked;
        for (std::uint64_t sequence = given.sequence_at(base);
             sequence < given.sequences && given.offsets[sequence] < base + windows_per_word; ++sequence) {
            const std::uint64_t end = given.offsets[sequence + 1];
            if (end - given.offsets[sequence] < length) continue;
            if (member != nullptr && member[sequence] == 0) continue;
            marked |= bits_within(base, given.offsets[sequence], end - length + 1);
        }
        return marked;
    }
    CONCORD_HD counts operator()(std::uint64_t index) const { return counts_of(bits[index] = word(index)); }
};

/// Windows of `all.length` letters each of whose `by` + 1 windows of all.length - `by` letters is in the set `shorter`.
struct lengthen_windows {
    mark_windows all;
    std::uint64_t by;
    const std::uint64_t* shorter;

    CONCORD_HD counts operator()(std::uint64_t index) const {
        std::uint64_t live = all.word(index);
        for (std::uint64_t shift = 0; shift <= by && live != 0; ++shift)
            live &= sequence::bits_from(shorter, index * windows_per_word + shift);
        return counts_of(all.bits[index] = live);
    }
};

/// Windows of `all.length` letters that lie in one of the set `longer`, whose windows have `by` letters more.
struct shorten_windows {
    mark_windows all;
    std::uint64_t by;
    const std::uint64_t* longer;

    CONCORD_HD counts operator()(std::uint64_t index) const {
        const std::uint64_t base = index * windows_per_word;
        const std::uint64_t live = all.word(index); // 0 behind the last letter, where there is nothing to be read
        std::uint64_t near = 0;
        for (std::uint64_t shift = 0; live != 0 && shift <= by && shift < base + windows_per_word; ++shift)
            near |= shift <= base ? sequence::bits_from(longer, base - shift) : longer[0] << (shift - base);
        return counts_of(all.bits[index] = live & near);
    }
};

/// Keeps the windows that are in the other set as well.
struct intersect_windows {
    std::uint64_t* bits;
    const std::uint64_t* other;
    CONCORD_HD counts operator()(std::uint64_t index) const { return counts_of(bits[index] &= other[index]); }
};

/// Those of either set.
struct unite_windows {
    const std::uint64_t* one;
    const std::uint64_t* other;
    std::uint64_t* kept;
    CONCORD_HD counts operator()(std::uint64_t index) const {
        return counts_of(kept[index] = one[index] | other[index]);
    }
};

struct fill_value {
    std::uint32_t* values;
    std::uint32_t value;
    CONCORD_HD void operator()(std::uint64_t index) const { values[index] = value; }
};

/// Puts the windows at these positions into a set.
struct set_windows {
    const std::uint64_t* positions;
    std::uint64_t* bits;
    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t position = positions[index];
        base::atomic_or(bits[position / windows_per_word], std::uint64_t{1} << (position % windows_per_word));
    }
};

/// Only counts.
struct count_kept_windows {
    const std::uint64_t* bits;
    CONCORD_HD counts operator()(std::uint64_t index) const { return counts_of(bits[index]); }
};

/// The positions of all windows in the words from `first_word` on, in order: a step has a few of a word's, so that
/// neighbours write next to each other.
struct list_windows {
    static constexpr unsigned positions_per_step = 8;

    window_set_view set;
    std::uint64_t first_word;
    std::uint64_t* positions;

    /// Steps of so many words.
    [[nodiscard]] static CONCORD_HD std::uint64_t steps(std::uint64_t words) {
        return words * (windows_per_word / positions_per_step);
    }

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t word = first_word + index / (windows_per_word / positions_per_step);
        const auto first = static_cast<unsigned>(index * positions_per_step % windows_per_word);
        const std::uint64_t all = set.bits[word];
        std::uint64_t at =
            set.before[word] - set.before[first_word] + base::count_ones(all & base::low_bits<std::uint64_t>(first));
        for (std::uint64_t rest = all >> first & base::low_bits<std::uint64_t>(positions_per_step); rest != 0;
             rest &= rest - 1)
            positions[at++] = word * windows_per_word + first + base::lowest_one(rest);
    }
};

/// Keeps the windows whose number in `values` is at least `least`.
struct keep_at_least {
    window_set_view set;
    const std::uint32_t* values; ///< by rank
    std::uint32_t least;
    std::uint64_t* kept; ///< may be the set's own bits

    CONCORD_HD counts operator()(std::uint64_t index) const {
        std::uint64_t stay = 0;
        std::uint64_t rank = set.before[index];
        for (std::uint64_t rest = set.bits[index]; rest != 0; rest &= rest - 1)
            if (values[rank++] >= least) stay |= rest & (~rest + 1);
        return counts_of(kept[index] = stay);
    }
};

/// Windows of `kept` by their ranks there, from `first` on, `room` of them at most; `kept` is a part of the set that
/// the supports belong to.
struct list_supported {
    collection given;
    window_set_view set;
    const std::uint32_t* supports;
    window_set_view kept;
    std::uint64_t first;
    std::uint64_t room;
    window* listed;

    CONCORD_HD void operator()(std::uint64_t index) const {
        std::uint64_t at = kept.before[index];
        std::uint64_t sequence = 0;
        std::uint64_t end = 0; // of the sequence
        for (std::uint64_t rest = kept.bits[index]; rest != 0; rest &= rest - 1, ++at) {
            if (at < first || at - first >= room) continue;
            const std::uint64_t position = index * windows_per_word + base::lowest_one(rest);
            if (position >= end) {
                sequence = given.sequence_at(position);
                end = given.offsets[sequence + 1];
            }
            listed[at - first] = {sequence, position - given.offsets[sequence], supports[set.rank(position)]};
        }
    }
};

/// Keeps every `step`-th window.
struct keep_every {
    window_set_view set;
    std::uint64_t step;
    std::uint64_t* kept;

    CONCORD_HD counts operator()(std::uint64_t index) const {
        std::uint64_t stay = 0;
        std::uint64_t rank = set.before[index];
        for (std::uint64_t rest = set.bits[index]; rest != 0; rest &= rest - 1)
            if (rank++ % step == 0) stay |= rest & (~rest + 1);
        return counts_of(kept[index] = stay);
    }
};

} // namespace concord::substring
