// The maximal windows with k mismatches of one seed, on a device: those that cpu/mismatch_windows.hpp defines, without
// lists of borders. From the farthest border on the left, both ends of the window go on to the next mismatch.
//
//   a    . x . . . x [seed] . . x . . x . . |        k = 2, |: a sequence ends
//          (-----------------)                       first window: two mismatches, none behind the seed
//                  (------------------)              last window: its left end is at the seed
#pragma once

#include "problems/overlap/gpu/index_view.hpp"

#include <cstdint>

namespace concord::overlap {

/// The diagonal of a seed at positions a and b, of different sequences; places are letters from the seed's first one.
class seed_diagonal {
  public:
    /// `q`: equal letters of a seed at least.
    CONCORD_HD seed_diagonal(const index_view& index, std::uint64_t a, std::uint64_t b, std::uint64_t q)
        : index_(index), a_(a), b_(b), q_(q) {
        const std::uint64_t i = index.sequence_of(a);
        const std::uint64_t j = index.sequence_of(b);
        before_ = lesser(a - index.offsets[i], b - index.offsets[j]);
        behind_ = static_cast<std::int64_t>(lesser(index.offsets[i + 1] - a, index.offsets[j + 1] - b));
    }

    /// Calls report(begin, end, mismatches) for each maximal window of at least `min_length` letters whose first seed
    /// this is. Time O(k) common prefixes and suffixes.
    template <class Report>
    CONCORD_HD void for_each_window(std::uint64_t k, std::uint64_t min_length, Report report) const {
        std::uint64_t left = 0; // borders between the window's begin and the seed
        std::int64_t border = -1;
        std::uint64_t at = 0; // letters before the seed up to and without the border
        bool is_end = before_ == 0;
        while (!is_end && left < k) {
            ++at; // over the mismatch
            const std::uint64_t equal = at == before_ ? 0 : equal_before(at);
            if (equal >= q_) break; // windows beyond hold an earlier seed
            at += equal;
            ++left;
            border = -static_cast<std::int64_t>(at) - 1;
            is_end = at == before_;
        }
        std::uint64_t right = 0; // borders between the seed and the window's end
        std::int64_t end = next_mismatch(0);
        for (;; --left) {
            while (right + left < k && end < behind_) {
                end = next_mismatch(end + 1);
                ++right;
            }
            // With fewer mismatches only if both sequences end on either side.
            if ((right + left == k || is_end) && end - border - 1 >= static_cast<std::int64_t>(min_length))
                report(border + 1, end, left + right);
            if (left == 0) return;
            border = next_mismatch(border + 1);
            is_end = false;
        }
    }

  private:
    [[nodiscard]] CONCORD_HD static std::uint64_t lesser(std::uint64_t x, std::uint64_t y) { return y < x ? y : x; }

    /// The first mismatch at a place or behind it, at most the end of the sequences.
    [[nodiscard]] CONCORD_HD std::int64_t next_mismatch(std::int64_t from) const {
        if (from >= behind_) return behind_;
        const auto place = static_cast<std::uint64_t>(from); // which may be below 0
        const auto equal = static_cast<std::int64_t>(index_.shared(a_ + place, b_ + place));
        return from + equal < behind_ ? from + equal : behind_;
    }

    /// Equal letters before those `at` before the seed; any number from q on if there are so many. The letters there
    /// may be ambiguous: then there is a border, beyond which common_suffix() does not look.
    [[nodiscard]] CONCORD_HD std::uint64_t equal_before(std::uint64_t at) const {
        const std::uint64_t a = a_ - at - 1;
        const std::uint64_t b = b_ - at - 1;
        const text_view& text = index_.text;
        if (text.is_ambiguous(a) || text.is_ambiguous(b) || text.letter(a) != text.letter(b)) return 0;
        return 1 + common_suffix(text, a, b, q_);
    }

    const index_view& index_;
    std::uint64_t a_;
    std::uint64_t b_;
    std::uint64_t q_;
    std::uint64_t before_;
    std::int64_t behind_;
};

} // namespace concord::overlap
