// Sixteen places a vector of AVX-512, four of the baseline. Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/variants/screen_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/variants/reach_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

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

/// 32 letters of the text for each of some places, from the place on: low and high bits, and which are ambiguous.
struct screened_letters {
    screen_vector low;
    screen_vector high;
    screen_vector any;
};

template <bool Sets>
HWY_INLINE screened_letters letters_from(const screened_text& text, screen_vector from) {
    const screen_tag lanes;
    const hn::Half<screen_tag> half;
    const hn::Repartition<std::uint64_t, screen_tag> wide;
    const screen_vector index = hn::ShiftRight<5>(from);
    const auto lower = hn::PromoteTo(wide, hn::LowerHalf(half, index));
    const auto upper = hn::PromoteTo(wide, hn::UpperHalf(half, index));
    const auto of_lower = hn::BitCast(lanes, gather_letters(text.letters, lower));
    const auto of_upper = hn::BitCast(lanes, gather_letters(text.letters, upper));
    const auto next_of_lower = hn::BitCast(lanes, gather_letters(text.letters + 1, lower));
    const auto next_of_upper = hn::BitCast(lanes, gather_letters(text.letters + 1, upper));
    const screen_vector shift = hn::And(from, hn::Set(lanes, std::uint32_t{31}));
    const screen_vector back = hn::Sub(hn::Set(lanes, std::uint32_t{31}), shift);
    const auto joined = [&](screen_vector begin, screen_vector end) {
        return hn::Or(hn::Shr(begin, shift), hn::Shl(hn::Add(end, end), back));
    };
    screened_letters made{
        joined(hn::ConcatEven(lanes, of_upper, of_lower), hn::ConcatEven(lanes, next_of_upper, next_of_lower)),
        joined(hn::ConcatOdd(lanes, of_upper, of_lower), hn::ConcatOdd(lanes, next_of_upper, next_of_lower)),
        hn::Zero(lanes)};
    if constexpr (Sets) {
        const hn::RebindToSigned<screen_tag> indices;
        const auto at = hn::BitCast(indices, index);
        made.any = joined(hn::GatherIndex(lanes, text.any, at), hn::GatherIndex(lanes, text.any + 1, at));
    }
    return made;
}

/// The letters of the word as all lanes have them, and those behind it.
struct screening_word {
    HWY_INLINE explicit screening_word(const screened_word& word)
        : low(hn::Set(screen_tag(), word.low)), high(hn::Set(screen_tag(), word.high)),
          any(hn::Set(screen_tag(), word.any)), beyond(hn::Set(screen_tag(), ~std::uint32_t{0} << word.length)) {}

    /// A bit for each letter that differs from one of the text. Those beyond the word are not zero.
    template <bool Sets>
    [[nodiscard]] HWY_INLINE screen_vector differences(const screened_letters& text) const {
        screen_vector different = hn::Or(hn::Xor(text.low, low), hn::Xor(text.high, high));
        if constexpr (Sets) different = hn::AndNot(hn::Or(text.any, any), different);
        return different;
    }

    screen_vector low;
    screen_vector high;
    screen_vector any;
    screen_vector beyond;
};

/// As diagonals::advance does, but for one chunk in one piece, and every diagonal may begin.
template <std::size_t Edits, bool Sets>
HWY_INLINE auto may_occur(const screened_word& word, const screening_word& letters, const screened_text& text,
                          screen_vector place) {
    constexpr std::size_t diagonals_of_word = 2 * Edits + 1;
    const screen_tag lanes;
    const screen_vector whole = hn::Set(lanes, std::uint32_t{1} << word.length);
    const screen_vector one = hn::Set(lanes, std::uint32_t{1});
    screened_letters here = letters_from<Sets>(text, hn::Sub(place, hn::Set(lanes, static_cast<std::uint32_t>(Edits))));
    screen_vector different[diagonals_of_word];
    screen_vector row[diagonals_of_word];
    for (std::size_t d = 0; d < diagonals_of_word; ++d) {
        different[d] = hn::Or(letters.differences<Sets>(here), letters.beyond);
        row[d] = slide_bits(one, different[d]);
        here.low = hn::ShiftRight<1>(here.low);
        here.high = hn::ShiftRight<1>(here.high);
        if constexpr (Sets) here.any = hn::ShiftRight<1>(here.any);
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
    return hn::Eq(hn::Max(most, whole), most);
}

/// Those places that a test of a vector of them leaves.
template <class Test>
HWY_INLINE std::size_t keep_places(std::uint32_t* places, std::size_t count, Test test) {
    const screen_tag lanes;
    std::size_t kept = 0;
    for (std::size_t first = 0; first < count; first += hn::Lanes(lanes)) {
        const screen_vector place = hn::LoadU(lanes, places + first);
        const auto may_hold = test(place);
        if (hn::AllFalse(lanes, may_hold)) continue;
        // What is overwritten behind the kept ones has been read.
        kept += hn::CompressStore(place, may_hold, lanes, places + kept);
    }
    return kept;
}

template <std::size_t Edits, bool Sets>
std::size_t screen_with(const screened_word& word, const screened_text& text, std::uint32_t* places,
                        std::size_t count) {
    const screening_word letters(word);
    return keep_places(places, count, [&](screen_vector place) HWY_ATTR {
        return may_occur<Edits, Sets>(word, letters, text, place);
    });
}

/// Without insertions and deletions.
template <bool Sets>
std::size_t screen_on_diagonal(const screened_word& word, const screened_text& text, unsigned mismatches,
                               std::uint32_t* places, std::size_t count) {
    const screening_word letters(word);
    const screen_vector most = hn::Set(screen_tag(), std::uint32_t{mismatches});
    return keep_places(places, count, [&](screen_vector place) HWY_ATTR {
        const screen_vector different = letters.differences<Sets>(letters_from<Sets>(text, place));
        const screen_vector mismatches_here = hn::PopulationCount(hn::AndNot(letters.beyond, different));
        return hn::Eq(hn::Max(mismatches_here, most), most);
    });
}

template <bool Sets>
std::size_t screen_by_edits(const screened_word& word, const screened_text& text, const reach_edits& edits,
                            std::uint32_t* places, std::size_t count) {
    if (!edits.indels) return screen_on_diagonal<Sets>(word, text, edits.count, places, count);
    switch (edits.count) {
    case 0: return screen_with<0, Sets>(word, text, places, count);
    case 1: return screen_with<1, Sets>(word, text, places, count);
    case 2: return screen_with<2, Sets>(word, text, places, count);
    case 3: return screen_with<3, Sets>(word, text, places, count);
    case 4: return screen_with<4, Sets>(word, text, places, count);
    case 5: return screen_with<5, Sets>(word, text, places, count);
    default: return screen_with<6, Sets>(word, text, places, count);
    }
}

std::size_t screen(const screened_word& word, const screened_text& text, const reach_edits& edits,
                   std::uint32_t* places, std::size_t count) {
    return text.any != nullptr ? screen_by_edits<true>(word, text, edits, places, count)
                               : screen_by_edits<false>(word, text, edits, places, count);
}

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

screen_kernel screen_kernel_for(simd::vector_target target) { return &CONCORD_DISPATCH(screen, target); }

} // namespace concord::substring
#endif
