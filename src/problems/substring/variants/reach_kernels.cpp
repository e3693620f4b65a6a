// Eight anchors a vector of AVX-512, two of the baseline. Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/variants/reach_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/variants/reach_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using anchor_tag = hn::CappedTag<std::int64_t, anchors_at_once>;
using anchor_vector = hn::Vec<anchor_tag>;

/// 64 letters of a plane from any position.
template <bool Sets>
HWY_INLINE std::int64_t letters_at(const std::uint64_t* planes, std::uint64_t plane, std::uint64_t at) {
    const std::uint64_t* const word = planes + at / 64 * planes_of_text(Sets) + plane;
    const std::uint64_t shift = at % 64;
    return static_cast<std::int64_t>(word[0] >> shift | word[planes_of_text(Sets)] << 1U << (63 - shift));
}

/// The next difference at or behind one place.
HWY_INLINE anchor_vector slide(anchor_vector from, anchor_vector differences) {
    const anchor_vector behind = hn::And(differences, hn::Neg(from));
    return hn::And(behind, hn::Neg(behind));
}

HWY_INLINE anchor_vector load(const std::uint64_t* from) {
    const anchor_tag lanes;
    const hn::RebindToUnsigned<anchor_tag> numbers;
    return hn::BitCast(lanes, hn::LoadU(numbers, from));
}

/// On `Diagonals` diagonals next to each other, the first of which is at `text` in each lane: the letters of the word
/// that differ, `length` of them from `from` on, and from where on there are none, in the piece or in the word.
template <std::size_t Diagonals, bool Sets>
HWY_INLINE void find_differences(const reached_word& word, std::uint64_t from, std::uint64_t length, anchor_vector text,
                                 anchor_vector last, anchor_vector* HWY_RESTRICT different,
                                 anchor_vector* HWY_RESTRICT ends) {
    const anchor_tag lanes;
    const hn::RebindToUnsigned<anchor_tag> numbers;
    constexpr std::uint64_t planes = planes_of_text(Sets);
    // What is behind the piece is not looked at: it may be behind the text.
    const anchor_vector word_of_text = hn::ShiftRight<6>(hn::Min(text, last));
    const anchor_vector twice = hn::Add(word_of_text, word_of_text);
    const anchor_vector index = hn::Add(twice, Sets ? twice : word_of_text);
    const auto shift = hn::BitCast(numbers, hn::And(text, hn::Set(lanes, std::int64_t{63})));
    const auto back = hn::Sub(hn::Set(numbers, std::uint64_t{63}), shift);
    for (std::size_t d = 0; d < Diagonals; ++d)
        different[d] = hn::Zero(lanes);
    for (std::uint64_t plane = 0; plane < planes; ++plane) {
        const auto* const base = reinterpret_cast<const std::int64_t*>(word.planes + plane);
        const auto low = hn::BitCast(numbers, hn::GatherIndex(lanes, base, index));
        const auto high = hn::BitCast(numbers, hn::GatherIndex(lanes, base + planes, index));
        auto letters = hn::Or(hn::Shr(low, shift), hn::Shl(hn::Add(high, high), back));
        const anchor_vector of_word = hn::Set(lanes, letters_at<Sets>(word.planes, plane, word.first + from));
        for (std::size_t d = 0; d < Diagonals; ++d) {
            const anchor_vector here = hn::BitCast(lanes, letters);
            if constexpr (Sets) // for now those that match
                different[d] = hn::OrAnd(different[d], here, of_word);
            else // the last plane is that of letters that match nothing, in the text or in the word
                different[d] =
                    hn::Or(different[d], plane + 1 < planes ? hn::Xor(here, of_word) : hn::Or(here, of_word));
            letters = hn::ShiftRight<1>(letters);
        }
    }
    const anchor_vector one = hn::Set(lanes, std::int64_t{1});
    const anchor_vector most = hn::Set(lanes, static_cast<std::int64_t>(length));
    anchor_vector left = hn::Sub(last, text);
    for (std::size_t d = 0; d < Diagonals; ++d) {
        const anchor_vector limit = hn::Max(hn::Min(left, most), hn::Zero(lanes));
        ends[d] = hn::BitCast(lanes, hn::Shl(hn::BitCast(numbers, one), hn::BitCast(numbers, limit)));
        different[d] = hn::Or(Sets ? hn::Not(different[d]) : different[d], ends[d]);
        left = hn::Sub(left, one);
    }
}

/// A bit's place is the number of ones below it.
HWY_INLINE auto places_of_bits(anchor_vector bits) {
    const anchor_tag lanes;
    const hn::RebindToUnsigned<anchor_tag> numbers;
    return hn::PopulationCount(hn::BitCast(numbers, hn::Sub(bits, hn::Set(lanes, std::int64_t{1}))));
}

template <std::size_t Edits, bool Sets>
class diagonals {
  public:
    static constexpr std::size_t count = 2 * Edits + 1;
    /// Letters of the word at a time: a text of 64 letters has them on every diagonal.
    static constexpr std::uint64_t chunk = Edits < 2 ? 61 : 64 - 2 * Edits;

    HWY_INLINE diagonals(const anchor_lists& anchors, std::size_t first)
        : place_(load(anchors.places + first)), last_(load(anchors.lasts + first)) {
        const anchor_tag lanes;
        const anchor_vector begin = load(anchors.firsts + first);
        constexpr auto most = static_cast<std::int64_t>(Edits);
        for (std::size_t d = 0; d < count; ++d) {
            const anchor_vector text = hn::Add(place_, hn::Set(lanes, static_cast<std::int64_t>(d) - most));
            const auto is_outside = hn::Or(hn::Lt(text, begin), hn::Gt(text, last_));
            begun_[0][d] = hn::IfThenZeroElse(is_outside, hn::Set(lanes, std::int64_t{1}));
            for (std::size_t edits = 1; edits <= Edits; ++edits)
                begun_[edits][d] = hn::Zero(lanes);
        }
    }

    /// The letters of the word from `from` on, `length` of them: the furthest place of each lane, as a bit. Returns
    /// whether some lane reaches the end.
    HWY_INLINE bool advance(const reached_word& word, std::uint64_t from, std::uint64_t length, anchor_vector& most) {
        const anchor_tag lanes;
        anchor_vector different[count];
        anchor_vector ends[count];
        find_differences<count, Sets>(
            word, from, length,
            hn::Add(place_, hn::Set(lanes, static_cast<std::int64_t>(from) - static_cast<std::int64_t>(Edits))), last_,
            different, ends);
        anchor_vector row[count];
        for (std::size_t d = 0; d < count; ++d)
            row[d] = slide(begun_[0][d], different[d]);
        const anchor_vector whole = hn::Set(lanes, static_cast<std::int64_t>(std::uint64_t{1} << length));
        remember(row, whole, 0);
        for (std::size_t edits = 1; edits <= Edits; ++edits) {
            anchor_vector next[count];
            for (std::size_t d = 0; d < count; ++d) {
                anchor_vector consumed = row[d];
                if (d + 1 < count) consumed = hn::Max(consumed, row[d + 1]);
                anchor_vector furthest = hn::Max(hn::Add(consumed, consumed), begun_[edits][d]);
                if (d > 0) furthest = hn::Max(furthest, row[d - 1]);
                next[d] = slide(hn::Min(furthest, ends[d]), different[d]);
            }
            for (std::size_t d = 0; d < count; ++d)
                row[d] = next[d];
            remember(row, whole, edits);
        }
        most = row[0];
        for (std::size_t d = 1; d < count; ++d)
            most = hn::Max(most, row[d]);
        return !hn::AllFalse(lanes, hn::Eq(most, whole));
    }

  private:
    /// What has come to the end of these letters begins there with the next ones.
    HWY_INLINE void remember(const anchor_vector* row, anchor_vector whole, std::size_t edits) {
        const anchor_tag lanes;
        for (std::size_t d = 0; d < count; ++d)
            begun_[edits][d] = hn::IfThenElseZero(hn::Eq(row[d], whole), hn::Set(lanes, std::int64_t{1}));
    }

    anchor_vector place_;
    anchor_vector last_;
    anchor_vector begun_[Edits + 1][count]; ///< 1: reached the first of the next letters with so many edits
};

template <std::size_t Edits, bool Sets>
void reaches_with(const reached_word& word, const anchor_lists& anchors, std::uint64_t* reached) {
    const anchor_tag lanes;
    const hn::RebindToUnsigned<anchor_tag> numbers;
    for (std::size_t first = 0; first < anchors.count; first += hn::Lanes(lanes)) {
        diagonals<Edits, Sets> state(anchors, first);
        auto furthest = hn::Zero(numbers);
        for (std::uint64_t from = 0; from < word.length; from += state.chunk) {
            const std::uint64_t left = word.length - from;
            const std::uint64_t length = left < state.chunk ? left : state.chunk;
            anchor_vector most;
            const bool goes_on = state.advance(word, from, length, most);
            // Lanes that ended before have no bit.
            const auto here = hn::Add(places_of_bits(most), hn::Set(numbers, from));
            furthest = hn::IfThenElse(hn::Eq(hn::BitCast(numbers, most), hn::Zero(numbers)), furthest, here);
            if (!goes_on) break;
        }
        hn::StoreU(furthest, numbers, reached + first);
    }
}

/// Without insertions and deletions.
template <bool Sets>
void reaches_on_diagonal(const reached_word& word, const anchor_lists& anchors, unsigned mismatches,
                         std::uint64_t* reached) {
    constexpr std::uint64_t chunk = 62;
    const anchor_tag lanes;
    const hn::RebindToUnsigned<anchor_tag> numbers;
    const anchor_vector zero = hn::Zero(lanes);
    const anchor_vector one = hn::Set(lanes, std::int64_t{1});
    for (std::size_t first = 0; first < anchors.count; first += hn::Lanes(lanes)) {
        const anchor_vector place = load(anchors.places + first);
        const anchor_vector last = load(anchors.lasts + first);
        const auto is_outside = hn::Or(hn::Lt(place, load(anchors.firsts + first)), hn::Gt(place, last));
        anchor_vector goes_on = hn::IfThenZeroElse(is_outside, hn::Set(lanes, std::int64_t{-1}));
        anchor_vector left = hn::Set(lanes, static_cast<std::int64_t>(mismatches));
        auto furthest = hn::Zero(numbers);
        for (std::uint64_t from = 0; from < word.length && !hn::AllTrue(lanes, hn::Eq(goes_on, zero)); from += chunk) {
            const std::uint64_t length = word.length - from < chunk ? word.length - from : chunk;
            anchor_vector different;
            anchor_vector end;
            find_differences<1, Sets>(word, from, length,
                                      hn::Add(place, hn::Set(lanes, static_cast<std::int64_t>(from))), last, &different,
                                      &end);
            for (unsigned count = 0; count < mismatches; ++count) {
                const anchor_vector next = hn::And(different, hn::Neg(different));
                const auto is_passed = hn::And(hn::Gt(left, zero), hn::Lt(next, end));
                different = hn::Sub(different, hn::IfThenElseZero(is_passed, next));
                left = hn::Sub(left, hn::IfThenElseZero(is_passed, one));
            }
            const anchor_vector next = hn::And(different, hn::Neg(different));
            const auto here = hn::Add(places_of_bits(next), hn::Set(numbers, from));
            furthest = hn::IfThenElse(hn::Eq(hn::BitCast(numbers, goes_on), hn::Zero(numbers)), furthest, here);
            const anchor_vector whole = hn::Set(lanes, static_cast<std::int64_t>(std::uint64_t{1} << length));
            goes_on = hn::IfThenElseZero(hn::Eq(next, whole), goes_on);
        }
        hn::StoreU(furthest, numbers, reached + first);
    }
}

template <bool Sets>
void reaches_by_edits(const reached_word& word, const anchor_lists& anchors, const reach_edits& edits,
                      std::uint64_t* reached) {
    if (!edits.indels) return reaches_on_diagonal<Sets>(word, anchors, edits.count, reached);
    switch (edits.count) {
    case 0: return reaches_with<0, Sets>(word, anchors, reached);
    case 1: return reaches_with<1, Sets>(word, anchors, reached);
    case 2: return reaches_with<2, Sets>(word, anchors, reached);
    case 3: return reaches_with<3, Sets>(word, anchors, reached);
    case 4: return reaches_with<4, Sets>(word, anchors, reached);
    case 5: return reaches_with<5, Sets>(word, anchors, reached);
    default: return reaches_with<6, Sets>(word, anchors, reached);
    }
}

void reaches(const reached_word& word, const anchor_lists& anchors, const reach_edits& edits, std::uint64_t* reached) {
    word.has_sets ? reaches_by_edits<true>(word, anchors, edits, reached)
                  : reaches_by_edits<false>(word, anchors, edits, reached);
}

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

reach_kernels reach_kernels_for(simd::vector_target target) {
    return {screen_kernel_for(target), &CONCORD_DISPATCH(reaches, target)};
}

} // namespace concord::substring
#endif
