// A text is a lane of as many bits as its column, eight for words of up to eight letters, else 16: 64 or 32 texts a
// vector of AVX-512, 16 or eight of the baseline, and two vectors beside each other, as each step of one waits for the
// step before it. Highway includes this file anew for each instruction set.
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

/// Of a column in so many bits.
template <class Column>
using column_tag = hn::CappedTag<Column, padding_of_texts / 2>;
template <class Column>
using column_vector = hn::Vec<column_tag<Column>>;

/// What one vector has of texts, letter by letter. Each number of a column has a few letters of its text.
class read_words { // eight letters in 16 bits
  public:
    using column = std::uint16_t;

    HWY_INLINE explicit read_words(const packed_letters* texts) {
        const column_tag<column> lanes;
        const hn::Repartition<packed_letters, column_tag<column>> wide;
        const column_vector<column> low = hn::BitCast(lanes, hn::LoadU(wide, texts));
        const column_vector<column> high = hn::BitCast(lanes, hn::LoadU(wide, texts + hn::Lanes(wide)));
        letters_[0] = hn::ConcatEven(lanes, high, low);
        letters_[1] = hn::ConcatOdd(lanes, high, low);
    }
    /// Where the words have the letter with this number.
    template <class Matching>
    HWY_INLINE column_vector<column> equal(unsigned letter, const Matching& matching) {
        const column_tag<column> lanes;
        column_vector<column>& text = letters_[letter / 8];
        const auto is_odd = hn::TestBit(text, hn::Set(lanes, std::uint16_t{1}));
        const auto is_high = hn::TestBit(text, hn::Set(lanes, std::uint16_t{2}));
        text = hn::ShiftRight<2>(text);
        return hn::IfThenElse(is_high, hn::IfThenElse(is_odd, matching.of[3], matching.of[2]),
                              hn::IfThenElse(is_odd, matching.of[1], matching.of[0]));
    }

    struct matching {
        column_vector<column> of[4];

        HWY_INLINE explicit matching(const std::array<std::uint16_t, 4>& word) {
            for (std::size_t letter = 0; letter < 4; ++letter)
                of[letter] = hn::Set(column_tag<column>(), word[letter]);
        }
    };

  private:
    column_vector<column> letters_[2];
};

class read_bytes { // four letters in eight bits
  public:
    using column = std::uint8_t;

    HWY_INLINE explicit read_bytes(const packed_letters* texts) {
        const column_tag<column> lanes;
        const hn::Repartition<packed_letters, column_tag<column>> wide;
        const hn::Repartition<std::uint16_t, column_tag<column>> words;
        const auto quarter = [&](std::size_t which) HWY_ATTR {
            return hn::BitCast(words, hn::LoadU(wide, texts + which * hn::Lanes(wide)));
        };
        const auto first = quarter(0);
        const auto second = quarter(1);
        const auto third = quarter(2);
        const auto fourth = quarter(3);
        const auto low = hn::BitCast(lanes, hn::ConcatEven(words, second, first));
        const auto low_of_others = hn::BitCast(lanes, hn::ConcatEven(words, fourth, third));
        const auto high = hn::BitCast(lanes, hn::ConcatOdd(words, second, first));
        const auto high_of_others = hn::BitCast(lanes, hn::ConcatOdd(words, fourth, third));
        letters_[0] = hn::ConcatEven(lanes, low_of_others, low);
        letters_[1] = hn::ConcatOdd(lanes, low_of_others, low);
        letters_[2] = hn::ConcatEven(lanes, high_of_others, high);
        letters_[3] = hn::ConcatOdd(lanes, high_of_others, high);
    }
    template <class Matching>
    HWY_INLINE column_vector<column> equal(unsigned letter, const Matching& matching) {
        const column_tag<column> lanes;
        const hn::Repartition<std::uint16_t, column_tag<column>> words;
        column_vector<column>& text = letters_[letter / 4];
        const column_vector<column> number = hn::And(text, hn::Set(lanes, std::uint8_t{3}));
        // What comes from a byte's neighbour stays above the letters that are left.
        text = hn::BitCast(lanes, hn::ShiftRight<2>(hn::BitCast(words, text)));
        return hn::TableLookupBytes(matching.of, number);
    }

    struct matching {
        column_vector<column> of;

        HWY_INLINE explicit matching(const std::array<std::uint16_t, 4>& word) {
            alignas(16) std::uint8_t bytes[16] = {};
            for (std::size_t letter = 0; letter < 4; ++letter)
                bytes[letter] = static_cast<std::uint8_t>(word[letter] >> 8U);
            of = hn::LoadDup128(column_tag<column>(), bytes);
        }
    };

  private:
    column_vector<column> letters_[4];
};

/// Where a longer beginning of the word has one edit more, or one less; edits of the whole word; the fewest so far.
template <class Column>
struct edit_column {
    column_vector<Column> more;
    column_vector<Column> less;
    column_vector<Column> whole;
    column_vector<Column> fewest;

    HWY_INLINE explicit edit_column(unsigned letters)
        : more(hn::Set(column_tag<Column>(), static_cast<Column>(~0U << (8 * sizeof(Column) - letters)))),
          less(hn::Zero(column_tag<Column>())), whole(hn::Set(column_tag<Column>(), static_cast<Column>(letters))),
          fewest(whole) {}

    /// With one more letter of the text, which is equal to these of the word.
    HWY_INLINE void step(column_vector<Column> equal) {
        const column_tag<Column> lanes;
        const hn::RebindToSigned<column_tag<Column>> numbers;
        const auto diagonal = hn::Or(hn::Xor(hn::Add(hn::And(equal, more), more), more), hn::Or(equal, less));
        const auto rises = hn::Or(less, hn::Not(hn::Or(diagonal, more)));
        const auto falls = hn::And(more, diagonal);
        const auto last_of = [&](column_vector<Column> of) HWY_ATTR {
            return hn::BitCast(lanes, hn::BroadcastSignBit(hn::BitCast(numbers, of)));
        };
        whole = hn::Add(hn::Sub(whole, last_of(rises)), last_of(falls));
        fewest = hn::Min(fewest, whole);
        const auto above = hn::Or(hn::ShiftLeft<1>(rises), hn::Set(lanes, Column{1}));
        more = hn::Or(hn::ShiftLeft<1>(falls), hn::Not(hn::Or(diagonal, above)));
        less = hn::And(above, diagonal);
    }
};

HWY_INLINE void store(column_vector<std::uint8_t> edits, std::uint8_t* to) {
    hn::StoreU(edits, column_tag<std::uint8_t>(), to);
}
HWY_INLINE void store(column_vector<std::uint16_t> edits, std::uint8_t* to) {
    const hn::Rebind<std::uint8_t, column_tag<std::uint16_t>> bytes;
    const hn::RebindToSigned<column_tag<std::uint16_t>> numbers;
    hn::StoreU(hn::DemoteTo(bytes, hn::BitCast(numbers, edits)), bytes, to);
}

template <class Read>
void compare_in(const compared_texts& of) {
    using column = typename Read::column;
    const column_tag<column> lanes;
    const std::size_t at_once = hn::Lanes(lanes);
    const typename Read::matching matching(of.matching);
    const auto most = hn::Set(lanes, static_cast<column>(of.most));
    const auto finish = [&](const edit_column<column>& made, std::size_t at) HWY_ATTR {
        store(made.fewest, of.edits + at);
        hn::StoreMaskBits(lanes, hn::Eq(hn::Min(made.fewest, most), made.fewest), of.marks + at / 8);
    };
    for (std::size_t at = 0; at < of.count; at += 2 * at_once) {
        Read one(of.texts + at);
        Read other(of.texts + at + at_once);
        edit_column<column> of_one(of.letters);
        edit_column<column> of_other(of.letters);
        for (unsigned letter = 0; letter < of.read; ++letter) {
            of_one.step(one.equal(letter, matching));
            of_other.step(other.equal(letter, matching));
        }
        finish(of_one, at);
        finish(of_other, at + at_once);
    }
}

void compare(const compared_texts& of) {
    if (of.letters <= 8) return compare_in<read_bytes>(of);
    compare_in<read_words>(of);
}

constexpr half_kernels kernels_of_halves{&compare};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const half_kernels& half_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels_of_halves, target); }

} // namespace concord::substring
#endif
