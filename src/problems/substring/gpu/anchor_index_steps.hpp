// The index of words for windows of nucleotides with edits (variants/anchor_index.hpp), as steps of a device: the text
// in planes of bits, and where words of q letters stand.
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "problems/substring/gpu/anchor_screen.hpp"
#include "problems/substring/variants/reach_kernels.hpp"
#include "runtime/gpu/device_concept.hpp"
#include "sequence/packed_sequences.hpp"

#include <cstdint>

namespace concord::substring {

/// 64 letters: a bit of each in one plane, and a bit in the other, next to each other in memory.
struct alignas(16) letters_of_planes {
    std::uint64_t low;
    std::uint64_t high;
};

/// The text in planes of bits, a letter at its place + margin_of_planes.
struct planes_there {
    const letters_of_planes* both;
    const std::uint64_t* none; ///< letters that match nothing, and barriers

    /// The letters that differ of 64 at two places.
    [[nodiscard]] CONCORD_HD std::uint64_t differences(std::uint64_t a, std::uint64_t b) const {
        const letters_of_planes of_a = from(a);
        const letters_of_planes of_b = from(b);
        return (of_a.low ^ of_b.low) | (of_a.high ^ of_b.high) | sequence::bits_from(none, a) |
               sequence::bits_from(none, b);
    }
    /// 32 letters: low bits below high bits.
    [[nodiscard]] CONCORD_HD std::uint64_t letters(std::uint64_t at) const {
        const letters_of_planes here = both[at / 64];
        const unsigned shift = at % 64;
        std::uint64_t low = here.low >> shift;
        std::uint64_t high = here.high >> shift;
        if (shift > 32) {
            const letters_of_planes next = both[at / 64 + 1];
            low |= next.low << (64 - shift);
            high |= next.high << (64 - shift);
        }
        return (low & 0xFFFFFFFFU) | high << 32U;
    }

    /// 64 letters.
    [[nodiscard]] CONCORD_HD letters_of_planes from(std::uint64_t at) const {
        const letters_of_planes here = both[at / 64];
        const unsigned shift = at % 64;
        if (shift == 0) return here;
        const letters_of_planes next = both[at / 64 + 1];
        return {here.low >> shift | next.low << (64 - shift), here.high >> shift | next.high << (64 - shift)};
    }
};

/// Step: 64 letters of all planes.
struct make_planes {
    const std::uint16_t* text;
    std::uint64_t size;
    letters_of_planes* both;
    std::uint64_t* none;

    CONCORD_HD void operator()(std::uint64_t word) const {
        letters_of_planes made{0, 0};
        std::uint64_t of_none = 0;
        for (unsigned bit = 0; bit < 64; ++bit) {
            const std::uint64_t at = 64 * word + bit;
            const bool is_there = at >= margin_of_planes && at - margin_of_planes < size;
            const std::uint64_t here = is_there ? text[at - margin_of_planes] : 4;
            if (here >= 4)
                of_none |= std::uint64_t{1} << bit;
            else {
                made.low |= (here & 1U) << bit;
                made.high |= (here >> 1U) << bit;
            }
        }
        both[word] = made;
        none[word] = of_none;
    }
};

/// Where words of q letters stand, in any order.
struct index_there {
    std::uint32_t letters;
    const std::uint64_t* first; ///< of each word in places
    std::uint32_t* next;        ///< of each word: places that have been written; all of them at last
    std::uint32_t* places;
    letters_of_side* before; ///< the letters beside each of the places: they are read in a row, not from all over the
    letters_of_side* behind; ///< text; null where there is no memory for them

    /// The word at a place of the text; none where some of its letters match nothing.
    [[nodiscard]] CONCORD_HD bool word_at(const planes_there& planes, std::uint64_t at, std::uint64_t& word) const {
        const std::uint64_t from = at + margin_of_planes;
        const auto mask = base::low_bits<std::uint64_t>(letters);
        const std::uint64_t some = planes.letters(from);
        word = (some & mask) | (some >> 32U & mask) << letters;
        return (sequence::bits_from(planes.none, from) & mask) == 0;
    }
    /// The letters beside the word at a place.
    [[nodiscard]] CONCORD_HD letters_of_side before_word(const planes_there& planes, std::uint64_t at) const {
        return letters_of_side::before(planes.letters(at + margin_of_planes - 32));
    }
    [[nodiscard]] CONCORD_HD letters_of_side behind_word(const planes_there& planes, std::uint64_t at) const {
        return letters_of_side::behind(planes.letters(at + letters + margin_of_planes));
    }
    [[nodiscard]] CONCORD_HD std::uint32_t count_at(const planes_there& planes, std::uint64_t at) const {
        std::uint64_t word = 0;
        return word_at(planes, at, word) ? next[word] : 0;
    }
};

/// Steps that make an index: how many places each word has, the same as counts, and the places.
struct count_indexed {
    planes_there planes;
    index_there index;

    CONCORD_HD void operator()(std::uint64_t at) const {
        std::uint64_t word = 0;
        if (index.word_at(planes, at, word)) base::atomic_add(index.next[word], 1U);
    }
};
struct counts_of_index {
    const std::uint32_t* counts;

    CONCORD_HD runtime::counts operator()(std::uint64_t word) const { return {counts[word], 0}; }
};
struct list_indexed {
    planes_there planes;
    index_there index;

    CONCORD_HD void operator()(std::uint64_t at) const {
        std::uint64_t word = 0;
        if (!index.word_at(planes, at, word)) return;
        const std::uint64_t entry = index.first[word] + base::atomic_add(index.next[word], 1U);
        index.places[entry] = static_cast<std::uint32_t>(at);
        if (index.before == nullptr) return;
        index.before[entry] = index.before_word(planes, at);
        index.behind[entry] = index.behind_word(planes, at);
    }
};

/// Pieces of the text, in its order.
struct pieces_there {
    const std::uint64_t* firsts;
    const std::uint64_t* lasts;
    const std::uint32_t* sequences;
    const std::uint32_t* of_word; ///< the last one that begins before, of every 64th letter
    std::uint64_t count;

    [[nodiscard]] CONCORD_HD std::uint32_t at(std::uint64_t place) const {
        std::uint32_t index = of_word[place / 64];
        while (index + 1 < count && firsts[index + 1] <= place)
            ++index;
        return index;
    }
};

} // namespace concord::substring
