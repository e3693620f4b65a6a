// Sorts LMS substrings by induction (sais.hpp). Classes are numbers that grow along a walk, equal for suffixes that
// begin with the same LMS substring as far as it has been seen; an entry has a mark if it is of another class than the
// one that the walk put into the same stream before it. Each letter has two streams: of suffixes from which the walk
// goes on, and of those at which it ends, which the other walk, or the list of names, begins with:
//
//   bucket   |  L ──▶      LML ──▶ |   then   |        ◀── S |  LML  |     and the list  |   ◀── LMS |
#pragma once

#include "suffixes/sais_buckets.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

namespace concord::suffixes {

template <class Index, class Letter>
class substring_walks {
  public:
    /// `list` holds the LMS suffixes by their first letters, those of equal ones in any order.
    substring_walks(const induced_buckets<Index, Letter>& buckets, Index* list)
        : in_(buckets), list_(list), streams_(buckets.letters) {}

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
        buckets::template prefetch_place<Right>(to.to);
        if constexpr (Right)
            *to.to++ = entry;
        else
            *--to.to = entry;
    }

    void walk_right() {
        const Letter* const text = in_.text;
        two_streams* const streams = streams_.data();
        const Index* const end = in_.sorted + in_.size;
        Class of = 0;
        for (std::uint64_t letter = 0; letter < in_.letters; ++letter) {
            for (const Index* at = in_.sorted + in_.begins[letter]; letter > 0 && at != streams[letter][0].to; ++at) {
                in_.prefetch(streams, at[std::min<std::ptrdiff_t>(ahead, end - at)] & position,
                             at[std::min<std::ptrdiff_t>(ahead / 2, end - at)] & position);
                const Index entry = *at;
                of += entry < 0 ? 1U : 0U;
                put_before<true>(text, streams, entry & position, of);
            }
            ++of;
            const Index* const last = list_ + in_.lms_begins[letter + 1];
            for (const Index* at = list_ + in_.lms_begins[letter]; at != last; ++at) {
                in_.prefetch(streams, at[ahead], at[ahead / 2]);
                put_before<true>(text, streams, *at, of);
                if (letter == 0) ++of; // sentinels are distinct
            }
        }
    }

    void walk_left() {
        const Letter* const text = in_.text;
        two_streams* const streams = streams_.data();
        const Index* const sorted = in_.sorted;
        const auto visit = [&](const Index* at) {
            in_.prefetch(streams, *(at - std::min<std::ptrdiff_t>(ahead, at - sorted)) & position,
                         *(at - std::min<std::ptrdiff_t>(ahead / 2, at - sorted)) & position);
            return *at;
        };
        Class of = 0;
        for (std::uint64_t letter = in_.letters - 1; letter > 0; --letter) {
            ++of;
            const Index* const lml_end = sorted + in_.begins[letter + 1];
            const Index* const lml_begin = lml_end - in_.lml_counts[letter];
            for (const Index* at = lml_begin; at != streams[letter][0].to;) {
                const Index entry = visit(--at);
                of += entry < 0 ? 1U : 0U;
                put_before<false>(text, streams, entry & position, of);
            }
            ++of;
            for (const Index* at = lml_end; at != lml_begin;) {
                const Index entry = visit(--at);
                put_before<false>(text, streams, entry & position, of);
                of += entry < 0 ? 1U : 0U;
            }
        }
    }

    const buckets& in_;
    Index* list_;
    std::vector<two_streams> streams_;
};

} // namespace concord::suffixes
