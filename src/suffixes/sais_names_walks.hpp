// The walks of induced sorting over a reduced text (sais_names.hpp) by several threads. A walk goes through one block
// after the other, of thousands of suffixes in many buckets:
//
//   sorted    | visited | block          | ...         1. threads look up the letters before the suffixes of a block
//               buckets    c  d  e  f  g    h  i       2. one thread goes through those, in order, that lead to a
//                          +-->--+                        bucket of the block itself; these are few
//                             +------>------+          3. threads put all others, each those of a range of letters
//
// All that leads to one letter is put in step 2, or all of it in step 3, by one thread: so each stream gets its
// suffixes in the order of the walk.
#pragma once

#include "base/bits.hpp"
#include "suffixes/names_blocks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

namespace concord::suffixes {

/// What the walks share with the rest of the induction.
template <class Index>
struct names_arrays {
    const Index* text;
    Index size;
    Index letters;
    Index* sorted;
    Index* streams;          ///< four numbers of each letter: as in names_induction
    Index* begins;           ///< of buckets
    Index* left_begins;      ///< of LML and SS
    Index* lms_ends;         ///< of the LMS suffixes of each letter in their list
    Index behind_larger = 0; ///< suffixes behind one of type L: LL and LMS

    static constexpr Index mark = std::numeric_limits<Index>::min();     ///< of an entry
    static constexpr Index position = std::numeric_limits<Index>::max(); ///< its other bits
    static constexpr Index empty = -1;                                   ///< in walks over substrings
    enum stream : unsigned { goes_on, last_on, ends, last_end };

    [[nodiscard]] static Index marked_if(bool condition) { return condition ? mark : Index{0}; }
    [[nodiscard]] Index* of_letter(Index letter) const { return streams + std::ptrdiff_t{4} * letter; }
};

template <class Index>
class names_walks {
  public:
    names_walks(const names_arrays<Index>& of, stream_ranges<Index>& ranges, const std::function<void()>& check)
        : in_(of), ranges_(ranges), check_(check), of_(static_cast<Class>(of.size) + 1) {}

    /// Of the entries [first, last) of `sorted`: to the right, or from the end to the left. Over substrings empty
    /// places hold `empty`, else 0.
    template <bool Right, bool Substrings>
    void walk(Index first, Index last) {
        const auto most = static_cast<Index>(ranges_.block_of(static_cast<std::uint64_t>(in_.size)));
        while (first < last) {
            check_();
            // A block ends where a bucket does, if that makes it no shorter than a half.
            const Index count = std::min(most, last - first);
            Index farthest = Right ? first + count - 1 : last - count;
            const Index bucket = bucket_of<Right, Substrings>(farthest);
            const Index border = begin_of<Right, Substrings>(Right ? bucket : bucket + 1);
            if (Right && border - first > count / 2 && first + count < last) farthest = border - 1;
            if (!Right && last - border > count / 2 && last - count > first) farthest = border;
            if (Right) {
                visit<true, Substrings>(first, farthest + 1);
                first = farthest + 1;
            } else {
                visit<false, Substrings>(farthest, last);
                last = farthest;
            }
        }
    }

    /// Puts the suffix before the end of the text, from which the walks to the right go on.
    template <bool Substrings>
    void put_last() {
        entry last = entry_of<true, Substrings>(in_.size);
        last.of = of_;
        put<true, Substrings>(last);
    }

  private:
    using Class = std::make_unsigned_t<Index>;
    using arrays = names_arrays<Index>;
    using entry = typename stream_ranges<Index>::entry;
    static constexpr Index none = stream_ranges<Index>::none;
    static constexpr std::uint64_t of_word = stream_ranges<Index>::of_share;
    static constexpr std::uint64_t ahead = tuning::names_ahead;

    /// What the walk puts for an entry.
    template <bool Right, bool Substrings>
    [[nodiscard]] entry entry_of(Index of) const {
        const Index suffix = Substrings ? of & arrays::position : of;
        if (suffix <= 0 || (Substrings && suffix == (arrays::empty & arrays::position))) return {0, none, 0};
        const Index letter = in_.text[suffix - 1];
        const Index before = in_.text[suffix - 2];
        const bool is_end = Right ? before < letter : before > letter;
        if constexpr (Substrings) return {suffix - 1, 2 * letter + (is_end ? 1 : 0), 0};
        return {(suffix - 1) | arrays::marked_if(is_end), letter, 0};
    }

    /// Returns the to_place.
    template <bool Right, bool Substrings>
    Index put(const entry& each) {
        if constexpr (Substrings) {
            Index* const to =
                in_.of_letter(each.stream / 2) + ((each.stream & 1) != 0 ? arrays::ends : arrays::goes_on);
            const Index to_place = Right ? to[0]++ : --to[0];
            in_.sorted[to_place] = each.value | arrays::marked_if(static_cast<Class>(to[1]) != each.of);
            to[1] = static_cast<Index>(each.of);
            return to_place;
        } else {
            const Index to_place = Right ? in_.streams[each.stream]++ : --in_.streams[each.stream];
            in_.sorted[to_place] = each.value;
            return to_place;
        }
    }

    /// Where a bucket begins in what the walk visits.
    template <bool Right, bool Substrings>
    [[nodiscard]] Index begin_of(Index letter) const {
        if constexpr (!Substrings) return in_.begins[letter];
        if constexpr (Right) return in_.begins[letter] - (in_.left_begins[letter] - in_.behind_larger);
        return in_.left_begins[letter];
    }
    template <bool Right, bool Substrings>
    [[nodiscard]] Index bucket_of(Index at) const {
        Index low = 1;
        for (Index high = in_.letters; high - low > 1;) {
            const Index middle = low + (high - low) / 2;
            (begin_of<Right, Substrings>(middle) <= at ? low : high) = middle;
        }
        return low;
    }

    template <bool Right, bool Substrings>
    void visit(Index first, Index last) {
        const auto count = static_cast<std::uint64_t>(last - first);
        const auto visited = [=](std::uint64_t nth) {
            return Right ? first + static_cast<Index>(nth) : last - 1 - static_cast<Index>(nth);
        };
        const Index farthest = bucket_of<Right, Substrings>(visited(count - 1));
        const auto leads_back = [farthest](const entry& each) {
            if (each.stream == none || (Substrings && (each.stream & 1) != 0)) return false;
            const Index letter = Substrings ? each.stream / 2 : each.stream;
            return Right ? letter <= farthest : letter >= farthest;
        };
        leads_back_.resize(count / of_word + 1);
        marked_.resize(count / of_word + 1);
        ranges_.look(count, [&](std::uint64_t begin, std::uint64_t end, entry* entries) {
            for (std::uint64_t word = begin / of_word; word * of_word < end; ++word) {
                std::uint64_t back = 0;
                std::uint64_t marked = 0;
                for (std::uint64_t nth = word * of_word; nth < std::min(end, (word + 1) * of_word); ++nth) {
                    if (nth + ahead < end) {
                        const Index later = in_.sorted[visited(nth + ahead)] & arrays::position;
                        if (later != (arrays::empty & arrays::position)) __builtin_prefetch(in_.text + later - 1);
                    }
                    const Index here = in_.sorted[visited(nth)];
                    entries[nth] = entry_of<Right, Substrings>(here);
                    back |= std::uint64_t{leads_back(entries[nth])} << (nth % of_word);
                    if constexpr (Substrings)
                        marked |=
                            std::uint64_t{here < 0 && (here & arrays::position) != (arrays::empty & arrays::position)}
                            << (nth % of_word);
                }
                leads_back_[word] = back;
                marked_[word] = marked;
            }
        });
        of_shares_.assign(ranges_.shares(), of_);
        for (std::uint64_t word = 0, share = 0; word * of_word < count; ++word) {
            if (share < ranges_.shares() && ranges_.first_of(share) == word * of_word) of_shares_[share++] = of_;
            while (leads_back_[word] != 0) {
                const unsigned bit = base::lowest_one(leads_back_[word]);
                leads_back_[word] &= leads_back_[word] - 1;
                entry& here = ranges_[word * of_word + bit];
                if constexpr (Substrings)
                    here.of = of_ + static_cast<Class>(
                                        base::count_ones(marked_[word] & base::low_bits<std::uint64_t>(bit + 1)));
                const Index to_place = put<Right, Substrings>(here);
                here.stream = none;
                if (Right ? to_place >= last : to_place < first) continue;
                const auto led_to = static_cast<std::uint64_t>(Right ? to_place - first : last - 1 - to_place);
                ranges_[led_to] = entry_of<Right, Substrings>(in_.sorted[to_place]);
                leads_back_[led_to / of_word] |= std::uint64_t{leads_back(ranges_[led_to])} << (led_to % of_word);
                if constexpr (Substrings)
                    marked_[led_to / of_word] |= std::uint64_t{in_.sorted[to_place] < 0} << (led_to % of_word);
            }
            of_ += static_cast<Class>(base::count_ones(marked_[word]));
        }
        ranges_.put(
            static_cast<std::uint64_t>(in_.letters) * (Substrings ? 2 : 1),
            [&](std::uint64_t begin, std::uint64_t end, entry* entries) {
                if constexpr (Substrings) {
                    Class of = of_shares_[begin / ranges_.first_of(1)];
                    for (std::uint64_t nth = begin; nth < end; ++nth) {
                        of += static_cast<Class>(marked_[nth / of_word] >> (nth % of_word) & 1U);
                        entries[nth].of = of;
                    }
                } else { // the walk to the right goes on from positive entries, and leaves those for the walk to the
                         // left
                    for (std::uint64_t nth = begin; nth < end; ++nth) {
                        Index& here = in_.sorted[visited(nth)];
                        here = Right ? here ^ arrays::mark : here & arrays::position;
                    }
                }
            },
            [&](const entry& each) { put<Right, Substrings>(each); });
    }
    const arrays& in_;
    stream_ranges<Index>& ranges_;
    const std::function<void()>& check_;
    Class of_;                              ///< of the suffix that was visited last; at first none that has been put
    std::vector<std::uint64_t> leads_back_; ///< bit i: suffix i of a block leads to a bucket of the block
    std::vector<std::uint64_t> marked_;     ///< the same: is of a new class
    std::vector<Class> of_shares_;          ///< the class in front of each share
};

} // namespace concord::suffixes
