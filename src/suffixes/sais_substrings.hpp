// Sorts LMS substrings by induction (sais.hpp). Classes are numbers that grow along a walk, equal for suffixes that
// begin with the same LMS substring as far as it has been seen; an entry has a mark if it is of another class than the
// one that the walk put into the same stream before it. Each letter has two streams: of suffixes from which the walk
// goes on, and of those at which it ends, which the other walk, or the list of names, begins with:
//
//   bucket   |  L ──▶      LML ──▶ |   then   |        ◀── S |  LML  |     and the list  |   ◀── LMS |
#pragma once

#include "suffixes/sais_blocks.hpp"
#include "suffixes/sais_buckets.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

namespace concord::suffixes {

template <class Index, class Letter, bool Prefetches>
class substring_walks {
  public:
    /// `list` holds the LMS suffixes by their first letters, those of equal ones in any order.
    substring_walks(const induced_buckets<Index, Letter>& buckets, Index* list, const block_sizes& sizes)
        : in_(buckets), list_(list), streams_(buckets.letters), blocks_(sizes, 2 * buckets.letters) {}

    /// The list then holds the LMS suffixes by their LMS substrings, with marks; instead of sentinels anything.
    void sort(const std::function<void()>& check) {
        Index* const sorted = in_.sorted;
        for (std::uint64_t letter = 1; letter < in_.letters; ++letter)
            streams_[letter] = {
                {{sorted + in_.begins[letter], 0}, {sorted + in_.begins[letter + 1] - in_.lml_counts[letter], 0}}};
        walk_right();
        check();
        streams_[0] = {{{sorted + in_.size, 0}, {list_ + in_.lms_begins[1], 0}}}; // sentinels; not read
        for (std::uint64_t letter = 1; letter < in_.letters; ++letter)
            streams_[letter] = {{{sorted + in_.begins[letter + 1] - in_.lml_counts[letter], 0},
                                 {list_ + in_.lms_begins[letter + 1], 0}}};
        walk_left();
    }

  private:
    using buckets = induced_buckets<Index, Letter>;
    using Class = std::make_unsigned_t<Index>;
    struct stream {
        Index* to;  ///< where the next suffix goes
        Class last; ///< the class of the one before it
    };
    using two_streams = std::array<stream, 2>; ///< of suffixes from which the walk goes on, and of others
    static constexpr Index ahead = buckets::ahead;
    static constexpr Index position = buckets::position;

    template <bool Right>
    static void put_before(const Letter* text, two_streams* streams, Index suffix, Class of) {
        const Letter letter = text[suffix - 1];
        const Letter before = text[suffix - 2];
        stream& to = streams[letter][(Right ? before < letter : before > letter) ? 1 : 0];
        const Index entry = (suffix - 1) | (to.last == of ? Index{0} : buckets::mark);
        to.last = of;
        buckets::template prefetch_place<Prefetches, Right>(to.to);
        if constexpr (Right)
            *to.to++ = entry;
        else
            *--to.to = entry;
    }

    /// When the walk counts the mark of an entry, which is that of a new class: before the entry is put, or behind it.
    enum class counted : std::uint8_t { before, behind };

    void walk_right() {
        const Letter* const text = in_.text;
        two_streams* const streams = streams_.data();
        const Index* const end = in_.sorted + in_.size;
        Class of = 0;
        for (std::uint64_t letter = 0; letter < in_.letters; ++letter) {
            for (const Index* at = in_.sorted + in_.begins[letter]; letter > 0 && at != streams[letter][0].to;) {
                const Index* const stop = next_block<true, counted::before>(at, streams[letter][0].to, of);
                for (; at != streams[letter][0].to && at != stop; ++at) {
                    in_.template prefetch<Prefetches>(streams, at[std::min<std::ptrdiff_t>(ahead, end - at)] & position,
                                                      at[std::min<std::ptrdiff_t>(ahead / 2, end - at)] & position);
                    const Index entry = *at;
                    of += entry < 0 ? 1U : 0U;
                    put_before<true>(text, streams, entry & position, of);
                }
            }
            ++of;
            const Index* const last = list_ + in_.lms_begins[letter + 1];
            for (const Index* at = list_ + in_.lms_begins[letter]; at != last;) {
                const Index* const stop = letter == 0 ? nullptr : next_block<true, counted::before>(at, last, of);
                for (; at != last && at != stop; ++at) {
                    in_.template prefetch<Prefetches>(streams, at[ahead], at[ahead / 2]);
                    put_before<true>(text, streams, *at, of);
                    if (letter == 0) ++of; // sentinels are distinct
                }
            }
        }
    }

    void walk_left() {
        const Letter* const text = in_.text;
        two_streams* const streams = streams_.data();
        const Index* const sorted = in_.sorted;
        const auto visit = [&](const Index* at) {
            in_.template prefetch<Prefetches>(streams, *(at - std::min<std::ptrdiff_t>(ahead, at - sorted)) & position,
                                              *(at - std::min<std::ptrdiff_t>(ahead / 2, at - sorted)) & position);
            return *at;
        };
        Class of = 0;
        for (std::uint64_t letter = in_.letters - 1; letter > 0; --letter) {
            ++of;
            const Index* const lml_end = sorted + in_.begins[letter + 1];
            const Index* const lml_begin = lml_end - in_.lml_counts[letter];
            for (const Index* at = lml_begin; at != streams[letter][0].to;) {
                const Index* const stop = next_block<false, counted::before>(at, streams[letter][0].to, of);
                while (at != streams[letter][0].to && at != stop) {
                    const Index entry = visit(--at);
                    of += entry < 0 ? 1U : 0U;
                    put_before<false>(text, streams, entry & position, of);
                }
            }
            ++of;
            for (const Index* at = lml_end; at != lml_begin;) {
                const Index* const stop = next_block<false, counted::behind>(at, lml_begin, of);
                while (at != lml_begin && at != stop) {
                    const Index entry = visit(--at);
                    put_before<false>(text, streams, entry & position, of);
                    of += entry < 0 ? 1U : 0U;
                }
            }
        }
    }

    /// Moves `at` over blocks as long as there are enough suffixes up to the current `end`; returns where there may be
    /// enough again: null if threads do not share the walk.
    template <bool Right, counted When, class Pointer>
    const Index* next_block(const Index*& at, Pointer const& end, Class& of) {
        if (!blocks_.are_shared()) return nullptr;
        for (;;) {
            const auto count = static_cast<std::uint64_t>(Right ? end - at : at - end);
            const std::uint64_t block = blocks_.block_of(count);
            if (block == 0) return end;
            move_block<Right, When>(at, block, of);
            at += Right ? static_cast<std::ptrdiff_t>(block) : -static_cast<std::ptrdiff_t>(block);
        }
    }

    template <bool Right, counted When>
    void move_block(const Index* first, std::uint64_t count, Class& of) {
        using blocks = walk_blocks<Index>;
        const Letter* const text = in_.text;
        const auto visited = [first](std::uint64_t nth) { return Right ? first + nth : first - nth - 1; };
        const auto look = [&](typename blocks::share& share, typename blocks::moved* moved) {
            for (std::uint64_t nth = share.first; nth < share.last; ++nth) {
                __builtin_prefetch(text + (*visited(std::min(nth + ahead, share.last - 1)) & position) - 1);
                const Index entry = *visited(nth);
                const Index suffix = entry & position;
                const Index mark = entry < 0 ? 1 : 0;
                if (When == counted::before) share.marks += mark;
                const Letter letter = text[suffix - 1];
                const Letter before = text[suffix - 2];
                const bool ends = Right ? before < letter : before > letter;
                const auto stream = static_cast<typename blocks::stream_number>(2 * letter + (ends ? 1 : 0));
                moved[nth] = {suffix - 1, stream, static_cast<std::uint8_t>(mark)};
                ++share.streams[stream];
                share.last_of[stream] = share.marks; // the class, as far as this share knows it
                if (When == counted::behind) share.marks += mark;
            }
        };
        std::vector<Index*> begins(blocks_.streams());
        const auto between = [&](std::vector<typename blocks::share>& shares) {
            for (std::uint64_t nth = 0; nth < blocks_.streams(); ++nth) {
                stream& to = streams_[nth / 2][nth % 2];
                Class of_share = of;
                for (typename blocks::share& share : shares) { // from here on that of the suffix in front of the share
                    const Class before = to.last;
                    if (share.streams[nth] > 0) to.last = of_share + static_cast<Class>(share.last_of[nth]);
                    share.last_of[nth] = static_cast<Index>(before);
                    of_share += static_cast<Class>(share.marks);
                }
                const Index sum = blocks::sum_before(shares, nth);
                begins[nth] = to.to;
                to.to += Right ? sum : -sum;
            }
            for (typename blocks::share& share : shares) { // from here on the class of its first suffix
                const auto marks = static_cast<Class>(share.marks);
                share.marks = static_cast<Index>(of);
                of += marks;
            }
        };
        const auto put = [&](typename blocks::share& share, const typename blocks::moved* moved) {
            auto of_this = static_cast<Class>(share.marks);
            for (std::uint64_t nth = share.first; nth < share.last; ++nth) {
                const auto& [value, stream, mark] = moved[nth];
                if (When == counted::before) of_this += mark;
                const Index place = share.streams[stream]++;
                Index* const to = Right ? begins[stream] + place : begins[stream] - place - 1;
                *to = value | (static_cast<Class>(share.last_of[stream]) == of_this ? Index{0} : buckets::mark);
                share.last_of[stream] = static_cast<Index>(of_this);
                buckets::template prefetch_place<Prefetches, Right>(to);
                if (When == counted::behind) of_this += mark;
            }
        };
        blocks_.move(count, look, between, put);
    }

    const buckets& in_;
    Index* list_;
    std::vector<two_streams> streams_;
    walk_blocks<Index> blocks_;
};

} // namespace concord::suffixes
