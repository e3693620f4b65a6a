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

constexpr std::int64_t planes_of_text = 3;

/// 64 letters of a plane from any position.
HWY_INLINE std::int64_t letters_at(const std::uint64_t* planes, std::uint64_t plane, std::uint64_t at) {
    const std::uint64_t* const word = planes + at / 64 * planes_of_text + plane;
    const std::uint64_t shift = at % 64;
    return static_cast<std::int64_t>(word[0] >> shift | word[planes_of_text] << 1U << (63 - shift));
}

/// The next difference at or behind one place.
HWY_INLINE anchor_vector slide(anchor_vector from, anchor_vector differences) {
    const anchor_vector behind = hn::And(differences, hn::Neg(from));
    return hn::And(behind, hn::Neg(behind));
}

template <std::size_t Edits>
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
        masks(word, from, length, different, ends);
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
    static HWY_INLINE anchor_vector load(const std::uint64_t* from) {
        const anchor_tag lanes;
        const hn::RebindToUnsigned<anchor_tag> numbers;
        return hn::BitCast(lanes, hn::LoadU(numbers, from));
    }

    /// What has come to the end of these letters begins there with the next ones.
    HWY_INLINE void remember(const anchor_vector* row, anchor_vector whole, std::size_t edits) {
        const anchor_tag lanes;
        for (std::size_t d = 0; d < count; ++d)
            begun_[edits][d] = hn::IfThenElseZero(hn::Eq(row[d], whole), hn::Set(lanes, std::int64_t{1}));
    }

    /// On every diagonal: the letters that differ, and from where on there are none, in the piece or in the word.
    HWY_INLINE void masks(const reached_word& word, std::uint64_t from, std::uint64_t length,
                          anchor_vector* HWY_RESTRICT different, anchor_vector* HWY_RESTRICT ends) const {
        const anchor_tag lanes;
        const hn::RebindToUnsigned<anchor_tag> numbers;
        const anchor_vector text =
            hn::Add(place_, hn::Set(lanes, static_cast<std::int64_t>(from) - static_cast<std::int64_t>(Edits)));
        // What is behind the piece is not looked at: it may be behind the text.
        const anchor_vector word_of_text = hn::ShiftRight<6>(hn::Min(text, last_));
        const anchor_vector index = hn::Add(hn::Add(word_of_text, word_of_text), word_of_text);
        const auto shift = hn::BitCast(numbers, hn::And(text, hn::Set(lanes, std::int64_t{63})));
        const auto back = hn::Sub(hn::Set(numbers, std::uint64_t{63}), shift);
        for (std::size_t d = 0; d < count; ++d)
            different[d] = hn::Zero(lanes);
        for (std::uint64_t plane = 0; plane < planes_of_text; ++plane) {
            const auto* const base = reinterpret_cast<const std::int64_t*>(word.planes + plane);
            const auto low = hn::BitCast(numbers, hn::GatherIndex(lanes, base, index));
            const auto high = hn::BitCast(numbers, hn::GatherIndex(lanes, base + planes_of_text, index));
            auto letters = hn::Or(hn::Shr(low, shift), hn::Shl(hn::Add(high, high), back));
            const std::int64_t of_word = letters_at(word.planes, plane, word.first + from);
            for (std::size_t d = 0; d < count; ++d) {
                const anchor_vector here = hn::BitCast(lanes, letters);
                // The last plane is that of letters that match nothing, in the text or in the word.
                different[d] = hn::Or(different[d], plane + 1 < planes_of_text ? hn::Xor(here, hn::Set(lanes, of_word))
                                                                               : hn::Or(here, hn::Set(lanes, of_word)));
                letters = hn::ShiftRight<1>(letters);
            }
        }
        const anchor_vector one = hn::Set(lanes, std::int64_t{1});
        const anchor_vector most = hn::Set(lanes, static_cast<std::int64_t>(length));
        anchor_vector left = hn::Sub(last_, text);
        for (std::size_t d = 0; d < count; ++d) {
            const anchor_vector limit = hn::Max(hn::Min(left, most), hn::Zero(lanes));
            ends[d] = hn::BitCast(lanes, hn::Shl(hn::BitCast(numbers, one), hn::BitCast(numbers, limit)));
            different[d] = hn::Or(different[d], ends[d]);
            left = hn::Sub(left, one);
        }
    }

    anchor_vector place_;
    anchor_vector last_;
    anchor_vector begun_[Edits + 1][count]; ///< 1: reached the first of the next letters with so many edits
};

template <std::size_t Edits>
void reaches_with(const reached_word& word, const anchor_lists& anchors, std::uint64_t* reached) {
    const anchor_tag lanes;
    const hn::RebindToUnsigned<anchor_tag> numbers;
    for (std::size_t first = 0; first < anchors.count; first += hn::Lanes(lanes)) {
        diagonals<Edits> state(anchors, first);
        auto furthest = hn::Zero(numbers);
        for (std::uint64_t from = 0; from < word.length; from += diagonals<Edits>::chunk) {
            const std::uint64_t left = word.length - from;
            const std::uint64_t length = left < diagonals<Edits>::chunk ? left : diagonals<Edits>::chunk;
            anchor_vector most;
            const bool goes_on = state.advance(word, from, length, most);
            // A bit's place is the number of ones below it; lanes that ended before have none.
            const auto below = hn::BitCast(numbers, hn::Sub(most, hn::Set(lanes, std::int64_t{1})));
            const auto here = hn::Add(hn::PopulationCount(below), hn::Set(numbers, from));
            furthest = hn::IfThenElse(hn::Eq(hn::BitCast(numbers, most), hn::Zero(numbers)), furthest, here);
            if (!goes_on) break;
        }
        hn::StoreU(furthest, numbers, reached + first);
    }
}

void reaches(const reached_word& word, const anchor_lists& anchors, unsigned edits, std::uint64_t* reached) {
    switch (edits) {
    case 0: return reaches_with<0>(word, anchors, reached);
    case 1: return reaches_with<1>(word, anchors, reached);
    case 2: return reaches_with<2>(word, anchors, reached);
    case 3: return reaches_with<3>(word, anchors, reached);
    case 4: return reaches_with<4>(word, anchors, reached);
    case 5: return reaches_with<5>(word, anchors, reached);
    default: return reaches_with<6>(word, anchors, reached);
    }
}

using screen_tag = hn::CappedTag<std::uint32_t, 2 * anchors_at_once>;
using screen_vector = hn::Vec<screen_tag>;

/// Half of a vector of places: for each the 64 bits of 32 letters, from a word of the text on.
template <class Places>
HWY_INLINE auto gather_letters(const std::uint64_t* letters, Places words) {
    const hn::Repartition<std::uint64_t, hn::DFromV<Places>> wide;
    const hn::RebindToSigned<decltype(wide)> indices;
    return hn::GatherIndex(wide, letters, hn::BitCast(indices, words));
}

HWY_INLINE screen_vector slide_bits(screen_vector from, screen_vector differences) {
    const screen_tag lanes;
    const hn::RebindToSigned<screen_tag> numbers;
    const auto negated = [&](screen_vector of) { return hn::BitCast(lanes, hn::Neg(hn::BitCast(numbers, of))); };
    const screen_vector behind = hn::And(differences, negated(from));
    return hn::And(behind, negated(behind));
}

/// As diagonals::advance does, but for one chunk in one piece, and every diagonal may begin.
template <std::size_t Edits>
std::size_t screen_with(const screened_word& word, const std::uint64_t* letters, std::uint32_t* places,
                        std::size_t count) {
    constexpr std::size_t diagonals_of_word = 2 * Edits + 1;
    const screen_tag lanes;
    const hn::Half<screen_tag> half;
    const hn::Repartition<std::uint64_t, screen_tag> wide;
    const screen_vector beyond = hn::Set(lanes, ~std::uint32_t{0} << word.length);
    const screen_vector whole = hn::Set(lanes, std::uint32_t{1} << word.length);
    const screen_vector low_of_word = hn::Set(lanes, word.low);
    const screen_vector high_of_word = hn::Set(lanes, word.high);
    const screen_vector one = hn::Set(lanes, std::uint32_t{1});
    std::size_t kept = 0;
    for (std::size_t first = 0; first < count; first += hn::Lanes(lanes)) {
        const screen_vector place = hn::LoadU(lanes, places + first);
        const screen_vector from = hn::Sub(place, hn::Set(lanes, static_cast<std::uint32_t>(Edits)));
        const screen_vector index = hn::ShiftRight<5>(from);
        const auto lower = hn::PromoteTo(wide, hn::LowerHalf(half, index));
        const auto upper = hn::PromoteTo(wide, hn::UpperHalf(half, index));
        const auto of_lower = hn::BitCast(lanes, gather_letters(letters, lower));
        const auto of_upper = hn::BitCast(lanes, gather_letters(letters, upper));
        const auto next_of_lower = hn::BitCast(lanes, gather_letters(letters + 1, lower));
        const auto next_of_upper = hn::BitCast(lanes, gather_letters(letters + 1, upper));
        const screen_vector shift = hn::And(from, hn::Set(lanes, std::uint32_t{31}));
        const screen_vector back = hn::Sub(hn::Set(lanes, std::uint32_t{31}), shift);
        const auto joined = [&](screen_vector begin, screen_vector end) {
            return hn::Or(hn::Shr(begin, shift), hn::Shl(hn::Add(end, end), back));
        };
        screen_vector low =
            joined(hn::ConcatEven(lanes, of_upper, of_lower), hn::ConcatEven(lanes, next_of_upper, next_of_lower));
        screen_vector high =
            joined(hn::ConcatOdd(lanes, of_upper, of_lower), hn::ConcatOdd(lanes, next_of_upper, next_of_lower));
        screen_vector different[diagonals_of_word];
        screen_vector row[diagonals_of_word];
        for (std::size_t d = 0; d < diagonals_of_word; ++d) {
            different[d] = hn::Or(hn::Or(hn::Xor(low, low_of_word), hn::Xor(high, high_of_word)), beyond);
            row[d] = slide_bits(one, different[d]);
            low = hn::ShiftRight<1>(low);
            high = hn::ShiftRight<1>(high);
        }
        for (std::size_t edits = 1; edits <= Edits; ++edits) {
            screen_vector next[diagonals_of_word];
            for (std::size_t d = 0; d < diagonals_of_word; ++d) {
                screen_vector consumed = row[d];
                if (d + 1 < diagonals_of_word) consumed = hn::Max(consumed, row[d + 1]);
                screen_vector furthest = hn::Add(consumed, consumed);
                if (d > 0) furthest = hn::Max(furthest, row[d - 1]);
                next[d] = slide_bits(furthest, different[d]);
            }
            for (std::size_t d = 0; d < diagonals_of_word; ++d)
                row[d] = next[d];
        }
        screen_vector most = row[0];
        for (std::size_t d = 1; d < diagonals_of_word; ++d)
            most = hn::Max(most, row[d]);
        const auto may_hold = hn::Eq(hn::Max(most, whole), most);
        if (hn::AllFalse(lanes, may_hold)) continue;
        // What is overwritten behind the kept ones has been read.
        kept += hn::CompressStore(place, may_hold, lanes, places + kept);
    }
    return kept;
}

std::size_t screen(const screened_word& word, const std::uint64_t* letters, unsigned edits, std::uint32_t* places,
                   std::size_t count) {
    switch (edits) {
    case 0: return screen_with<0>(word, letters, places, count);
    case 1: return screen_with<1>(word, letters, places, count);
    case 2: return screen_with<2>(word, letters, places, count);
    case 3: return screen_with<3>(word, letters, places, count);
    case 4: return screen_with<4>(word, letters, places, count);
    case 5: return screen_with<5>(word, letters, places, count);
    default: return screen_with<6>(word, letters, places, count);
    }
}

constexpr reach_kernels kernels_of_reaches{&screen, &reaches};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const reach_kernels& reach_kernels_for(simd::vector_target target) {
    return CONCORD_DISPATCH(kernels_of_reaches, target);
}

} // namespace concord::substring
#endif
