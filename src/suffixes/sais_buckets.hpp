// What the walks of induced sorting (sais.hpp) have in common: the text, its buckets, and what they prefetch.
#pragma once

#include "runtime/machine.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace concord::suffixes {

/// Whether walks over a text of so many letters prefetch: in the cache that takes longer than it saves.
[[nodiscard]] inline bool is_worth_prefetching(std::uint64_t letters) {
    return static_cast<double>(letters) > tuning::letters_of_level_2 * static_cast<double>(runtime::caches().level_2);
}

template <class Index, class Letter>
struct induced_buckets {
    induced_buckets(const Letter* text_read, Index letters_of_text, std::uint64_t letters_below, Index* order)
        : text(text_read), size(letters_of_text), letters(letters_below), sorted(order), begins(letters + 1),
          lms_begins(letters + 1), lml_counts(letters + 1) {}

    static constexpr Index ahead = 32;                                   ///< entries between a prefetch and its use
    static constexpr Index mark = std::numeric_limits<Index>::min();     ///< of an entry
    static constexpr Index position = std::numeric_limits<Index>::max(); ///< its other bits
    static constexpr bool many_letters = sizeof(Letter) >= 4;            ///< more than the cache has buckets for

    /// What an entry some steps ahead will need, and, where it may not be in the cache, the bucket of a nearer one.
    /// `Prefetches`: whether the text is worth it.
    template <bool Prefetches, class Bucket>
    void prefetch(const Bucket* of_letters, Index far, Index near) const {
        if constexpr (!Prefetches) return;
        __builtin_prefetch(text + far - 1);
        if constexpr (many_letters) // a place may hold anything before a suffix goes there
            __builtin_prefetch(of_letters + text[std::min(near, size) - 1], 1);
    }

    /// The place that a stream reaches some entries later. There are more streams than the hardware follows, and a
    /// store that misses the cache holds up those behind it.
    template <bool Prefetches, bool Right, class Value>
    static void prefetch_place(const Value* to) {
        if constexpr (!Prefetches) return;
        __builtin_prefetch(Right ? to + tuning::entries_to_write : to - tuning::entries_to_write, 1);
    }

    const Letter* text;
    Index size;
    std::uint64_t letters;
    Index* sorted;
    std::vector<Index> begins;     ///< of buckets in `sorted`, that of sentinels left out
    std::vector<Index> lms_begins; ///< of the LMS suffixes of each letter in their list
    std::vector<Index> lml_counts;
};

} // namespace concord::suffixes
