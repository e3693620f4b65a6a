// Eight sequences a vector of AVX-512, two of the baseline. Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/variants/row_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "base/bits.hpp"
#include "problems/substring/variants/row_kernels.hpp"
#include "problems/substring/variants/row_recurrence-inl.hpp"
#include "simd/dispatch.hpp"

#include <iterator>

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <bool Indels, bool OneWord>
void extend_all_along(const row_shape& given, const std::uint64_t* rows, const std::uint64_t* matching,
                      const std::uint64_t* steps, std::uint64_t* longer) {
    const row_lanes lanes;
    const row_shape shape = given;
    const places_of_diagonals first(shape, 0);
    for (std::size_t lane = 0; lane < shape.lanes; lane += hn::Lanes(lanes))
        extend_along<Indels, OneWord>(shape, first, rows + lane, matching + lane, steps + lane, longer + lane,
                                      shape.stride);
}

template <bool Indels, bool OneWord>
void extend_by(const row_shape& shape, const std::uint64_t* rows, const std::uint64_t* matching,
               const std::uint64_t* steps, std::uint64_t* longer) {
    const row_lanes lanes;
    if (shape.has_diagonals()) return extend_all_along<Indels, OneWord>(shape, rows, matching, steps, longer);
    if (shape.lanes == row_padding) { // as halves of words are made longer
        for (std::size_t lane = 0; lane < row_padding; lane += hn::Lanes(lanes))
            extend_lanes<Indels, OneWord, false>(shape, rows + lane, matching + lane, steps + lane, longer + lane,
                                                 shape.stride);
        return;
    }
    for (std::size_t lane = 0; lane < shape.lanes; lane += hn::Lanes(lanes))
        extend_lanes<Indels, OneWord>(shape, rows + lane, matching + lane, steps + lane, longer + lane, shape.stride);
}

void extend(const row_shape& shape, const std::uint64_t* rows, const std::uint64_t* matching,
            const std::uint64_t* steps, std::uint64_t* longer) {
    if (shape.indels)
        shape.words == 1 ? extend_by<true, true>(shape, rows, matching, steps, longer)
                         : extend_by<true, false>(shape, rows, matching, steps, longer);
    else
        shape.words == 1 ? extend_by<false, true>(shape, rows, matching, steps, longer)
                         : extend_by<false, false>(shape, rows, matching, steps, longer);
}

/// For each mask of eight lanes the places of those that it has, a byte each.
struct places_of_masks {
    std::uint8_t of[256][row_padding];
};
constexpr places_of_masks make_places_of_masks() {
    places_of_masks places{};
    for (unsigned mask = 0; mask < 256; ++mask)
        for (unsigned lane = 0, kept = 0; lane < row_padding; ++lane)
            if ((mask >> lane & 1U) != 0) places.of[mask][kept++] = static_cast<std::uint8_t>(lane);
    return places;
}
constexpr places_of_masks places_of_mask = make_places_of_masks();

HWY_INLINE auto places_of(hn::Mask<row_lanes> holders) {
    const row_lanes lanes;
    std::uint8_t mask[8] = {};
    hn::StoreMaskBits(lanes, holders, mask);
    const auto places = hn::LoadU(hn::Rebind<std::uint8_t, row_lanes>(), places_of_mask.of[mask[0]]);
    const auto wider = hn::PromoteTo(hn::Rebind<std::uint32_t, row_lanes>(), places);
    return hn::IndicesFromVec(lanes, hn::PromoteTo(lanes, wider));
}

/// The lanes of a mask, in order: looked up once for all rows, which is less than to compress each.
class kept_lanes {
  public:
    HWY_INLINE explicit kept_lanes(hn::Mask<row_lanes> holders)
        : count_(hn::CountTrue(row_lanes(), holders)), places_(places_of(holders)) {}
    [[nodiscard]] HWY_INLINE std::size_t count() const { return count_; }
    /// A vector beyond what is kept may be overwritten: hence the padding of the rows.
    HWY_INLINE void keep(const kept_rows& of, std::size_t stride, std::size_t to_stride) const {
        const row_lanes lanes;
        const std::uint64_t* from = of.from;
        std::uint64_t* to = of.to;
        for (std::size_t row = 0; row < of.count; ++row, from += stride, to += to_stride)
            hn::StoreU(hn::TableLookupLanes(hn::LoadU(lanes, from), places_), lanes, to);
    }

  private:
    std::size_t count_;
    decltype(places_of(hn::Mask<row_lanes>())) places_;
};

HWY_INLINE void pad(const kept_rows& of, std::size_t kept, std::size_t to_stride) {
    const std::size_t padded = (kept + row_padding - 1) / row_padding * row_padding;
    for (std::size_t row = 0; row < of.count; ++row)
        for (std::size_t lane = kept; lane < padded; ++lane)
            of.to[row * to_stride + lane] = 0;
}

template <bool Indels, bool OneWord>
void extend_holders_by(const row_shape& shape, const kept_rows& word, const std::uint64_t* matching,
                       const std::uint64_t* steps, const kept_rows& block, std::size_t to_stride) {
    const row_lanes lanes;
    HWY_ALIGN std::uint64_t longer[most_rows_of_holders * row_padding];
    const places_of_diagonals first(shape, 0);
    std::size_t kept = 0;
    for (std::size_t lane = 0; lane < shape.lanes; lane += hn::Lanes(lanes)) {
        const row_vector held = shape.has_diagonals()
                                    ? extend_along<Indels, OneWord>(shape, first, word.from + lane, matching + lane,
                                                                    steps + lane, longer, row_padding)
                                    : extend_lanes<Indels, OneWord>(shape, word.from + lane, matching + lane,
                                                                    steps + lane, longer, row_padding);
        const auto holders = hn::Ne(held, hn::Zero(lanes));
        if (hn::AllFalse(lanes, holders)) continue;
        const kept_lanes kept_here(holders);
        kept_here.keep({longer, word.to + kept, word.count}, row_padding, to_stride);
        kept_here.keep({block.from + lane, block.to + kept, block.count}, shape.stride, to_stride);
        kept += kept_here.count();
    }
    pad(word, kept, to_stride);
    pad(block, kept, to_stride);
}

void extend_holders(const row_shape& shape, const kept_rows& word, const std::uint64_t* matching,
                    const std::uint64_t* steps, const kept_rows& block, std::size_t to_stride) {
    if (shape.indels)
        shape.words == 1 ? extend_holders_by<true, true>(shape, word, matching, steps, block, to_stride)
                         : extend_holders_by<true, false>(shape, word, matching, steps, block, to_stride);
    else
        shape.words == 1 ? extend_holders_by<false, true>(shape, word, matching, steps, block, to_stride)
                         : extend_holders_by<false, false>(shape, word, matching, steps, block, to_stride);
}

template <bool OneWord>
std::size_t count_along(const row_shape& given, const std::uint64_t* rows, const std::uint64_t* matching,
                        const std::uint64_t* steps) {
    const row_lanes lanes;
    const row_shape shape = given;
    const unsigned words = OneWord ? 1 : shape.words;
    const std::uint64_t* const last = rows + shape.edits * (words * shape.stride);
    const std::uint64_t* const fewer = shape.edits == 0 ? nullptr : last - words * shape.stride;
    const places_of_diagonals first(shape, 0);
    std::size_t holders = 0;
    for (std::size_t lane = 0; lane < shape.lanes; lane += hn::Lanes(lanes)) {
        row_vector held = hn::Zero(lanes);
        for (unsigned word = 0; word < words; ++word) {
            const places_of_diagonals places = word == 0 ? first : places_of_diagonals(shape, word);
            const std::size_t at = word * shape.stride + lane;
            held = hn::OrAnd(held, hn::LoadU(lanes, last + at), places.of(matching + lane));
            if (fewer == nullptr) continue;
            const row_vector edited = hn::LoadU(lanes, fewer + at);
            held = shape.indels ? hn::Or(held, edited) : hn::OrAnd(held, edited, places.of(steps + lane));
        }
        holders += hn::CountTrue(lanes, hn::Ne(held, hn::Zero(lanes)));
    }
    return holders;
}

template <bool OneWord>
std::size_t count_by(const row_shape& shape, const std::uint64_t* rows, const std::uint64_t* matching,
                     const std::uint64_t* steps) {
    const row_lanes lanes;
    if (shape.has_diagonals()) return count_along<OneWord>(shape, rows, matching, steps);
    const unsigned words = OneWord ? 1 : shape.words;
    const std::uint64_t* const last = rows + shape.edits * (words * shape.stride);
    const std::uint64_t* const fewer = shape.edits == 0 ? nullptr : last - words * shape.stride;
    std::size_t holders = 0;
    for (std::size_t lane = 0; lane < shape.lanes; lane += hn::Lanes(lanes)) {
        row_vector held = hn::Zero(lanes);
        for (unsigned word = 0; word < words; ++word) {
            const std::size_t at = word * shape.stride + lane;
            const row_vector here = shifted<OneWord>(hn::LoadU(lanes, last + at), last + at, shape.stride, word);
            held = hn::Or(held, hn::And(here, hn::LoadU(lanes, matching + at)));
            if (fewer == nullptr) continue;
            const row_vector edited = hn::LoadU(lanes, fewer + at);
            held = shape.indels ? hn::Or(held, edited)
                                : hn::OrAnd(held, shifted<OneWord>(edited, fewer + at, shape.stride, word),
                                            hn::LoadU(lanes, steps + at));
        }
        holders += hn::CountTrue(lanes, hn::Ne(held, hn::Zero(lanes)));
    }
    return holders;
}

std::size_t count(const row_shape& shape, const std::uint64_t* rows, const std::uint64_t* matching,
                  const std::uint64_t* steps) {
    return shape.words == 1 ? count_by<true>(shape, rows, matching, steps)
                            : count_by<false>(shape, rows, matching, steps);
}

void keep_holders(const row_shape& shape, const kept_rows& word, const kept_rows& block, std::size_t to_stride) {
    const row_lanes lanes;
    const std::uint64_t* const last = word.from + std::size_t{shape.edits} * shape.words * shape.stride;
    std::size_t kept = 0;
    for (std::size_t lane = 0; lane < shape.lanes; lane += hn::Lanes(lanes)) {
        row_vector any = hn::Zero(lanes);
        for (unsigned index = 0; index < shape.words; ++index)
            any = hn::Or(any, hn::LoadU(lanes, last + index * shape.stride + lane));
        const auto holders = hn::Ne(any, hn::Zero(lanes));
        if (hn::AllFalse(lanes, holders)) continue;
        const kept_lanes held(holders);
        held.keep({word.from + lane, word.to + kept, word.count}, shape.stride, to_stride);
        held.keep({block.from + lane, block.to + kept, block.count}, shape.stride, to_stride);
        kept += held.count();
    }
    pad(word, kept, to_stride);
    pad(block, kept, to_stride);
}

template <bool Indels>
void extend_before_by(const row_shape& shape, const std::uint64_t* rows, const std::uint64_t* matching,
                      const std::uint64_t* steps, std::uint64_t* longer) {
    const row_lanes lanes;
    const std::size_t of_row = shape.words * shape.stride;
    for (std::size_t lane = 0; lane < shape.lanes; lane += hn::Lanes(lanes))
        for (unsigned edits = 0; edits <= shape.edits; ++edits) {
            const std::uint64_t* const here = rows + edits * of_row + lane;
            std::uint64_t* const to = longer + edits * of_row + lane;
            for (unsigned word = 0; word < shape.words; ++word) {
                const std::size_t at = word * shape.stride;
                row_vector first = hn::And(hn::LoadU(lanes, here + at), hn::LoadU(lanes, matching + at + lane));
                if (edits > 0) {
                    row_vector edited = hn::LoadU(lanes, here + at - of_row);
                    if (Indels) edited = hn::Or(edited, hn::LoadU(lanes, to + at - of_row));
                    first = hn::OrAnd(first, edited, hn::LoadU(lanes, steps + at + lane));
                }
                hn::StoreU(first, lanes, to + at);
            }
            for (unsigned word = 0; word < shape.words; ++word) { // ascending: the next one is not yet shifted
                std::uint64_t* const at = to + word * shape.stride;
                row_vector begins = shifted_back(hn::LoadU(lanes, at), at + shape.stride, word + 1 == shape.words);
                if (Indels && edits > 0) begins = hn::Or(begins, hn::LoadU(lanes, here + word * shape.stride - of_row));
                hn::StoreU(begins, lanes, at);
            }
        }
}

void extend_before(const row_shape& shape, const std::uint64_t* rows, const std::uint64_t* matching,
                   const std::uint64_t* steps, std::uint64_t* longer) {
    shape.indels ? extend_before_by<true>(shape, rows, matching, steps, longer)
                 : extend_before_by<false>(shape, rows, matching, steps, longer);
}

/// A bit of a byte for each lane, from `lane` on, that is not zero; the first lanes come first.
HWY_INLINE void mark_lanes(row_vector some, std::size_t lane, std::uint8_t& held) {
    const row_lanes lanes;
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(lanes, hn::Ne(some, hn::Zero(lanes)), bits);
    held = static_cast<std::uint8_t>(lane == 0 ? bits[0] : held | bits[0] << lane);
}

/// The last `Rows` rows of each half.
template <std::size_t Rows>
void mark_by_last_rows(const half_rows& halves, const std::uint32_t* which, std::size_t count, std::uint8_t* held) {
    const row_lanes lanes;
    const std::size_t left_out = (halves.rows - Rows) * row_padding;
    for (std::size_t lane = 0; lane < row_padding; lane += hn::Lanes(lanes)) {
        const std::uint64_t* const beginning = halves.beginning + left_out + lane;
        const std::uint64_t* const ends = halves.ends + left_out + lane;
        for (std::size_t index = 0; index < count; ++index) {
            const std::uint64_t* const end = ends + which[index] * (halves.rows * row_padding);
            row_vector both = hn::Zero(lanes);
            for (std::size_t row = 0; row < Rows; ++row)
                both = hn::OrAnd(both, hn::LoadU(lanes, beginning + row * row_padding),
                                 hn::LoadU(lanes, end + row * row_padding));
            mark_lanes(both, lane, held[index]);
        }
    }
}

using mark_by_rows = void (*)(const half_rows&, const std::uint32_t*, std::size_t, std::uint8_t*);
constexpr mark_by_rows mark_by_number[most_rows_at_once + 1] = {nullptr,
                                                                &mark_by_last_rows<1>,
                                                                &mark_by_last_rows<2>,
                                                                &mark_by_last_rows<3>,
                                                                &mark_by_last_rows<4>,
                                                                &mark_by_last_rows<5>,
                                                                &mark_by_last_rows<6>,
                                                                &mark_by_last_rows<7>,
                                                                &mark_by_last_rows<8>,
                                                                &mark_by_last_rows<9>,
                                                                &mark_by_last_rows<10>,
                                                                &mark_by_last_rows<11>,
                                                                &mark_by_last_rows<12>};

/// The same for some rows of the beginning, a bit each, and of these those that the end has. `Words` words of bits; 0:
/// as many as there are.
template <std::size_t Words>
void mark_by_some_rows(const half_rows& halves, const std::uint64_t* some, const std::uint32_t* which,
                       std::size_t count, std::uint8_t* held) {
    const row_lanes lanes;
    const std::size_t words = Words == 0 ? words_of_filled(halves.rows) : Words;
    const auto for_each_row = [&](std::size_t index, auto visit) { // where it begins, of those of a beginning or an end
        const std::uint64_t* const filled = halves.filled + which[index] * words;
        for (std::size_t word = 0; word < words; ++word)
            for (std::uint64_t left = some[word] & filled[word]; left != 0; left &= left - 1)
                visit((word * 64 + base::lowest_one(left)) * row_padding);
    };
    const auto rows_of = [&](std::size_t index) { return halves.ends + which[index] * (halves.rows * row_padding); };
    for (std::size_t lane = 0; lane < row_padding; lane += hn::Lanes(lanes)) {
        const std::uint64_t* const beginning = halves.beginning + lane;
        for (std::size_t index = 0; index < count; ++index) {
            // Rows of all ends do not fit into a cache: those of the next one come while these are looked at.
            if (lane == 0 && index + 1 < count)
                for_each_row(index + 1, [&](std::size_t at) { __builtin_prefetch(rows_of(index + 1) + at); });
            const std::uint64_t* const end = rows_of(index) + lane;
            row_vector both = hn::Zero(lanes);
            for_each_row(index, [&](std::size_t at) {
                both = hn::OrAnd(both, hn::LoadU(lanes, beginning + at), hn::LoadU(lanes, end + at));
            });
            mark_lanes(both, lane, held[index]);
        }
    }
}

/// set_filled_rows by vectors.
void filled_rows(const std::uint64_t* half, std::size_t rows, std::uint64_t* filled) {
    const row_lanes lanes;
    for (std::size_t first = 0; first < rows; first += 64) {
        std::uint64_t some = 0;
        const std::size_t last = rows - first < 64 ? rows : first + 64;
        for (std::size_t row = first; row < last; ++row) {
            row_vector any = hn::LoadU(lanes, half + row * row_padding);
            for (std::size_t lane = hn::Lanes(lanes); lane < row_padding; lane += hn::Lanes(lanes))
                any = hn::Or(any, hn::LoadU(lanes, half + row * row_padding + lane));
            some |= std::uint64_t{!hn::AllFalse(lanes, hn::Ne(any, hn::Zero(lanes)))} << row % 64;
        }
        filled[first / 64] = some;
    }
}

void mark_halves(const half_rows& halves, const std::uint32_t* which, std::size_t count, std::uint8_t* held) {
    // A beginning of some letters is in few places with no edits or one: in eight sequences many of these rows are
    // empty, and first of all those in front.
    std::uint64_t some[words_of_filled(most_rows_of_halves)];
    filled_rows(halves.beginning, halves.rows, some);
    std::size_t first = 0; // row with a bit
    while (first < halves.rows && some[first / 64] == 0)
        first += 64;
    if (first >= halves.rows) {
        for (std::size_t index = 0; index < count; ++index)
            held[index] = 0;
        return;
    }
    const std::size_t last = halves.rows - first - base::lowest_one(some[first / 64]);
    if (last <= most_rows_at_once) return mark_by_number[last](halves, which, count, held);
    if (halves.rows <= 64) return mark_by_some_rows<1>(halves, some, which, count, held);
    mark_by_some_rows<0>(halves, some, which, count, held);
}

std::size_t list_bits(const std::uint64_t* row, std::size_t words, std::uint32_t* bits) {
    const row_lanes lanes;
    std::size_t count = 0;
    for (std::size_t at = 0; at < words; at += hn::Lanes(lanes)) {
        const row_vector some = hn::LoadU(lanes, row + at);
        const auto filled = hn::Ne(some, hn::Zero(lanes));
        if (hn::AllFalse(lanes, filled)) continue;
        std::uint8_t words_filled[8] = {};
        hn::StoreMaskBits(lanes, filled, words_filled);
        for (std::uint64_t left = words_filled[0]; left != 0; left &= left - 1) {
            const std::size_t word = at + base::lowest_one(left);
            for (std::uint64_t of_word = row[word]; of_word != 0; of_word &= of_word - 1)
                bits[count++] = static_cast<std::uint32_t>(word * 64 + base::lowest_one(of_word));
        }
    }
    return count;
}

constexpr row_kernels kernels{&count,     &extend,         &extend_before, &mark_halves,
                              &list_bits, &extend_holders, &keep_holders};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const row_kernels& row_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::substring
#endif
