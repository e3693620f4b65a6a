// The steps that count words and list their places, one for each window of 53 words.
#pragma once

#include "base/atomic.hpp"
#include "problems/adapters/gpu/reads_there.hpp"
#include "problems/adapters/word_counts.hpp"

#include <cstdint>

namespace concord::adapters {

struct count_words_of_window {
    windows_there windows;
    std::uint32_t* counts; ///< by word

    CONCORD_HD void operator()(std::uint64_t index) const {
        const letter_window window = windows[index];
        window.for_each_word(first_ones(windows.reads, window, window.words()),
                             [&](std::uint32_t word, unsigned) { base::atomic_add(counts[word], 1U); });
    }
};

/// wanted_words in the memory of the device.
struct words_there {
    const std::uint64_t* is_listed;
    const std::uint32_t* words;
    const std::uint32_t* greatest_hash;
    std::uint32_t count;

    /// The number of a word that is in the list.
    [[nodiscard]] CONCORD_HD std::uint32_t number_of(std::uint32_t word) const {
        std::uint32_t low = 0;
        std::uint32_t high = count;
        while (high - low > 1) {
            const std::uint32_t middle = (low + high) / 2;
            (words[middle] <= word ? low : high) = middle;
        }
        return low;
    }
};

/// A place of a word of the list.
struct listed_place {
    std::uint32_t number; ///< of the word
    word_place place;
};

struct places_of_window {
    windows_there windows;
    words_there wanted;

    /// The words of a window whose places are wanted.
    [[nodiscard]] CONCORD_HD std::uint64_t in(const letter_window& window) const {
        const std::uint32_t hash = hash_of_read(window.read);
        std::uint64_t chosen = 0;
        window.for_each_word(window.words(), [&](std::uint32_t word, unsigned i) {
            const bool is_listed = (wanted.is_listed[word / 64] >> word % 64 & 1U) != 0;
            if (is_listed && hash <= wanted.greatest_hash[wanted.number_of(word)]) chosen |= std::uint64_t{1} << i;
        });
        return first_ones(windows.reads, window, chosen);
    }
};

struct count_places {
    places_of_window places;

    CONCORD_HD runtime::counts operator()(std::uint64_t index) const {
        return {base::count_ones(places.in(places.windows[index])), 0};
    }
};

struct list_places {
    places_of_window places;
    const std::uint64_t* before; ///< places of the windows before
    listed_place* list;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const letter_window window = places.windows[index];
        listed_place* next = list + before[index];
        window.for_each_word(places.in(window), [&](std::uint32_t word, unsigned i) {
            *next++ = {places.wanted.number_of(word),
                       {static_cast<std::uint32_t>(window.read), static_cast<std::uint32_t>(window.before + i)}};
        });
    }
};

} // namespace concord::adapters
