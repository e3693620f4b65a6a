// The recurrence of row_kernels.hpp, some lanes at a time: by places, and by diagonals. Compiled once for every
// instruction set, like all -inl.hpp files.

#if defined(CONCORD_ROW_RECURRENCE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_ROW_RECURRENCE_INL_HPP
#undef CONCORD_ROW_RECURRENCE_INL_HPP
#else
#define CONCORD_ROW_RECURRENCE_INL_HPP
#endif

#include <hwy/highway.h>

#include "problems/substring/variants/row_kernels.hpp"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using row_lanes = hn::CappedTag<std::uint64_t, row_padding>;
using row_vector = hn::Vec<row_lanes>;

/// A word of a row, one place further; the highest place of the word before comes in at the bottom.
template <bool OneWord>
HWY_INLINE row_vector shifted(row_vector bits, const std::uint64_t* at, std::size_t stride, unsigned word) {
    const row_lanes lanes;
    const row_vector up = hn::Add(bits, bits);
    if (OneWord || word == 0) return up;
    return hn::Or(up, hn::ShiftRight<63>(hn::LoadU(lanes, at - stride)));
}

/// A word of a row, one place or diagonal back; the lowest one of the next word comes in at the top.
HWY_INLINE row_vector shifted_back(row_vector bits, const std::uint64_t* next_of, bool is_last) {
    const row_lanes lanes;
    const row_vector down = hn::ShiftRight<1>(bits);
    return is_last ? down : hn::Or(down, hn::ShiftLeft<63>(hn::LoadU(lanes, next_of)));
}

/// Rows of several words are more streams than a processor fetches ahead by itself: 20,000 reads of 100 letters on both
/// strands, t = 20 %, three edits 3.4 s of a core, and 2.9 s with so many lanes fetched.
constexpr std::size_t lanes_ahead = 4 * row_padding;

/// Some lanes of a word with one more letter: all pointers are to the first of them. Where they hold it, a vector is
/// not zero. `Ahead`: more lanes follow.
template <bool Indels, bool OneWord, bool Ahead = true>
HWY_INLINE row_vector extend_lanes(const row_shape& shape, const std::uint64_t* rows, const std::uint64_t* matching,
                                   const std::uint64_t* steps, std::uint64_t* longer, std::size_t longer_stride) {
    const row_lanes lanes;
    const unsigned words = OneWord ? 1 : shape.words;
    const std::size_t of_row = words * shape.stride;
    const std::size_t of_longer_row = words * longer_stride;
    row_vector held = hn::Zero(lanes);
    for (unsigned word = 0; word < words; ++word) {
        const std::size_t at = word * shape.stride;
        if (Ahead && !OneWord) {
            __builtin_prefetch(matching + at + lanes_ahead);
            __builtin_prefetch(steps + at + lanes_ahead);
            __builtin_prefetch(rows + at + lanes_ahead);
        }
        const row_vector matches = hn::LoadU(lanes, matching + at);
        const row_vector step = hn::LoadU(lanes, steps + at);
        row_vector fewer = hn::LoadU(lanes, rows + at); // the row of one edit less
        row_vector fewer_shifted = shifted<OneWord>(fewer, rows + at, shape.stride, word);
        row_vector made = hn::And(fewer_shifted, matches);
        std::uint64_t* to = longer + word * longer_stride;
        hn::StoreU(made, lanes, to);
        for (unsigned edits = 1; edits <= shape.edits; ++edits) {
            const std::uint64_t* const from = rows + edits * of_row + at;
            if (Ahead && !OneWord) __builtin_prefetch(from + lanes_ahead);
            const row_vector here = hn::LoadU(lanes, from);
            const row_vector here_shifted = shifted<OneWord>(here, from, shape.stride, word);
            if (Indels) {
                const row_vector deleted = shifted<OneWord>(made, to, longer_stride, word);
                made = hn::Or(hn::OrAnd(fewer, here_shifted, matches), hn::And(hn::Or(fewer_shifted, deleted), step));
            } else {
                made = hn::OrAnd(hn::And(here_shifted, matches), fewer_shifted, step);
            }
            to += of_longer_row;
            hn::StoreU(made, lanes, to);
            fewer = here;
            fewer_shifted = here_shifted;
        }
        held = hn::Or(held, made);
    }
    return held;
}

/// The word of a row of places that begins at a diagonal.
class places_of_diagonals {
  public:
    HWY_INLINE places_of_diagonals(const row_shape& shape, unsigned word) {
        const std::int64_t place = shape.first_place + std::int64_t{64} * word;
        const std::int64_t low = place >> 6;
        shift_ = static_cast<int>(place & 63);
        has_low_ = low >= 0 && low < std::int64_t{shape.words_of_places};
        has_high_ = shift_ > 0 && low + 1 >= 0 && low + 1 < std::int64_t{shape.words_of_places};
        low_ = has_low_ ? static_cast<std::size_t>(low) * shape.stride : 0;
        high_ = has_high_ ? static_cast<std::size_t>(low + 1) * shape.stride : 0;
    }
    HWY_INLINE row_vector of(const std::uint64_t* row) const {
        const row_lanes lanes;
        row_vector bits = hn::Zero(lanes);
        if (has_low_) bits = hn::ShiftRightSame(hn::LoadU(lanes, row + low_), shift_);
        if (has_high_) bits = hn::Or(bits, hn::ShiftLeftSame(hn::LoadU(lanes, row + high_), 64 - shift_));
        return bits;
    }

  private:
    std::size_t low_;
    std::size_t high_;
    int shift_;
    bool has_low_;
    bool has_high_;
};

/// A word of each row of extend_lanes, where these are diagonals.
template <bool Indels, bool OneWord>
HWY_INLINE row_vector extend_diagonals(const row_shape& shape, unsigned word, const places_of_diagonals& places,
                                       const std::uint64_t* rows, const std::uint64_t* matching,
                                       const std::uint64_t* steps, std::uint64_t* longer, std::size_t longer_stride) {
    const row_lanes lanes;
    const unsigned words = OneWord ? 1 : shape.words;
    const std::size_t of_row = words * shape.stride;
    const std::uint64_t* from = rows + word * shape.stride;
    std::uint64_t* to = longer + word * longer_stride;
    const row_vector matches = places.of(matching);
    const row_vector step = places.of(steps);
    row_vector fewer = hn::LoadU(lanes, from);
    row_vector made = hn::And(fewer, matches);
    hn::StoreU(made, lanes, to);
    for (unsigned edits = 1; edits <= shape.edits; ++edits) {
        const row_vector here = hn::LoadU(lanes, from + of_row);
        if (Indels) {
            const row_vector deleted = shifted<OneWord>(made, to, longer_stride, word);
            const row_vector inserted = shifted_back(fewer, from + shape.stride, OneWord || word + 1 == words);
            made = hn::Or(hn::OrAnd(inserted, here, matches), hn::And(hn::Or(fewer, deleted), step));
        } else {
            made = hn::OrAnd(hn::And(here, matches), fewer, step);
        }
        from += of_row;
        to += words * longer_stride;
        hn::StoreU(made, lanes, to);
        fewer = here;
    }
    return made;
}

/// extend_lanes where the rows of the word are diagonals.
template <bool Indels, bool OneWord>
HWY_INLINE row_vector extend_along(const row_shape& shape, const places_of_diagonals& first, const std::uint64_t* rows,
                                   const std::uint64_t* matching, const std::uint64_t* steps, std::uint64_t* longer,
                                   std::size_t longer_stride) {
    row_vector held = extend_diagonals<Indels, OneWord>(shape, 0, first, rows, matching, steps, longer, longer_stride);
    for (unsigned word = 1; !OneWord && word < shape.words; ++word)
        held = hn::Or(held, extend_diagonals<Indels, OneWord>(shape, word, {shape, word}, rows, matching, steps, longer,
                                                              longer_stride));
    return held;
}

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif // per-target include guard
