// How often words of one length stand in a text, by hashes, as steps of a device: more than the sequences that hold
// them, for each occurrence counts, but those that repeat at a distance of one to three letters. That is enough for the
// bounds of variants/block_filter.cpp.
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "problems/substring/gpu/anchor_index_steps.hpp"

#include <cstdint>

namespace concord::substring {

struct counted_words {
    static constexpr std::uint64_t base = 0x9E3779B97F4A7C15U; ///< as in variants/word_counts.hpp
    static constexpr std::uint64_t most_distance = 3;

    const std::uint16_t* text;
    std::uint64_t size;
    std::uint32_t letters;
    std::uint16_t barrier;
    std::uint16_t nothing;
    unsigned shift;        ///< of a hash to an entry
    std::uint32_t* counts; ///< by entry

    /// The entry of the word at a place; none where it is not all letters that match something.
    [[nodiscard]] CONCORD_HD bool entry_at(std::uint64_t at, std::uint64_t& entry) const {
        if (at + letters > size) return false;
        std::uint64_t hash = 0;
        for (std::uint32_t index = 0; index < letters; ++index) {
            const std::uint16_t here = text[at + index];
            if (here == barrier || here == nothing) return false;
            hash = hash * base + here + 1;
        }
        entry = (hash ^ hash >> 32U) * base >> shift;
        return true;
    }
    [[nodiscard]] CONCORD_HD std::uint32_t count_at(std::uint64_t at) const {
        std::uint64_t entry = 0;
        return entry_at(at, entry) ? counts[entry] : 0;
    }
    /// Whether the same word stands a few letters before it, close enough for both to be in one piece.
    [[nodiscard]] CONCORD_HD bool is_repeated(std::uint64_t at) const {
        for (std::uint64_t distance = 1; distance <= most_distance && distance <= letters && distance <= at;
             ++distance) {
            std::uint32_t equal = 0;
            while (equal < letters && text[at + equal] == text[at + equal - distance])
                ++equal;
            if (equal == letters) return true;
        }
        return false;
    }
};

/// Step: the word at one place.
struct count_word {
    counted_words words;

    CONCORD_HD void operator()(std::uint64_t at) const {
        std::uint64_t entry = 0;
        if (words.entry_at(at, entry) && !words.is_repeated(at)) base::atomic_add(words.counts[entry], 1U);
    }
};

/// Step: the count of the word at each place.
struct list_counts {
    counted_words words;
    std::uint32_t* by_start;

    CONCORD_HD void operator()(std::uint64_t at) const { by_start[at] = words.count_at(at); }
};

/// Counts in classes, eight of each power of two: 1, 2 ... 8, 9 ... 16, 18 ...
struct count_classes {
    static constexpr std::uint32_t size = 256;

    [[nodiscard]] static CONCORD_HD std::uint32_t of(std::uint32_t count) {
        if (count < 16) return count;
        const unsigned shift = 60 - base::leading_zeros(std::uint64_t{count});
        return 8 * shift + (count >> shift);
    }
    [[nodiscard]] static constexpr std::uint32_t least(std::uint32_t index) {
        return index < 16 ? index : (8 + index % 8) << (index / 8 - 1);
    }
};

/// Step: the class of the count of an entry, where it is more than one.
struct count_class {
    const std::uint32_t* counts; ///< by entry
    std::uint32_t* sizes;        ///< of each class

    CONCORD_HD void operator()(std::uint64_t entry) const {
        if (counts[entry] > 1) base::atomic_count(sizes[count_classes::of(counts[entry])]);
    }
};

/// Places in an order that is as good as random, the same everywhere: a product with an odd number has an inverse.
struct scrambled_place {
    static constexpr std::uint64_t factor = 0x9E3779B97F4A7C15U;

    [[nodiscard]] static CONCORD_HD std::uint64_t of(std::uint64_t place) { return place * factor; }
    [[nodiscard]] static constexpr std::uint64_t place(std::uint64_t scrambled) {
        std::uint64_t inverse = factor; // of the lowest three bits; each step doubles these (Newton)
        for (unsigned bits = 3; bits < 64; bits *= 2)
            inverse *= 2 - factor * inverse;
        return scrambled * inverse;
    }
};

/// Frequent words, in any order.
struct frequent_words_there {
    std::uint32_t* count; ///< of the words
    std::uint32_t* each;  ///< how often each one stands
    std::uint64_t* least; ///< the least of its places, scrambled; so rare words with the same entry seldom have it
};

/// Step: numbers the entries with a count of `least` or more, from 1 on, instead of that; 0 for all others.
struct number_frequent {
    std::uint32_t* counts; ///< by entry
    std::uint32_t least;
    frequent_words_there found;

    CONCORD_HD void operator()(std::uint64_t entry) const {
        const std::uint32_t count = counts[entry];
        if (count < least) {
            counts[entry] = 0;
            return;
        }
        const std::uint32_t number = base::atomic_add(*found.count, 1U);
        found.each[number] = count;
        counts[entry] = number + 1;
    }
};

/// Step: a place of a word that has a number. Of a piece whose windows do not count, `lasts` is where it begins.
struct find_places {
    counted_words words; ///< with numbers instead of counts
    pieces_there pieces;
    frequent_words_there found;

    CONCORD_HD void operator()(std::uint64_t at) const {
        const std::uint32_t number = words.count_at(at);
        if (number == 0 || at + words.letters > pieces.lasts[pieces.at(at)]) return;
        const std::uint64_t scrambled = scrambled_place::of(at);
        volatile const std::uint64_t* const least = found.least + number - 1; // others lower it
        if (scrambled < *least) base::atomic_min(found.least[number - 1], scrambled);
    }
};

/// A place of a frequent word.
struct frequent_place {
    std::uint64_t place;
    std::uint64_t count; ///< 0: no word
};

/// Step: the most frequent word of 64 places, the first of several. Of a piece whose windows do not count, `lasts` is
/// where it begins.
struct most_frequent {
    counted_words words;
    pieces_there pieces;
    frequent_place* found;

    CONCORD_HD void operator()(std::uint64_t chunk) const {
        frequent_place best{0, 0};
        for (std::uint64_t at = 64 * chunk; at < 64 * chunk + 64 && at < words.size; ++at) {
            if (at + words.letters > pieces.lasts[pieces.at(at)]) continue;
            const std::uint32_t count = words.count_at(at);
            if (count > best.count) best = {at, count};
        }
        found[chunk] = best;
    }
};

/// Step: a bit for each of 64 places, where a window of `length` letters may have the support by the counts of its
/// blocks, from its first letter on and from its last.
struct filter_windows {
    const std::uint32_t* by_start;
    pieces_there pieces;
    std::uint64_t size;
    std::uint64_t length;
    std::uint32_t block;
    std::uint32_t blocks;
    std::uint64_t support;
    std::uint64_t* kept;

    CONCORD_HD void operator()(std::uint64_t chunk) const {
        std::uint64_t bits = 0;
        for (std::uint64_t at = 64 * chunk; at < 64 * chunk + 64 && at < size; ++at) {
            if (at + length > pieces.lasts[pieces.at(at)]) continue;
            std::uint64_t from_left = 1;
            std::uint64_t from_right = 1;
            for (std::uint32_t index = 0; index < blocks; ++index) {
                from_left += by_start[at + index * block];
                from_right += by_start[at + length - (index + 1) * block];
            }
            if (from_left >= support && from_right >= support) bits |= std::uint64_t{1} << at % 64;
        }
        kept[chunk] = bits;
    }
};

} // namespace concord::substring
