// Induced sorting (sais.hpp) of a reduced text, whose letters are the names of LMS substrings. It has up to as many
// letters as suffixes, so the walks do not go through one bucket after the other: what a walk looks at lies without
// gaps. A walk over LMS substrings has two streams for each letter, of suffixes from which it goes on and of those at
// which it ends; the sorted LMS suffixes are put into the buckets at last, so that those walks go through all suffixes:
//
//   substrings, right  : | LL ──▶ | LMS  | LL ──▶ | LMS  | ...      and to the next line  LML ──▶
//   substrings, left   : | LML  | ◀── SS | LML  | ◀── SS | ...      and to the list  ◀── LMS
//   suffixes           : | L ──▶      ◀── S | L ──▶      ◀── S | ...
//
// LL is a suffix of type L behind one of type L, SS one of type S behind one of type S. The first two lines share the
// memory of the third. Names of classes and their marks are those of sais_substrings.hpp.
#pragma once

#include "suffixes/inserted_names.hpp"
#include "suffixes/sais_buckets.hpp"
#include "suffixes/sais_room.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <type_traits>

namespace concord::suffixes {

template <class Index>
class names_induction {
    static_assert(std::is_signed_v<Index>);

  public:
    /// Elements that `sorted` needs for a text of so many letters.
    static constexpr std::uint64_t space(std::uint64_t size) { return size + 1; }

    /// Letters are from 1 to `letters` - 1. There is a 0 in front of the first one, and in front of that any number.
    /// The end of the text is smaller than every letter. `sorted` receives the suffix array. `check` is called now and
    /// then.
    names_induction(std::span<const Index> text, std::uint64_t letters, Index* sorted, const sais_room<Index>& room,
                    const std::function<void()>& check)
        : text_(text.data()), size_(static_cast<Index>(text.size())), letters_(static_cast<Index>(letters)),
          sorted_(sorted), check_(check), room_(room), streams_(room_.take(4 * letters)),
          begins_(room_.take(letters + 1)), lms_ends_(room_.take(letters + 1)), left_begins_(room_.take(letters + 1)) {}
    names_induction(const names_induction&) = delete;
    names_induction& operator=(const names_induction&) = delete;
    ~names_induction() = default;

    void sort() {
        if (is_worth_prefetching(2 * static_cast<std::uint64_t>(size_))) // a letter has twice the streams of a text
            sort_as<true>();
        else
            sort_as<false>();
    }

  private:
    template <bool Prefetches>
    void sort_as() {
        check_();
        count_letters<Prefetches>();
        divide();
        if (lms_ > 1) {
            sort_substrings<Prefetches>();
            check_();
            order_lms();
        } else if (lms_ == 1) {
            sorted_[0] = found_[0];
        }
        check_();
        place_lms();
        sort_suffixes<Prefetches>();
    }

    static constexpr Index ahead = tuning::names_ahead;
    static constexpr Index mark = std::numeric_limits<Index>::min();     ///< of an entry
    static constexpr Index position = std::numeric_limits<Index>::max(); ///< its other bits
    using Class = std::make_unsigned_t<Index>;

    /// Of a letter: while letters are counted, how many suffixes begin with it, by its type and that of the letter
    /// before; while LMS suffixes are placed, where they begin and where the next one goes.
    enum field : unsigned { ll, lml, lms, ss };
    enum stream : unsigned { goes_on, last_on, ends, last_end };
    enum place : unsigned { next_lms = last_on, first_lms = last_end };

    [[nodiscard]] static Index marked_if(bool condition) { return condition ? mark : Index{0}; }
    /// The numbers of a letter.
    [[nodiscard]] static Index* of_letter(Index* numbers, Index letter) { return numbers + std::ptrdiff_t{4} * letter; }
    [[nodiscard]] static const Index* of_letter(const Index* numbers, Index letter) {
        return numbers + std::ptrdiff_t{4} * letter;
    }

    /// Finds the LMS positions, too, in text order.
    template <bool Prefetches>
    void count_letters() {
        const Index* const text = text_;
        Index* const counts = streams_;
        std::fill_n(counts, std::ptrdiff_t{4} * letters_, Index{0});
        const Index most = (size_ + 1) / 2 + 1;
        Index* const found_end = room_.peek(static_cast<std::uint64_t>(most)) + most;
        Index* to = found_end;
        unsigned behind_is_smaller_type = 0; // of the letter at at + 1: is it of type S?
        Index behind = text[size_ - 1];
        Index behind_larger = 0;
        for (Index at = size_ - 2; at >= -1; --at) { // without branches on letters, which are hard to predict
            if (Prefetches && at >= ahead) __builtin_prefetch(of_letter(counts, text[at - ahead]), 1);
            const Index here = text[at];
            const unsigned smaller =
                static_cast<unsigned>(here < behind) | (static_cast<unsigned>(here == behind) & behind_is_smaller_type);
            ++of_letter(counts, behind)[2 * behind_is_smaller_type + smaller];
            to[-1] = at + 1; // stays only if it is one
            to -= behind_is_smaller_type & (smaller ^ 1U);
            behind_larger += static_cast<Index>(smaller ^ 1U);
            behind = here;
            behind_is_smaller_type = smaller;
        }
        lms_ = static_cast<Index>(found_end - to);
        behind_larger_ = behind_larger;
        found_ = to;
        room_.take_peeked(static_cast<std::uint64_t>(lms_));
    }

    /// Divides `sorted` among the streams of the walk to the right.
    void divide() {
        Index right = 0;
        Index left = behind_larger_;
        Index all = 0;
        Index list = 0;
        for (Index letter = 1; letter < letters_; ++letter) {
            Index* const of = of_letter(streams_, letter);
            const Index lls = of[ll];
            const Index lmls = of[lml];
            const Index lms_here = of[lms];
            const Index sss = of[ss];
            begins_[letter] = all;
            left_begins_[letter] = left;
            list += lms_here;
            lms_ends_[letter] = list;
            of[goes_on] = right;
            of[next_lms] = of[first_lms] = right + lls;
            of[ends] = left;
            right += lls + lms_here;
            left += lmls + sss;
            all += lls + lmls + lms_here + sss;
        }
        begins_[letters_] = all;
        left_begins_[letters_] = left;
    }

    template <bool Right>
    static void put_before(const Index* text, Index* sorted, Index* streams, Index suffix, Class of) {
        const Index letter = text[suffix - 1];
        const Index before = text[suffix - 2];
        Index* const to = of_letter(streams, letter) + ((Right ? before < letter : before > letter) ? ends : goes_on);
        const Index entry = (suffix - 1) | marked_if(static_cast<Class>(to[1]) != of);
        to[1] = static_cast<Index>(of);
        if constexpr (Right)
            sorted[to[0]++] = entry;
        else
            sorted[--to[0]] = entry;
    }
    template <bool Prefetches>
    static void prefetch(const Index* text, const Index* streams, Index far, Index near) {
        if constexpr (!Prefetches) return;
        __builtin_prefetch(text + (far & position) - 1);
        __builtin_prefetch(text + (far & position) - 2);
        const Index suffix = near & position;
        __builtin_prefetch(of_letter(streams, text[suffix - (suffix > 0 ? 1 : 0)]), 1);
    }

    /// The first lms_ elements of `sorted` are then the LMS suffixes by their LMS substrings, with marks.
    template <bool Prefetches>
    void sort_substrings() {
        const Index* const text = text_;
        Index* const sorted = sorted_;
        Index* const streams = streams_;
        const Index middle = behind_larger_;
        std::fill_n(sorted, middle, Index{0}); // what is prefetched before a suffix is there
        for (Index at = 0; at < lms_; ++at) {
            if (Prefetches && at + ahead < lms_) __builtin_prefetch(of_letter(streams, text[found_[at + ahead]]), 1);
            Index* const of = of_letter(streams, text[found_[at]]);
            const Index to = of[next_lms]++;
            sorted[to] = found_[at] | marked_if(to == of[first_lms]);
        }
        std::fill_n(sorted + middle, size_ + 1 - middle, mark);
        Class of = static_cast<Class>(size_) + 1; // none that has been put there as a class
        put_before<true>(text, sorted, streams, size_, of);
        Index at = 0;
        const auto visit_right = [&] {
            const Index entry = sorted[at];
            of += entry < 0 ? 1U : 0U;
            put_before<true>(text, sorted, streams, entry & position, of);
        };
        for (; at < middle - 2 * ahead; ++at) {
            prefetch<Prefetches>(text, streams, sorted[at + 2 * ahead], sorted[at + ahead]);
            visit_right();
        }
        for (; at < middle; ++at)
            visit_right();
        // The mark moves from the first LML suffix of a class to the last.
        for (at = middle; at < size_; ++at)
            sorted[at] = (sorted[at] & position) | (sorted[at + 1] & mark);
        streams[goes_on] = streams[ends] = size_ + 1; // of the first suffix; not read
        for (Index letter = 1; letter < letters_; ++letter) {
            Index* const of_this = of_letter(streams, letter);
            of_this[goes_on] = left_begins_[letter + 1];
            of_this[ends] = lms_ends_[letter];
        }
        at = size_ - 1;
        const auto visit_left = [&] {
            const Index entry = sorted[at];
            of += entry < 0 ? 1U : 0U;
            put_before<false>(text, sorted, streams, entry & position, of);
        };
        for (; at >= middle + 2 * ahead; --at) {
            prefetch<Prefetches>(text, streams, sorted[at - 2 * ahead], sorted[at - ahead]);
            visit_left();
        }
        for (; at >= middle; --at)
            visit_left();
    }

    /// Sorts the LMS suffixes at the front of `sorted`, which are sorted by their LMS substrings.
    void order_lms() {
        Index different = 0;
        for (Index at = 0; at < lms_; ++at)
            different += sorted_[at] < 0 ? 1 : 0;
        if (different == lms_) {
            for (Index at = 0; at < lms_; ++at)
                sorted_[at] &= position;
            return;
        }
        Index* const names = name_lms(different);
        const auto reduced = static_cast<std::uint64_t>(lms_);
        if (reduced <= tuning::letters_of_inserted_names / 4 &&
            inserted_names<Index>({names, reduced}, different).sort(found_, sorted_))
            return;
        sais_room<Index> room = room_;
        Index* const free = sorted_ + space(reduced);
        if (names - 1 > free) room.add({free, names - 1});
        room.add({streams_, std::size_t{4} * static_cast<std::size_t>(letters_)}); // not needed meanwhile
        names_induction({names, reduced}, static_cast<std::uint64_t>(different) + 1, sorted_, room, check_).sort();
        for (Index at = 0; at < lms_; ++at) {
            if (at + ahead < lms_) __builtin_prefetch(found_ + sorted_[at + ahead]);
            sorted_[at] = found_[sorted_[at]];
        }
    }

    /// The names of the LMS substrings, from 1 on, in text order, behind a 0, at the end of `sorted`.
    Index* name_lms(Index different) {
        const Index half = size_ / 2 + 1;
        Index* const end = sorted_ + space(static_cast<std::uint64_t>(size_));
        Index* const names = end - half; // not before sorted_ + lms_
        std::fill_n(names, half, Index{0});
        // No two LMS positions are neighbours, so one half of a position tells them apart.
        Index name = different + 1;
        for (Index at = lms_ - 1; at >= 0; --at) {
            if (at >= ahead) __builtin_prefetch(names + (sorted_[at - ahead] & position) / 2, 1);
            name -= sorted_[at] < 0 ? 1 : 0;
            names[(sorted_[at] & position) / 2] = name;
        }
        Index* to = end;
        for (Index at = half - 1; at >= 0; --at) {
            const Index found = names[at];
            to[-1] = found; // stays only if it is one
            to -= found > 0 ? 1 : 0;
        }
        to[-1] = 0;
        return to;
    }

    /// Moves the sorted LMS suffixes to the ends of their buckets, and clears all other places.
    void place_lms() {
        Index to = size_;
        Index from = lms_;
        for (Index letter = letters_ - 1; letter > 0; --letter) {
            const Index first = letter > 1 ? lms_ends_[letter - 1] : 0;
            if (first == from) continue;
            const Index end = begins_[letter + 1];
            while (to > end)
                sorted_[--to] = 0;
            while (from > first)
                sorted_[--to] = sorted_[--from];
        }
        std::fill_n(sorted_, to, Index{0});
    }

    /// From the sorted LMS suffixes at the ends of their buckets, all others being 0. The walk to the right goes on
    /// from positive entries, and leaves those positive from which the walk to the left goes on.
    template <bool Prefetches>
    void sort_suffixes() {
        streams_[0] = size_;
        std::copy_n(begins_ + 1, letters_ - 1, streams_ + 1);
        put_suffix<true>(text_, sorted_, streams_, size_);
        walk<Prefetches, true>();
        check_();
        std::copy_n(begins_ + 2, letters_ - 1, streams_ + 1);
        walk<Prefetches, false>();
    }

    /// Of suffix 0, which stands for none, the place behind all others is written, again and again.
    template <bool Right>
    static void put_suffix(const Index* text, Index* sorted, Index* borders, Index suffix) {
        const Index letter = text[suffix - 1];
        const Index before = text[suffix - 2];
        const Index moves = suffix > 0 ? 1 : 0;
        const Index entry = (suffix - 1) | marked_if(Right ? before < letter : before > letter);
        const Index to = borders[letter];
        sorted[Right ? to : to - moves] = entry;
        borders[letter] = Right ? to + moves : to - moves;
    }

    template <bool Prefetches, bool Right>
    void walk() {
        const Index* const text = text_;
        Index* const sorted = sorted_;
        Index* const borders = streams_;
        const auto visit = [=](Index at) {
            const Index entry = sorted[at];
            sorted[at] = Right ? entry ^ mark : entry & position;
            // Without a branch, which would be hard to predict.
            put_suffix<Right>(text, sorted, borders, entry > 0 ? entry : 0);
        };
        const auto prefetch_for = [=](Index far, Index near) {
            if constexpr (!Prefetches) return;
            __builtin_prefetch(text + (far > 0 ? far : 1) - 1);
            __builtin_prefetch(borders + text[(near > 0 ? near : 1) - 1], 1);
        };
        Index nth = 0;
        for (const Index end = size_ - 2 * ahead; nth < end; ++nth) {
            const Index at = Right ? nth : size_ - 1 - nth;
            prefetch_for(sorted[Right ? at + 2 * ahead : at - 2 * ahead], sorted[Right ? at + ahead : at - ahead]);
            visit(at);
        }
        for (; nth < size_; ++nth)
            visit(Right ? nth : size_ - 1 - nth);
    }

    const Index* text_;
    Index size_;
    Index letters_;
    Index* sorted_;
    const std::function<void()>& check_;
    sais_room<Index> room_;
    Index* streams_;          ///< four numbers of each letter
    Index* begins_;           ///< of buckets
    Index* lms_ends_;         ///< of the LMS suffixes of each letter in their list
    Index* left_begins_;      ///< of LML and SS
    Index behind_larger_ = 0; ///< suffixes behind one of type L: LL and LMS
    Index lms_ = 0;           ///< their number
    Index* found_ = nullptr;  ///< LMS positions in text order
};

} // namespace concord::suffixes
