// Induced sorting (Nong, Zhang, Chan: "Two efficient algorithms for linear time suffix array construction"; marks in
// the sign bit and names in the unused half as in Mori's implementation), over letters that are numbers.
//
// A suffix is of type S if it is smaller than the next one, else of type L; it is LMS if it is S and the one before it
// is L. Once the LMS suffixes are sorted, one walk from the left induces the order of all L suffixes, and one from the
// right that of all S suffixes. The LMS suffixes themselves are sorted by the same walks over the LMS substrings, and
// by recursion where that leaves ties.
//
// A sentinel is the letter 0. Sentinels are distinct: the earlier one is smaller, and all are smaller than other
// letters. So their order is known, every sentinel is of type S, no comparison passes one, and the last letter has to
// be one. A text of the recursion has no sentinels; its end is smaller than every letter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

namespace concord::overlap {

template <class Index, class Letter, bool HasStops>
class induction {
    static_assert(std::is_signed_v<Index>);

  public:
    /// `sorted` has the size of the text, and receives the suffix array. Letters are below `letters`. `check` is called
    /// now and then.
    induction(std::span<const Letter> text, std::uint64_t letters, Index* sorted, const std::function<void()>& check)
        : text_(text.data()), size_(static_cast<Index>(text.size())), sorted_(sorted), check_(check), letters_(letters),
          counts_of_letters_(letters), borders_of_letters_(letters) {
        for (const Letter letter : text)
            ++counts_[letter];
    }
    induction(const induction&) = delete;
    induction& operator=(const induction&) = delete;
    ~induction() = default;

    void sort() {
        check_();
        const Index of_letters = place_unsorted_lms();
        // A text of one repeated letter, or of one repeated word in the recursion, has none or one.
        const bool are_sorted = of_letters <= 1;
        if (!are_sorted) {
            walk_right<true>();
            walk_left<true>();
        }
        const Index lms = are_sorted ? gather_few_lms(of_letters) : gather_lms();
        check_();
        if (!are_sorted) order_lms(lms);
        check_();
        place_sorted_lms(lms);
        walk_right<false>();
        check_();
        walk_left<false>();
    }

  private:
    static constexpr Index ahead = 24;

    /// What the predecessor of a suffix begins with; of no positive one the begin of the text, which costs less than a
    /// branch that is hard to predict.
    static void prefetch(const Letter* text, Index suffix) { __builtin_prefetch(text + (suffix > 1 ? suffix - 1 : 0)); }

    void set_borders(bool ends) {
        Index sum = 0;
        for (std::uint64_t letter = 0; letter < letters_; ++letter) {
            sum += counts_[letter];
            borders_[letter] = ends ? sum : sum - counts_[letter];
        }
    }

    [[nodiscard]] Index stops() const { return HasStops ? counts_[0] : 0; }
    [[nodiscard]] bool is_stop(Index at) const { return HasStops && text_[at] == 0; }

    /// Calls take(position) for every LMS position, from the last to the first, including sentinels that follow a
    /// letter.
    template <class Take>
    void for_each_lms(Take take) const {
        bool behind_is_smaller_type = HasStops; // of the letter at at + 1: is it of type S?
        Letter behind = size_ > 0 ? text_[size_ - 1] : Letter{0};
        for (Index at = size_ - 2; at >= 0; --at) {
            // Without branches on letters, which are hard to predict.
            const Letter here = text_[at];
            const bool smaller = static_cast<bool>(
                static_cast<unsigned>(is_stop(at)) | static_cast<unsigned>(here < behind) |
                (static_cast<unsigned>(here == behind) & static_cast<unsigned>(behind_is_smaller_type)));
            behind = here;
            if (!smaller && behind_is_smaller_type) take(at + 1);
            behind_is_smaller_type = smaller;
        }
    }

    void place_stops() {
        if constexpr (HasStops) {
            Index to = 0;
            for (Index at = 0; at < size_; ++at)
                if (text_[at] == 0) sorted_[to++] = follows_letter(at) ? at : ~at;
        }
    }
    [[nodiscard]] bool follows_letter(Index at) const { return at > 0 && text_[at - 1] != 0; }

    /// Returns the number of LMS suffixes that begin with a letter.
    Index place_unsorted_lms() {
        std::fill_n(sorted_, size_, Index{0});
        set_borders(true);
        Index count = 0;
        for_each_lms([&](Index at) {
            if (is_stop(at)) return;
            sorted_[--borders_[text_[at]]] = at;
            last_placed_ = at;
            ++count;
        });
        place_stops();
        return count;
    }

    /// From the left: the predecessor of each visited suffix, if it is of type L, goes to the front of its bucket. A
    /// positive entry is a suffix with such a predecessor. Afterwards the positive entries are those with a predecessor
    /// of type S. Only the first time: the others are cleared.
    template <bool First>
    void walk_right() {
        set_borders(false);
        const Letter* const text = text_;
        Index* const sorted = sorted_;
        Index* const borders = borders_;
        // Positive if the predecessor of `suffix - 1` is of type L as well, which that of a sentinel never is; 0 has
        // none.
        const auto put_before = [=](Index suffix) {
            const Index before = suffix - 1;
            const Letter letter = text[before];
            const bool ends = text[before - (before > 0 ? 1 : 0)] < letter;
            sorted[borders[letter]++] = before ^ -static_cast<Index>(ends);
        };
        if constexpr (!HasStops) put_before(size_);
        const auto visit = [=](Index at) {
            const Index suffix = sorted[at];
            if (suffix > 0) {
                sorted[at] = First ? 0 : ~suffix;
                put_before(suffix);
            } else if (suffix < 0) {
                sorted[at] = ~suffix;
            }
        };
        Index at = 0;
        for (const Index end = size_ - ahead; at < end; ++at) {
            prefetch(text, sorted[at + ahead]);
            visit(at);
        }
        for (const Index end = size_; at < end; ++at)
            visit(at);
    }

    /// From the right, the same for type S. The first time only LMS suffixes remain, as negative numbers; else all
    /// entries remain.
    template <bool First>
    void walk_left() {
        set_borders(true);
        const Letter* const text = text_;
        Index* const sorted = sorted_;
        Index* const borders = borders_;
        const auto visit = [=](Index at) {
            const Index suffix = sorted[at];
            if (suffix > 0) {
                if constexpr (First) sorted[at] = 0;
                const Index before = suffix - 1;
                const Letter letter = text[before];
                if (HasStops && letter == 0) return;
                const bool ends = text[before - (before > 0 ? 1 : 0)] > letter;
                sorted[--borders[letter]] = before ^ -static_cast<Index>(ends);
            } else if (!First && suffix < 0) {
                sorted[at] = ~suffix;
            }
        };
        Index at = size_ - 1;
        const Index end = stops();
        for (; at >= end + ahead; --at) {
            prefetch(text, sorted[at - ahead]);
            visit(at);
        }
        for (; at >= end; --at)
            visit(at);
        if constexpr (HasStops && !First) {
            Index to = 0;
            for (at = 0; at < size_; ++at)
                if (text[at] == 0) sorted[to++] = at;
        }
    }

    /// Moves the LMS suffixes that the walks left to the front: first sentinels, in text order.
    Index gather_lms() {
        Index count = gather_lms_stops();
        for (Index at = stops(); at < size_; ++at)
            if (sorted_[at] < -1) sorted_[count++] = ~sorted_[at];
        return count;
    }
    /// The same without walks, for at most one that begins with a letter: they are in order.
    Index gather_few_lms(Index of_letters) {
        Index count = gather_lms_stops();
        if (of_letters > 0) sorted_[count++] = last_placed_;
        return count;
    }
    Index gather_lms_stops() {
        Index count = 0;
        if constexpr (HasStops) {
            const Index all = stops();
            Index at = 0;
            for (Index seen = 0; seen < all; ++at)
                if (text_[at] == 0) {
                    ++seen;
                    if (follows_letter(at)) sorted_[count++] = at;
                }
        }
        lms_stops_ = count;
        return count;
    }

    /// Names the LMS substrings in order; where two are equal, the recursion decides.
    void order_lms(Index lms) {
        Index* const names = sorted_ + lms;
        std::fill(names, sorted_ + size_, Index{0});
        Index next =
            size_ - 1; // the next LMS position, which is part of the substring; the last substring ends with the text
        for_each_lms([&](Index at) {
            names[at / 2] = next - at + 1;
            next = at;
        });
        const Index different = name_pieces(lms, names);
        Index* const reduced = sorted_ + size_ - lms;
        Index to = size_;
        for (Index at = size_ - 1; at >= lms; --at)
            if (sorted_[at] > 0) sorted_[--to] = sorted_[at] - 1;
        if (different == lms) {
            for (Index at = 0; at < lms; ++at)
                sorted_[reduced[at]] = at;
        } else {
            induction<Index, Index, false>({reduced, static_cast<std::size_t>(lms)},
                                           static_cast<std::uint64_t>(different), sorted_, check_)
                .sort();
        }
        to = lms;
        for_each_lms([&](Index at) { reduced[--to] = at; });
        for (Index at = 0; at < lms; ++at)
            sorted_[at] = reduced[sorted_[at]];
    }

    /// Replaces the length of each LMS substring by its name, from 1 on. Returns the number of names.
    Index name_pieces(Index lms, Index* names) {
        Index name = 0;
        Index last = 0;
        Index last_length = 0;
        for (Index at = 0; at < lms; ++at) {
            const Index piece = sorted_[at];
            const Index length = names[piece / 2];
            // A substring that begins or ends with a sentinel, or ends with the text, is unique.
            const bool ends_alone = HasStops ? is_stop(piece) || is_stop(piece + length - 1) : piece + length == size_;
            const bool last_ends_alone = at == 0 || (!HasStops && last + last_length == size_);
            const bool same = !ends_alone && !last_ends_alone && length == last_length &&
                              std::equal(text_ + piece, text_ + piece + length, text_ + last);
            if (!same) ++name;
            names[piece / 2] = name;
            last = piece;
            last_length = length;
        }
        return name;
    }

    void place_sorted_lms(Index lms) {
        set_borders(true);
        std::fill(sorted_ + lms, sorted_ + size_, Index{0});
        for (Index at = lms - 1; at >= lms_stops_; --at) {
            const Index suffix = sorted_[at];
            sorted_[at] = 0;
            sorted_[--borders_[text_[suffix]]] = suffix;
        }
        std::fill_n(sorted_, lms_stops_, Index{0});
        place_stops();
    }

    const Letter* text_;
    Index size_;
    Index* sorted_;
    const std::function<void()>& check_;
    std::uint64_t letters_;
    std::vector<Index> counts_of_letters_;
    std::vector<Index> borders_of_letters_;
    Index* counts_ = counts_of_letters_.data();
    Index* borders_ = borders_of_letters_.data();
    Index lms_stops_ = 0;
    Index last_placed_ = 0; ///< by place_unsorted_lms
};

} // namespace concord::overlap
