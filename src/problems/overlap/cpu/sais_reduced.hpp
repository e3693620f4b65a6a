// Induced sorting of the reduced text, whose letters are the names of LMS substrings (Nong, Zhang, Chan: "Two efficient
// algorithms for linear time suffix array construction"; marks in the sign bit and names in the unused half as in
// Mori's implementation). It has about as many letters as suffixes, so the walks go through all suffixes at once and
// not, as those of sais.hpp, through one bucket after the other.
//
// A suffix is of type S if it is smaller than the next one, else of type L; it is LMS if it is S and the one before it
// is L. Once the LMS suffixes are sorted, one walk from the left induces the order of all L suffixes, and one from the
// right that of all S suffixes. The LMS suffixes themselves are sorted by the same walks over the LMS substrings, and
// by recursion where that leaves ties. The end of the text is smaller than every letter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

namespace concord::overlap {

template <class Index>
class reduced_induction {
    static_assert(std::is_signed_v<Index>);

  public:
    /// `sorted` has the size of the text, and receives the suffix array. Letters are below `letters`. `check` is called
    /// now and then.
    reduced_induction(std::span<const Index> text, std::uint64_t letters, Index* sorted,
                      const std::function<void()>& check)
        : text_(text.data()), size_(static_cast<Index>(text.size())), sorted_(sorted), check_(check), letters_(letters),
          counts_of_letters_(letters), borders_of_letters_(letters) {
        for (const Index letter : text)
            ++counts_[letter];
    }
    reduced_induction(const reduced_induction&) = delete;
    reduced_induction& operator=(const reduced_induction&) = delete;
    ~reduced_induction() = default;

    void sort() {
        check_();
        Index lms = place_unsorted_lms();
        if (lms > 1) { // a text of one repeated word has none or one
            walk_right<true>();
            walk_left<true>();
            lms = gather_lms();
            check_();
            order_lms(lms);
        } else if (lms == 1) {
            sorted_[0] = last_placed_;
        }
        check_();
        place_sorted_lms(lms);
        walk_right<false>();
        check_();
        walk_left<false>();
    }

  private:
    static constexpr Index ahead = 16;

    /// What the predecessor of a suffix begins with; of no positive one the begin of the text, which costs less than a
    /// branch that is hard to predict.
    static const Index* before(const Index* text, Index suffix) { return text + (suffix > 1 ? suffix - 1 : 0); }
    /// The letter of suffix `far` and, one step later, the border of its bucket.
    static void prefetch(const Index* text, const Index* borders, Index far, Index near) {
        __builtin_prefetch(before(text, far));
        __builtin_prefetch(borders + *before(text, near));
    }

    void set_borders(bool ends) {
        Index sum = 0;
        for (std::uint64_t letter = 0; letter < letters_; ++letter) {
            const Index count = counts_[letter];
            borders_[letter] = sum + (ends ? count : 0);
            sum += count;
        }
    }

    /// Calls take(position) for every LMS position, from the last to the first.
    template <class Take>
    void for_each_lms(Take take) const {
        bool behind_is_smaller_type = false; // of the letter at at + 1: is it of type S?
        Index behind = size_ > 0 ? text_[size_ - 1] : 0;
        for (Index at = size_ - 2; at >= 0; --at) {
            // Without branches on letters, which are hard to predict.
            const Index here = text_[at];
            const bool smaller = static_cast<bool>(
                static_cast<unsigned>(here < behind) |
                (static_cast<unsigned>(here == behind) & static_cast<unsigned>(behind_is_smaller_type)));
            behind = here;
            if (!smaller && behind_is_smaller_type) take(at + 1);
            behind_is_smaller_type = smaller;
        }
    }

    /// Returns the number of LMS suffixes.
    Index place_unsorted_lms() {
        std::fill_n(sorted_, size_, Index{0});
        set_borders(true);
        Index count = 0;
        for_each_lms([&](Index at) {
            sorted_[--borders_[text_[at]]] = at;
            last_placed_ = at;
            ++count;
        });
        return count;
    }

    /// From the left: the predecessor of each visited suffix, if it is of type L, goes to the front of its bucket. A
    /// positive entry is a suffix with such a predecessor. Afterwards the positive entries are those with a predecessor
    /// of type S. Only the first time: the others are cleared.
    template <bool First>
    void walk_right() {
        set_borders(false);
        const Index* const text = text_;
        Index* const sorted = sorted_;
        Index* const borders = borders_;
        // Positive if the predecessor of `suffix - 1` is of type L as well; 0 has none.
        const auto put_before = [=](Index suffix) {
            const Index before = suffix - 1;
            const Index letter = text[before];
            const bool ends = text[before - (before > 0 ? 1 : 0)] < letter;
            sorted[borders[letter]++] = before ^ -static_cast<Index>(ends);
        };
        put_before(size_);
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
        for (const Index end = size_ - 2 * ahead; at < end; ++at) {
            prefetch(text, borders, sorted[at + 2 * ahead], sorted[at + ahead]);
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
        const Index* const text = text_;
        Index* const sorted = sorted_;
        Index* const borders = borders_;
        const auto visit = [=](Index at) {
            const Index suffix = sorted[at];
            if (suffix > 0) {
                if constexpr (First) sorted[at] = 0;
                const Index before = suffix - 1;
                const Index letter = text[before];
                const bool ends = text[before - (before > 0 ? 1 : 0)] > letter;
                sorted[--borders[letter]] = before ^ -static_cast<Index>(ends);
            } else if (!First && suffix < 0) {
                sorted[at] = ~suffix;
            }
        };
        Index at = size_ - 1;
        for (; at >= 2 * ahead; --at) {
            prefetch(text, borders, sorted[at - 2 * ahead], sorted[at - ahead]);
            visit(at);
        }
        for (; at >= 0; --at)
            visit(at);
    }

    /// Moves the LMS suffixes that the walks left to the front. Returns their number.
    Index gather_lms() {
        Index count = 0;
        for (Index at = 0; at < size_; ++at) {
            const Index entry = sorted_[at];
            sorted_[count] = ~entry; // stays only if it is one
            count += entry < -1 ? 1 : 0;
        }
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
            reduced_induction({reduced, static_cast<std::size_t>(lms)}, static_cast<std::uint64_t>(different), sorted_,
                              check_)
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
            if (at + 2 * ahead < lms) { // sorted by their first letters, they are anywhere in the text
                __builtin_prefetch(names + sorted_[at + 2 * ahead] / 2, 1);
                __builtin_prefetch(text_ + sorted_[at + 2 * ahead]);
            }
            const Index piece = sorted_[at];
            const Index length = names[piece / 2];
            // A substring that ends with the text is unique.
            const bool same = at > 0 && piece + length != size_ && last + last_length != size_ &&
                              length == last_length && std::equal(text_ + piece, text_ + piece + length, text_ + last);
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
        for (Index at = lms - 1; at >= 0; --at) {
            const Index suffix = sorted_[at];
            sorted_[at] = 0;
            sorted_[--borders_[text_[suffix]]] = suffix;
        }
    }

    const Index* text_;
    Index size_;
    Index* sorted_;
    const std::function<void()>& check_;
    std::uint64_t letters_;
    std::vector<Index> counts_of_letters_;
    std::vector<Index> borders_of_letters_;
    Index* counts_ = counts_of_letters_.data();
    Index* borders_ = borders_of_letters_.data();
    Index last_placed_ = 0; ///< by place_unsorted_lms
};

} // namespace concord::overlap
