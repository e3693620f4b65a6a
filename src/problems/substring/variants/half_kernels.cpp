// A text is 16 bits of a lane, as its column is: 32 texts a vector of AVX-512, eight of the baseline, and two vectors
// beside each other, as each step of one waits for the step before it. Highway includes this file anew for each
// instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/variants/half_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/variants/half_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using column_tag = hn::CappedTag<std::uint16_t, padding_of_texts / 2>;
using column_vector = hn::Vec<column_tag>;
using text_tag = hn::Repartition<std::uint32_t, column_tag>;

constexpr unsigned letters_of_lane = 8;

/// Some letters of as many texts as a column vector has lanes.
struct read_letters {
    column_vector first;
    column_vector others;

    HWY_INLINE explicit read_letters(const packed_letters* texts) {
        const text_tag wide;
        const column_tag lanes;
        const column_vector low = hn::BitCast(lanes, hn::LoadU(wide, texts));
        const column_vector high = hn::BitCast(lanes, hn::LoadU(wide, texts + hn::Lanes(wide)));
        first = hn::ConcatEven(lanes, high, low);
        others = hn::ConcatOdd(lanes, high, low);
    }
};

/// Where a longer beginning of the word has one edit more, or one less; edits of the whole word; the fewest so far.
struct edit_column {
    column_vector more;
    column_vector less;
    column_vector whole;
    column_vector fewest;

    HWY_INLINE edit_column(column_vector all, unsigned letters)
        : more(all), less(hn::Zero(column_tag())), whole(hn::Set(column_tag(), static_cast<std::uint16_t>(letters))),
          fewest(whole) {}

    /// With one more letter of the text, which is equal to these of the word.
    HWY_INLINE void step(column_vector equal) {
        const column_tag lanes;
        const hn::RebindToSigned<column_tag> numbers;
        const column_vector diagonal = hn::Or(hn::Xor(hn::Add(hn::And(equal, more), more), more), hn::Or(equal, less));
        const column_vector rises = hn::Or(less, hn::Not(hn::Or(diagonal, more)));
        const column_vector falls = hn::And(more, diagonal);
        const auto last_of = [&](column_vector of) HWY_ATTR {
            return hn::BitCast(lanes, hn::BroadcastSignBit(hn::BitCast(numbers, of)));
        };
        whole = hn::Add(hn::Sub(whole, last_of(rises)), last_of(falls));
        fewest = hn::Min(fewest, whole);
        const column_vector above = hn::Or(hn::ShiftLeft<1>(rises), hn::Set(lanes, std::uint16_t{1}));
        more = hn::Or(hn::ShiftLeft<1>(falls), hn::Not(hn::Or(diagonal, above)));
        less = hn::And(above, diagonal);
    }
};

void compare(const compared_texts& of) {
    const column_tag lanes;
    const std::size_t at_once = hn::Lanes(lanes);
    column_vector matching[4];
    for (std::size_t letter = 0; letter < 4; ++letter)
        matching[letter] = hn::Set(lanes, of.matching[letter]);
    const column_vector all = hn::Or(hn::Or(matching[0], matching[1]), hn::Or(matching[2], matching[3]));
    const column_vector most = hn::Set(lanes, static_cast<std::uint16_t>(of.most));
    const auto step = [&](edit_column& column, column_vector& text) HWY_ATTR {
        const auto is_odd = hn::TestBit(text, hn::Set(lanes, std::uint16_t{1}));
        const auto is_high = hn::TestBit(text, hn::Set(lanes, std::uint16_t{2}));
        column.step(hn::IfThenElse(is_high, hn::IfThenElse(is_odd, matching[3], matching[2]),
                                   hn::IfThenElse(is_odd, matching[1], matching[0])));
        text = hn::ShiftRight<2>(text);
    };
    const auto finish = [&](const edit_column& column, std::size_t at) HWY_ATTR {
        hn::StoreU(column.fewest, lanes, of.edits + at);
        hn::StoreMaskBits(lanes, hn::Eq(hn::Min(column.fewest, most), column.fewest), of.marks + at / 8);
    };
    const unsigned in_first = of.read < letters_of_lane ? of.read : letters_of_lane;
    for (std::size_t at = 0; at < of.count; at += 2 * at_once) {
        read_letters one(of.texts + at);
        read_letters other(of.texts + at + at_once);
        edit_column column(all, of.letters);
        edit_column other_column(all, of.letters);
        for (unsigned letter = 0; letter < in_first; ++letter) {
            step(column, one.first);
            step(other_column, other.first);
        }
        for (unsigned letter = in_first; letter < of.read; ++letter) {
            step(column, one.others);
            step(other_column, other.others);
        }
        finish(column, at);
        finish(other_column, at + at_once);
    }
}

constexpr half_kernels kernels_of_halves{&compare};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const half_kernels& half_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels_of_halves, target); }

} // namespace concord::substring
#endif
