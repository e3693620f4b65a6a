// Sorts all suffixes by induction, from the sorted LMS suffixes (sais.hpp). An entry has a mark if the walk does not go
// on from it, as it is LML or LMS. The text is repetitive, so marks come in runs, and a branch on them is nearly always
// predicted. Each LMS suffix leads to one LML suffix, and the list is never written before it is read: one list holds
// the LMS suffixes and then the LML suffixes.
#pragma once

#include "suffixes/sais_blocks.hpp"
#include "suffixes/sais_buckets.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace concord::suffixes {

template <class Index, class Letter, bool Prefetches>
class suffix_walks {
  public:
    /// `list` holds the sorted LMS suffixes; it is overwritten. `preceding` is that of induction::sort.
    suffix_walks(const induced_buckets<Index, Letter>& buckets, Index* list, std::uint8_t* preceding,
                 const block_sizes& sizes)
        : in_(buckets), list_(list), preceding_(preceding), to_(buckets.letters), lml_ends_(buckets.letters),
          blocks_(sizes, buckets.letters + 1) {}

    void sort(const std::function<void()>& check) {
        if constexpr (sizeof(Letter) == 1) {
            if (preceding_ != nullptr) return sort_as<true>(check);
        }
        sort_as<false>(check);
    }

  private:
    using buckets = induced_buckets<Index, Letter>;
    static constexpr Index ahead = buckets::ahead;
    static constexpr Index position = buckets::position;

    template <bool Preceding>
    void sort_as(const std::function<void()>& check) {
        for (std::uint64_t letter = 1; letter < in_.letters; ++letter)
            to_[letter] = in_.sorted + in_.begins[letter];
        walk_right<Preceding>();
        check();
        to_[0] = in_.sorted + in_.size; // sentinels, behind the other suffixes; not read
        for (std::uint64_t letter = 1; letter < in_.letters; ++letter)
            to_[letter] = in_.sorted + in_.begins[letter + 1];
        walk_left<Preceding>();
    }

    /// As locals of the walks: the compiler cannot know that letters are not stored into members.
    struct memory {
        const Letter* text;
        Index** streams;
        std::uint8_t* preceding;
        Index* sorted;
    };
    [[nodiscard]] memory used() { return {in_.text, to_.data(), preceding_, in_.sorted}; }

    template <bool Right, bool Preceding>
    static void put_before(const memory& of, Index suffix) {
        const Letter letter = of.text[suffix - 1];
        const Letter before = of.text[suffix - 2];
        const bool ends = Right ? before < letter : before > letter;
        Index* const to = Right ? of.streams[letter]++ : --of.streams[letter];
        *to = (suffix - 1) | (ends ? buckets::mark : Index{0});
        buckets::template prefetch_place<Prefetches, Right>(to);
        if constexpr (Preceding) {
            std::uint8_t* const preceding = of.preceding + (to - of.sorted);
            *preceding = static_cast<std::uint8_t>(before);
            buckets::template prefetch_place<Prefetches, Right>(preceding);
        }
    }
    /// What to prefetch for an entry: nothing where it has a mark.
    static Index unmarked(Index entry) { return entry & ~(entry >> std::numeric_limits<Index>::digits); }

    template <bool Preceding>
    void walk_right() {
        const memory of = used();
        const Index* const end = of.sorted + in_.size;
        Index* list = list_;
        for (std::uint64_t letter = 0; letter < in_.letters; ++letter) {
            for (Index* at = of.sorted + in_.begins[letter]; letter > 0 && at != of.streams[letter];) {
                const Index* const stop = next_block<true, Preceding>(of, at, of.streams[letter], list);
                for (; at != of.streams[letter] && at != stop; ++at) {
                    in_.template prefetch<Prefetches>(of.streams,
                                                      unmarked(at[std::min<std::ptrdiff_t>(ahead, end - at)]),
                                                      unmarked(at[std::min<std::ptrdiff_t>(ahead / 2, end - at)]));
                    const Index entry = *at;
                    if (entry < 0) {
                        *at = entry & position;
                        *list++ = entry & position;
                    } else {
                        put_before<true, Preceding>(of, entry);
                    }
                }
            }
            lml_ends_[letter] = list - list_;
            Index* const last = list_ + in_.lms_begins[letter + 1];
            for (Index* at = list_ + in_.lms_begins[letter]; at != last;) {
                const Index* const stop = next_block<true, Preceding>(of, at, last, list);
                for (; at != last && at != stop; ++at) {
                    in_.template prefetch<Prefetches>(of.streams, at[ahead], at[ahead / 2]);
                    put_before<true, Preceding>(of, *at);
                }
            }
        }
    }

    template <bool Preceding>
    void walk_left() {
        const memory of = used();
        Index* none = nullptr;
        for (std::uint64_t letter = in_.letters - 1; letter > 0; --letter) {
            for (Index* at = of.sorted + in_.begins[letter + 1]; at != of.streams[letter];) {
                const Index* const stop = next_block<false, Preceding>(of, at, of.streams[letter], none);
                while (at != of.streams[letter] && at != stop) {
                    --at;
                    in_.template prefetch<Prefetches>(
                        of.streams, unmarked(*(at - std::min<std::ptrdiff_t>(ahead, at - of.sorted))),
                        unmarked(*(at - std::min<std::ptrdiff_t>(ahead / 2, at - of.sorted))));
                    const Index entry = *at;
                    if (entry < 0)
                        *at = entry & position;
                    else
                        put_before<false, Preceding>(of, entry);
                }
            }
            Index* const last = list_ + lml_ends_[letter - 1];
            for (Index* at = list_ + lml_ends_[letter]; at != last;) {
                const Index* const stop = next_block<false, Preceding>(of, at, last, none);
                while (at != last && at != stop) {
                    --at;
                    in_.template prefetch<Prefetches>(of.streams, *(at - std::min<std::ptrdiff_t>(ahead, at - list_)),
                                                      *(at - std::min<std::ptrdiff_t>(ahead / 2, at - list_)));
                    put_before<false, Preceding>(of, *at);
                }
            }
        }
    }

    /// Moves `at` over blocks as long as there are enough suffixes up to the current `end`; returns where there may be
    /// enough again: null if threads do not share the walk.
    template <bool Right, bool Preceding>
    const Index* next_block(const memory& of, Index*& at, Index* const& end, Index*& list) {
        if (!blocks_.are_shared()) return nullptr;
        for (;;) {
            const std::uint64_t count = static_cast<std::uint64_t>(Right ? end - at : at - end);
            const std::uint64_t block = blocks_.block_of(count);
            if (block == 0) return end;
            move_block<Right, Preceding>(of, at, block, list);
            at += Right ? static_cast<std::ptrdiff_t>(block) : -static_cast<std::ptrdiff_t>(block);
        }
    }

    template <bool Right, bool Preceding>
    void move_block(const memory& of, Index* first, std::uint64_t count, Index*& list) {
        using blocks = walk_blocks<Index>;
        const auto visited = [first](std::uint64_t nth) { return Right ? first + nth : first - nth - 1; };
        const std::uint64_t listed = in_.letters; // the stream of those from which the walk does not go on
        const auto look = [&](typename blocks::share& share, typename blocks::moved* moved) {
            for (std::uint64_t nth = share.first; nth < share.last; ++nth) {
                __builtin_prefetch(of.text + unmarked(*visited(std::min(nth + ahead, share.last - 1))) - 1);
                Index* const at = visited(nth);
                const Index entry = *at;
                if (entry < 0) {
                    *at = entry & position;
                    moved[nth] = {entry & position, static_cast<typename blocks::stream_number>(listed), 0};
                    ++share.streams[listed];
                    continue;
                }
                const Letter letter = of.text[entry - 1];
                const Letter before = of.text[entry - 2];
                const bool ends = Right ? before < letter : before > letter;
                moved[nth] = {(entry - 1) | (ends ? buckets::mark : Index{0}),
                              static_cast<typename blocks::stream_number>(letter), static_cast<std::uint8_t>(before)};
                ++share.streams[letter];
            }
        };
        std::vector<Index*> begins(in_.letters);
        Index* const begin_of_list = list;
        const auto between = [&](std::vector<typename blocks::share>& shares) {
            for (std::uint64_t letter = 0; letter < in_.letters; ++letter) {
                const Index sum = blocks::sum_before(shares, letter);
                begins[letter] = of.streams[letter];
                of.streams[letter] += Right ? sum : -sum;
            }
            const Index sum = blocks::sum_before(shares, listed);
            if (Right) list += sum;
        };
        const auto put = [&](typename blocks::share& share, const typename blocks::moved* moved) {
            for (std::uint64_t nth = share.first; nth < share.last; ++nth) {
                const auto& [value, stream, before] = moved[nth];
                const Index place = share.streams[stream]++;
                if (stream == listed) {
                    if constexpr (Right) begin_of_list[place] = value;
                    continue;
                }
                Index* const to = Right ? begins[stream] + place : begins[stream] - place - 1;
                *to = value;
                if constexpr (Preceding) of.preceding[to - of.sorted] = before;
                buckets::template prefetch_place<Prefetches, Right>(to);
            }
        };
        blocks_.move(count, look, between, put);
    }

    const buckets& in_;
    Index* list_;
    std::uint8_t* preceding_;              ///< or null
    std::vector<Index*> to_;               ///< where the next suffix of a letter goes
    std::vector<std::ptrdiff_t> lml_ends_; ///< of each letter in the list
    walk_blocks<Index> blocks_;            ///< its streams are the letters, and the list
};

} // namespace concord::suffixes
